<?php
/** Finds out which orders have changed. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Only looks and enqueues, at the end of a request: nothing leaves the shop while an order is made or changed. */
final class Orders {

	/** When orders were last compared with what was sent. */
	const RECONCILED = 'platen_reconciled';
	const VERSION    = 'platen_version';
	/** Orders that changed this long ago are of no interest to a press any more. */
	const LOOKS_BACK = 60 * DAY_IN_SECONDS;

	private Settings $settings;
	private Queue $queue;
	private Outbox $outbox;
	private Snapshot $snapshot;
	/** The orders that this request has changed, by id. */
	private array $changed        = array();
	private static bool $is_quiet = false;

	public function __construct( Settings $settings, Queue $queue, Outbox $outbox, Snapshot $snapshot ) {
		$this->settings = $settings;
		$this->queue    = $queue;
		$this->outbox   = $outbox;
		$this->snapshot = $snapshot;
	}

	public function hook(): void {
		// The first two fire for every order that is saved, by whatever way. The others change what an order says without saving it.
		foreach ( array( 'woocommerce_new_order', 'woocommerce_update_order', 'woocommerce_order_status_changed', 'woocommerce_saved_order_items', 'woocommerce_order_refunded', 'woocommerce_trash_order', 'woocommerce_untrash_order', 'trashed_post', 'untrashed_post' ) as $hook ) {
			add_action( $hook, array( $this, 'note' ) );
		}
		add_action( 'woocommerce_refund_deleted', array( $this, 'note_refund' ), 10, 2 );
		foreach ( array( 'woocommerce_new_order_item', 'woocommerce_update_order_item' ) as $hook ) {
			add_action( $hook, array( $this, 'note_item' ), 10, 3 );
		}
		add_action( 'woocommerce_before_delete_order_item', array( $this, 'note_deleted_item' ) );
		foreach ( array( 'woocommerce_before_delete_order', 'before_delete_post' ) as $hook ) {
			add_action( $hook, array( $this, 'note_deletion' ) );
		}
		add_filter( 'wcs_renewal_order_created', array( $this, 'mark_renewal' ), 10, 2 );
		add_action( 'shutdown', array( $this, 'send_changed' ), 5 );
		add_filter( 'woocommerce_hidden_order_itemmeta', array( $this, 'hide_meta' ) );
		add_action( Queue::RECONCILE, array( $this, 'reconcile' ), 10, 2 );
		add_action( 'admin_init', array( $this, 'keep_reconciling' ) );
		add_action( 'init', array( $this, 'upgrade' ), 20 );
	}

	/** What the plugin itself writes changes nothing that is sent. */
	public static function quietly( callable $write ): void {
		$before         = self::$is_quiet;
		self::$is_quiet = true;
		try {
			$write();
		} finally {
			self::$is_quiet = $before;
		}
	}

	public function note( $order_id ): void {
		if ( ! self::$is_quiet ) {
			$this->changed[ (int) $order_id ] = true;
		}
	}

	public function note_refund( $refund_id, $order_id ): void {
		$this->note( $order_id );
	}

	public function note_item( $item_id, $item, $order_id ): void {
		$this->note( $order_id );
	}

	public function note_deleted_item( $item_id ): void {
		$item = \WC_Order_Factory::get_order_item( $item_id );
		if ( $item ) {
			$this->note( $item->get_order_id() );
		}
	}

	public function note_deletion( $order_id ): void {
		$order = wc_get_order( $order_id );
		if ( $order ) {
			$this->outbox->note_deletion( $order );
		}
	}

	public function send_changed(): void {
		$changed       = array_keys( $this->changed );
		$this->changed = array();
		foreach ( $changed as $order_id ) {
			$order = wc_get_order( $order_id );
			if ( $order ) {
				$this->outbox->note_change( $order );
			}
		}
	}

	/** A subscription got its designs together with its first order, which it renews. */
	public function mark_renewal( $renewal, $subscription ) {
		$first = is_object( $subscription ) ? (int) $subscription->get_parent_id() : 0;
		foreach ( 0 === $first || ! is_object( $renewal ) ? array() : Line::all( $renewal ) as $line ) {
			if ( '' !== $line->fill_id() && '' === $line->meta( Line::OF ) ) {
				Line::write( $line->item, Line::OF, $first . ':0' );
				$line->item->save();
			}
		}
		return $renewal;
	}

	public function hide_meta( $names ): array {
		return array_merge( (array) $names, Line::ALL_META );
	}

	public function keep_reconciling(): void {
		if ( $this->settings->can_print() ) {
			$this->queue->every( Queue::RECONCILE, HOUR_IN_SECONDS );
		}
	}

	/** Jobs of an earlier version know a service that decides less; the orders that they were for are sent. It did not autoload the settings. */
	public function upgrade(): void {
		if ( VERSION === get_option( self::VERSION ) || ! function_exists( 'as_schedule_single_action' ) ) {
			return;
		}
		update_option( self::VERSION, VERSION, true );
		wp_set_option_autoload( Settings::OPTION, true );
		Queue::clear( Queue::EARLIER );
		delete_option( self::RECONCILED );
		$this->queue->again( Queue::RECONCILE, array(), 0 );
	}

	/**
	 * Orders that are not as the service knows them though nothing is scheduled for them: jobs were deleted, a request
	 * broke off, or the plugin was switched off. And asks about those that need somebody.
	 */
	public function reconcile( $since = 0, $page = 1 ): void {
		if ( 0 === (int) $since ) {
			$since = max( time() - self::LOOKS_BACK, (int) get_option( self::RECONCILED, 0 ) - HOUR_IN_SECONDS );
			update_option( self::RECONCILED, time(), false );
			foreach ( Outbox::flagged( Line::ORDER_WAITS ) as $order_id ) {
				$this->outbox->note_change( wc_get_order( $order_id ) );
			}
			foreach ( Outbox::flagged( Line::ORDER_HELD ) as $order_id ) {
				$order = wc_get_order( $order_id );
				$this->outbox->note_change( $order );
				$this->snapshot->ask_soon( $order );
			}
		}
		$orders = Outbox::find( array( 'date_modified' => '>' . (int) $since ), (int) $page );
		foreach ( $orders as $order ) {
			if ( Outbox::was_sent( $order ) || array() !== Line::of( $order ) ) {
				$this->outbox->note_change( $order );
			}
		}
		if ( Outbox::PAGE === count( $orders ) ) {
			$this->queue->again( Queue::RECONCILE, array( (int) $since, (int) $page + 1 ), 0 );
		}
	}
}
