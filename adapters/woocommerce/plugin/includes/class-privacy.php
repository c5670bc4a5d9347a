<?php
/** WordPress' tools for personal data: what Platen holds of a person is exported and erased with the rest. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Designs hold names and texts of shoppers; they lie with the service, found by e-mail and by the person's orders. */
final class Privacy {

	const ORDERS_A_PAGE = 10;
	/** Nothing of an order is printed any more at these, but what is being printed. */
	const DONE = array( 'completed', 'cancelled', 'refunded', 'failed' );

	private Client $client;
	private Queue $queue;
	/** Fills that this request has erased, by id. */
	private array $erased = array();

	public function __construct( Client $client, Queue $queue ) {
		$this->client = $client;
		$this->queue  = $queue;
	}

	public function hook(): void {
		add_filter( 'wp_privacy_personal_data_exporters', array( $this, 'add_exporter' ) );
		// WooCommerce's own eraser takes the e-mail address off the orders, by which they are found: it has to come after.
		add_filter( 'wp_privacy_personal_data_erasers', array( $this, 'add_eraser' ), PHP_INT_MAX );
		// Its clean-up of old orders and its bulk action know no e-mail address at all.
		add_action( 'woocommerce_privacy_before_remove_order_personal_data', array( $this, 'forget_order' ) );
		foreach ( self::DONE as $status ) {
			add_action( 'woocommerce_order_status_' . $status, array( $this, 'forget_done_order' ), 20 );
		}
		add_action( 'platen_order_refreshed', array( $this, 'forget_done_order' ) );
		add_action( Queue::ERASE, array( $this, 'erase_fill' ), 10, 2 );
		add_action( 'admin_init', array( $this, 'suggest_policy' ) );
	}

	public function add_exporter( $exporters ): array {
		$exporters['platen'] = array(
			'exporter_friendly_name' => __( 'Designs in Platen', 'platen-for-woocommerce' ),
			'callback'               => array( $this, 'export' ),
		);
		return $exporters;
	}

	public function add_eraser( $erasers ): array {
		$own = array(
			'eraser_friendly_name' => __( 'Designs in Platen', 'platen-for-woocommerce' ),
			'callback'             => array( $this, 'erase' ),
		);
		return array( 'platen' => $own ) + (array) $erasers;
	}

	/** The personal data of an order is being removed: its designs go with it, or as soon as they are no longer needed. */
	public function forget_order( $order ): void {
		if ( ! $order instanceof \WC_Order ) {
			return;
		}
		if ( $this->is_needed( $order ) ) {
			$this->keep_until_done( $order );
			return;
		}
		$this->erase_later( $order );
	}

	public function forget_done_order( $order ): void {
		$order = $order instanceof \WC_Order ? $order : wc_get_order( $order );
		if ( $order && 'yes' === (string) $order->get_meta( Line::ORDER_ERASES ) && in_array( (string) $order->get_status(), self::DONE, true ) && ! $this->is_needed( $order ) ) {
			$order->delete_meta_data( Line::ORDER_ERASES );
			$order->save_meta_data();
			$this->erase_later( $order );
		}
	}

	public function erase_fill( $fill_id, $attempt = 1 ): void {
		$reply = $this->client->patient()->erase_fill( (string) $fill_id );
		$this->queue->retry( Queue::ERASE, array( (string) $fill_id ), (int) $attempt, $reply );
	}

	private function erase_later( $order ): void {
		foreach ( Line::of( $order ) as $line ) {
			$line->forget_design();
			foreach ( self::own_fills( $line ) as $fill_id ) {
				if ( ! isset( $this->erased[ $fill_id ] ) ) {
					$this->queue->add( Queue::ERASE, array( $fill_id, 1 ) );
				}
			}
		}
		self::close( $order );
	}

	/** A line that is held before anything of it was printed names a design that may be another person's. */
	private static function own_fills( Line $line ): array {
		return 'held' === $line->state() && 0 === $line->printed() ? array() : $line->fill_ids();
	}

	/** Its designs are gone; what is held is still to be canceled or released. */
	private static function close( $order ): void {
		$states = array_map(
			static function ( $line ) {
				return $line->state();
			},
			Line::of( $order )
		);
		if ( array() !== $states && ! in_array( 'held', $states, true ) ) {
			Outbox::close( $order );
		}
	}

	/** Is some line yet to be printed? Erasing it would spoil an order that was paid for. */
	private function is_needed( $order ): bool {
		if ( in_array( (string) $order->get_status(), Order_Message::NEVER, true ) ) {
			return false;
		}
		$is_done = in_array( (string) $order->get_status(), self::DONE, true );
		foreach ( Line::of( $order ) as $line ) {
			// Of a held line that was printed, more pieces may be.
			$is_open = 'held' === $line->state() ? ! $is_done && $line->printed() > 0 : ! $line->is_made() && 'withdrawn' !== $line->state();
			if ( $is_open ) {
				return true;
			}
		}
		return false;
	}

	private function keep_until_done( $order ): void {
		if ( 'yes' === (string) $order->get_meta( Line::ORDER_ERASES ) ) {
			return;
		}
		$order->update_meta_data( Line::ORDER_ERASES, 'yes' );
		$order->save_meta_data();
		$order->add_order_note( __( 'Platen: the designs of this order are not printed yet. They are kept until the order is completed or canceled, and erased then.', 'platen-for-woocommerce' ) );
	}

	public function export( $email, $page = 1 ): array {
		$found  = 1 === (int) $page ? $this->fills_of( (string) $email ) : array();
		$fills  = null === $found ? array() : $found;
		$orders = $this->orders( (string) $email, (int) $page );
		foreach ( $orders as $order ) {
			foreach ( Line::of( $order ) as $line ) {
				foreach ( array_diff( self::own_fills( $line ), array_keys( $fills ) ) as $fill_id ) {
					$fill = $this->client->fill( $fill_id )->object( 'fill' );
					if ( null !== $fill ) {
						$fills[ $fill_id ] = $fill;
					}
				}
			}
		}
		$data = array();
		foreach ( $fills as $id => $fill ) {
			$data[] = array(
				'group_id'    => 'platen',
				'group_label' => __( 'Designs in Platen', 'platen-for-woocommerce' ),
				'item_id'     => 'platen-' . $id,
				'data'        => $this->rows( $fill ),
			);
		}
		return array(
			'data' => $data,
			'done' => count( $orders ) < self::ORDERS_A_PAGE,
		);
	}

	/** What is not printed yet is kept until its order is done with. */
	public function erase( $email, $page = 1 ): array {
		$removed  = false;
		$messages = array();
		$away     = __( 'Platen could not be reached. Try the erasure again later.', 'platen-for-woocommerce' );
		$orders   = $this->orders( (string) $email, (int) $page );
		$kept     = $this->needed_orders( (string) $email );
		foreach ( $orders as $order ) {
			if ( isset( $kept[ (int) $order->get_id() ] ) ) {
				$this->keep_until_done( $order );
				continue;
			}
			$is_away = false;
			foreach ( Line::of( $order ) as $line ) {
				$line->forget_design();
				foreach ( self::own_fills( $line ) as $fill_id ) {
					$reply                    = $this->client->erase_fill( $fill_id );
					$removed                  = $removed || $reply->ok();
					$this->erased[ $fill_id ] = $reply->ok();
					if ( ! $reply->ok() && 404 !== $reply->status ) {
						$is_away    = true;
						$messages[] = $away;
					}
				}
			}
			if ( ! $is_away ) {
				self::close( $order );
			}
		}
		$done = count( $orders ) < self::ORDERS_A_PAGE;
		if ( $done ) {
			$count   = $this->erase_others( (string) $email, $kept );
			$removed = $removed || $count > 0;
			if ( null === $count ) {
				$messages[] = $away;
			}
			foreach ( $kept as $order ) {
				/* translators: %s: number of an order */
				$messages[] = sprintf( __( 'Order %s is not printed yet. Its designs are kept until the order is completed or canceled, and erased then.', 'platen-for-woocommerce' ), $order->get_order_number() );
			}
		}
		return array(
			'items_removed'  => $removed,
			'items_retained' => array() !== $messages || array() !== $kept,
			'messages'       => array_values( array_unique( $messages ) ),
			'done'           => $done,
		);
	}

	/**
	 * What else the service holds under this address; gives how much, null where it is away. Of a person whose order is
	 * not printed yet, everything but that order's designs.
	 *
	 * @param array<int, \WC_Order> $kept
	 */
	private function erase_others( string $email, array $kept ): ?int {
		if ( array() === $kept ) {
			$reply = $this->client->erase_customer( $email );
			return $reply->ok() ? array_sum( array_map( 'intval', $reply->body ) ) : null;
		}
		$needed = array();
		foreach ( $kept as $order ) {
			foreach ( Line::of( $order ) as $line ) {
				$needed = array_merge( $needed, $line->fill_ids() );
			}
		}
		$fills = $this->fills_of( $email );
		$count = 0;
		foreach ( null === $fills ? array() : array_diff( array_keys( $fills ), $needed ) as $fill_id ) {
			$count += $this->client->erase_fill( (string) $fill_id )->ok() ? 1 : 0;
		}
		return null === $fills ? null : $count;
	}

	/** @return array<string, array>|null Fills by id. */
	private function fills_of( string $email ): ?array {
		$fills = array();
		$after = null;
		do {
			$reply = $this->client->fills_of_customer( $email, $after );
			if ( ! $reply->ok() ) {
				return null;
			}
			foreach ( $reply->rows() as $fill ) {
				$fills[ (string) $fill['id'] ] = $fill;
			}
			$after = ! empty( $reply->body['has_more'] ) ? $reply->body['next_starting_after'] : null;
		} while ( null !== $after );
		return $fills;
	}

	public function suggest_policy(): void {
		if ( ! function_exists( 'wp_add_privacy_policy_content' ) ) {
			return;
		}
		wp_add_privacy_policy_content(
			'Platen for WooCommerce',
			wp_kses_post( wpautop( __( 'When you personalize a product, our print service stores your input with your order so that we can print it. Your name and e-mail address are sent with the order. A cookie (platen_cart) links your designs to your cart.', 'platen-for-woocommerce' ) ) )
		);
	}

	/** @return array<int, \WC_Order> The person's orders that are yet to be printed, by id. */
	private function needed_orders( string $email ): array {
		$needed = array();
		$page   = 1;
		do {
			$orders = $this->orders( $email, $page++ );
			$count  = count( $orders );
			foreach ( $orders as $order ) {
				if ( $this->is_needed( $order ) ) {
					$needed[ (int) $order->get_id() ] = $order;
				}
			}
		} while ( self::ORDERS_A_PAGE === $count );
		return $needed;
	}

	private function orders( string $email, int $page ): array {
		return wc_get_orders(
			array(
				'limit'         => self::ORDERS_A_PAGE,
				'page'          => max( 1, $page ),
				'type'          => 'shop_order',
				'orderby'       => 'ID',
				'order'         => 'ASC',
				'billing_email' => $email,
			)
		);
	}

	/** In words for who reads the export: labels of fields, as the shop's template names them. */
	private function rows( array $fill ): array {
		$rows  = array();
		$facts = array(
			'template_title' => __( 'Template', 'platen-for-woocommerce' ),
			'customer_name'  => __( 'Name', 'platen-for-woocommerce' ),
			'customer_email' => __( 'E-mail', 'platen-for-woocommerce' ),
			'created_at'     => __( 'Created', 'platen-for-woocommerce' ),
		);
		foreach ( $facts as $name => $label ) {
			if ( ! empty( $fill[ $name ] ) ) {
				$rows[] = array( 'name' => $label, 'value' => (string) $fill[ $name ] );
			}
		}
		$labels = $this->client->labels( isset( $fill['template_id'] ) ? (string) $fill['template_id'] : '' );
		foreach ( isset( $fill['values'] ) ? (array) $fill['values'] : array() as $field => $value ) {
			$rows[] = array( 'name' => isset( $labels[ $field ] ) ? $labels[ $field ] : __( 'Text', 'platen-for-woocommerce' ), 'value' => (string) $value );
		}
		return $rows;
	}
}
