<?php
/**
 * What happens to orders: which of it sets work going.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Only looks and enqueues: no request leaves the shop while an order is made or changed. */
final class Orders {

	/** @var Settings */
	private $settings;
	/** @var Queue */
	private $queue;

	public function __construct( Settings $settings, Queue $queue ) {
		$this->settings = $settings;
		$this->queue    = $queue;
	}

	public function hook(): void {
		// Payment hooks do not fire for every way to pay; the status does.
		foreach ( $this->settings->statuses() as $status ) {
			add_action( 'woocommerce_order_status_' . $status, array( $this, 'print_order' ) );
		}
		add_action( 'woocommerce_order_status_cancelled', array( $this, 'cancel_order' ) );
		add_action( 'woocommerce_order_status_refunded', array( $this, 'refund_order' ) );
		add_action( 'woocommerce_order_status_failed', array( $this, 'hold_back_order' ) );
		// Trashing is canceling, and so is deleting; where orders are posts, both have hooks of posts.
		foreach ( array( 'woocommerce_trash_order', 'woocommerce_before_delete_order' ) as $hook ) {
			add_action( $hook, array( $this, 'cancel_order' ) );
		}
		foreach ( array( 'trashed_post', 'before_delete_post' ) as $hook ) {
			add_action( $hook, array( $this, 'cancel_order_post' ) );
		}
		add_action( 'woocommerce_untrash_order', array( $this, 'restore_order' ), 10, 2 );
		add_action( 'untrashed_post', array( $this, 'restore_order_post' ), 10, 2 );
		add_action( 'woocommerce_order_refunded', array( $this, 'refund_lines' ) );
		add_action( 'woocommerce_refund_deleted', array( $this, 'count_refunds_again' ), 10, 2 );
		add_action( 'woocommerce_before_delete_order_item', array( $this, 'withdraw_deleted_item' ) );
		add_filter( 'woocommerce_hidden_order_itemmeta', array( $this, 'hide_meta' ) );
		add_action( Queue::RECONCILE, array( $this, 'reconcile' ) );
		add_action( 'admin_init', array( $this, 'keep_reconciling' ) );
		add_action( 'platen_settings_saved', array( $this, 'try_all_now' ) );
	}

	public function print_order( $order_id ): void {
		$order = wc_get_order( $order_id );
		foreach ( $order ? Line::of( $order ) : array() as $line ) {
			if ( in_array( $line->state(), array( Line::FINALIZED, Line::HELD, Line::FAILED ), true ) || $line->is_refunded() ) {
				continue;
			}
			if ( $line->is_rounded() && Line::WAITING !== $line->state() ) {
				/* translators: 1: quantity that was ordered, such as 2.5, 2: number of pieces */
				$line->note( sprintf( __( '%1$s ordered; %2$d will be printed.', 'platen-for-woocommerce' ), (string) $line->item->get_quantity(), $line->quantity_to_print() ) );
			}
			$line->mark( Line::WAITING );
			$this->queue->remove( Queue::WITHDRAW, self::withdrawal( $line, 'canceled' ) );
			$this->queue->add( Queue::FINALIZE, array( (int) $order->get_id(), $line->id(), 1 ) );
		}
	}

	public function cancel_order( $order_id ): void {
		$this->withdraw_all( $order_id, 'canceled' );
	}

	public function cancel_order_post( $post_id ): void {
		if ( $this->is_order_post( (int) $post_id ) ) {
			$this->cancel_order( $post_id );
		}
	}

	/** Before the order has its status again: printing looks at that when its turn comes. */
	public function restore_order( $order_id, $status ): void {
		if ( in_array( preg_replace( '/^wc-/', '', (string) $status ), $this->settings->statuses(), true ) ) {
			$this->print_order( $order_id );
		}
	}

	public function restore_order_post( $post_id, $status ): void {
		if ( $this->is_order_post( (int) $post_id ) ) {
			$this->restore_order( $post_id, $status );
		}
	}

	/** Where orders have tables of their own, a post of the same id is at most a copy, and says nothing of the order. */
	private function is_order_post( int $id ): bool {
		$has_tables = class_exists( \Automattic\WooCommerce\Utilities\OrderUtil::class ) && \Automattic\WooCommerce\Utilities\OrderUtil::custom_orders_table_usage_is_enabled();
		return ! $has_tables && 'shop_order' === get_post_type( $id );
	}

	public function refund_order( $order_id ): void {
		$this->withdraw_all( $order_id, 'refunded' );
	}

	/** A payment that failed is often made again: what waits is stopped, and no design is taken away. */
	public function hold_back_order( $order_id ): void {
		$order = wc_get_order( $order_id );
		foreach ( $order ? Line::of( $order ) : array() as $line ) {
			$this->stop( $line );
			if ( Line::WAITING === $line->state() ) {
				$line->mark( '' );
			}
		}
	}

	public function refund_lines( $order_id ): void {
		$order = wc_get_order( $order_id );
		foreach ( $order ? Line::of( $order ) : array() as $line ) {
			if ( $line->is_refunded() ) {
				$this->withdraw( $line, 'refunded' );
			} else {
				$this->note_refund( $line );
			}
		}
	}

	/** A refund that was made by mistake. */
	public function count_refunds_again( $refund_id, $order_id ): void {
		$order = wc_get_order( $order_id );
		foreach ( $order ? Line::of( $order ) : array() as $line ) {
			if ( Line::FINALIZED === $line->state() && '' !== $line->meta( Line::REFUND_NOTED ) ) {
				$line->mark( Line::FINALIZED, array( Line::REFUND_NOTED => (string) $line->refunded() ) );
				$this->tell_surplus( $line );
			}
		}
	}

	/** The press has more than is to be delivered: nothing is stopped by itself, and staff are told, here and in Platen. */
	private function note_refund( Line $line ): void {
		$refunded = $line->refunded();
		if ( Line::FINALIZED !== $line->state() || 0 === $line->surplus() || $refunded === (int) $line->meta( Line::REFUND_NOTED ) ) {
			return;
		}
		$line->mark( Line::FINALIZED, array( Line::REFUND_NOTED => (string) $refunded ) );
		$this->tell_surplus( $line );
		/* translators: 1: number of pieces that were refunded, 2: number of pieces that were ordered, 3: number of pieces in the print job */
		$line->note( sprintf( __( '%1$d of %2$d refunded. The print file was created for %3$d. Tell the press if it has not been printed yet.', 'platen-for-woocommerce' ), $refunded, $line->quantity(), $line->printed() ) );
	}

	private function tell_surplus( Line $line ): void {
		$this->queue->add( Queue::SURPLUS, array( (int) $line->order->get_id(), $line->id(), 1 ) );
	}

	/** A line that an administrator takes out of its order: afterwards nobody can tell what it was. */
	public function withdraw_deleted_item( $item_id ): void {
		$item = \WC_Order_Factory::get_order_item( $item_id );
		if ( ! $item || '' === Line::read( $item, Line::FILL ) ) {
			return;
		}
		$order = wc_get_order( $item->get_order_id() );
		// In the trash it was withdrawn with its order.
		if ( $order && 'trash' !== $order->get_status() ) {
			$this->withdraw( new Line( $order, $item ), 'canceled' );
		}
	}

	public function hide_meta( $names ): array {
		return array_merge( (array) $names, Line::ALL_META );
	}

	public function keep_reconciling(): void {
		if ( $this->settings->can_print() ) {
			$this->queue->every( Queue::RECONCILE, HOUR_IN_SECONDS );
		}
	}

	/** Orders that wait though nothing is scheduled for them: jobs were deleted, or the plugin was switched off. */
	public function reconcile(): void {
		$orders = wc_get_orders(
			array(
				'limit'      => 50,
				'type'       => 'shop_order',
				'status'     => $this->settings->statuses(),
				'meta_key'   => Line::ORDER_WAITS, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key
				'meta_value' => 'yes', // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value
			)
		);
		foreach ( $orders as $order ) {
			foreach ( Line::of( $order ) as $line ) {
				if ( Line::WAITING === $line->state() && ! $this->is_scheduled( $line ) ) {
					$this->queue->add( Queue::FINALIZE, array( (int) $order->get_id(), $line->id(), 1 ) );
				}
			}
		}
	}

	/** The connection was mended, or may have been. */
	public function try_all_now(): void {
		$page = 1;
		do {
			$orders = wc_get_orders(
				array(
					'limit'      => 100,
					'page'       => $page++,
					'type'       => 'shop_order',
					'meta_key'   => Line::ORDER_WAITS, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key
					'meta_value' => 'yes', // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value
				)
			);
			foreach ( $orders as $order ) {
				foreach ( Line::of( $order ) as $line ) {
					if ( Line::WAITING === $line->state() ) {
						self::try_now( $this->queue, $line );
					}
				}
			}
			$count = count( $orders );
		} while ( 100 === $count );
	}

	/** In the place of a try that is yet to come. */
	public static function try_now( Queue $queue, Line $line ): void {
		self::stop_tries( $queue, $line );
		$queue->add( Queue::FINALIZE, array( (int) $line->order->get_id(), $line->id(), 1 ) );
	}

	/** When the line is tried next, as a Unix time; null where nothing is scheduled. */
	public static function next_try( Line $line ): ?int {
		foreach ( self::tries( $line ) as $arguments ) {
			$at = as_next_scheduled_action( Queue::FINALIZE, $arguments, GROUP );
			if ( false !== $at ) {
				return true === $at ? time() : (int) $at;
			}
		}
		return null;
	}

	private static function stop_tries( Queue $queue, Line $line ): void {
		foreach ( self::tries( $line ) as $arguments ) {
			$queue->remove( Queue::FINALIZE, $arguments );
		}
	}

	/** @return array<int, array> The arguments of every try. */
	private static function tries( Line $line ): array {
		$tries = array();
		foreach ( range( 1, count( Queue::DELAYS ) + 1 ) as $attempt ) {
			$tries[] = array( (int) $line->order->get_id(), $line->id(), $attempt );
		}
		return $tries;
	}

	/** The arguments of a withdrawal, which names its fill: its line may be gone by then. */
	public static function withdrawal( Line $line, string $word ): array {
		return array( (int) $line->order->get_id(), $line->id(), $line->print_fill_id(), $word, 1 );
	}

	private function withdraw_all( $order_id, string $word ): void {
		$order = wc_get_order( $order_id );
		foreach ( $order ? Line::of( $order ) : array() as $line ) {
			$this->withdraw( $line, $word );
		}
	}

	private function withdraw( Line $line, string $word ): void {
		$this->stop( $line );
		// A held line was never told to the service; what it names may be another shopper's.
		if ( Line::WITHDRAWN === $line->state() || Line::HELD === $line->state() ) {
			return;
		}
		$this->queue->add( Queue::WITHDRAW, self::withdrawal( $line, $word ) );
	}

	private function stop( Line $line ): void {
		self::stop_tries( $this->queue, $line );
	}

	private function is_scheduled( Line $line ): bool {
		return null !== self::next_try( $line );
	}
}
