<?php
/**
 * A personalized line of an order, and what has become of it.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Reads and writes a line's meta; orders are reached through WooCommerce's own objects alone. */
final class Line {

	const FILL          = '_pp_fill_id';
	const CART          = '_pp_cart';
	const PREVIEW       = '_pp_preview';
	const STATE         = '_pp_state';
	const REASON        = '_pp_reason';
	const RENDER        = '_pp_render_id';
	const RENDER_STATUS = '_pp_render_status';
	const PREFLIGHT     = '_pp_preflight';
	const RELEASED      = '_pp_released';

	/** Beside these a line has no state yet: its order was never to be printed. */
	const WAITING   = 'waiting';
	const FINALIZED = 'finalized';
	const WITHDRAWN = 'withdrawn';
	const HELD      = 'held';
	const FAILED    = 'failed';

	/** On the order: some line of it still waits. */
	const ORDER_WAITS = '_pp_waiting';

	/** @var \WC_Order */
	public $order;
	/** @var \WC_Order_Item_Product */
	public $item;

	public function __construct( $order, $item ) {
		$this->order = $order;
		$this->item  = $item;
	}

	/** @return Line[] The lines of an order that carry a fill. */
	public static function of( $order ): array {
		$lines = array();
		foreach ( $order->get_items( 'line_item' ) as $item ) {
			if ( '' !== (string) $item->get_meta( self::FILL ) ) {
				$lines[] = new self( $order, $item );
			}
		}
		return $lines;
	}

	/** Null where order or line are gone, or the line carries no fill. */
	public static function find( int $order_id, int $item_id ): ?Line {
		$order = wc_get_order( $order_id );
		if ( ! $order ) {
			return null;
		}
		foreach ( self::of( $order ) as $line ) {
			if ( $line->id() === $item_id ) {
				return $line;
			}
		}
		return null;
	}

	public function id(): int {
		return (int) $this->item->get_id();
	}

	public function fill_id(): string {
		return (string) $this->item->get_meta( self::FILL );
	}

	public function meta( string $name ): string {
		return (string) $this->item->get_meta( $name );
	}

	public function state(): string {
		return $this->meta( self::STATE );
	}

	public function quantity(): int {
		return max( 1, (int) $this->item->get_quantity() );
	}

	/** Whether all of its quantity was refunded; money given back without items refunds none. */
	public function is_refunded(): bool {
		return abs( (int) $this->order->get_qty_refunded_for_item( $this->id() ) ) >= $this->quantity();
	}

	/** Writes facts of the line, and whether its order still waits for something. */
	public function mark( string $state, array $facts = array() ): void {
		$this->item->update_meta_data( self::STATE, $state );
		$this->item->update_meta_data( self::REASON, isset( $facts[ self::REASON ] ) ? $facts[ self::REASON ] : '' );
		foreach ( $facts as $name => $value ) {
			$this->item->update_meta_data( $name, $value );
		}
		$this->item->save();
		$this->mark_order();
	}

	/** A render as the service tells of it. */
	public function mark_render( array $render ): void {
		$this->mark(
			self::FINALIZED,
			array(
				self::RENDER        => isset( $render['id'] ) ? (string) $render['id'] : '',
				self::RENDER_STATUS => isset( $render['status'] ) ? (string) $render['status'] : '',
				self::PREFLIGHT     => isset( $render['preflight_status'] ) ? (string) $render['preflight_status'] : '',
			)
		);
	}

	public function note( string $text ): void {
		/* translators: 1: name of a product in an order, 2: what happened to its print file */
		$this->order->add_order_note( sprintf( __( 'Platen, %1$s: %2$s', 'platen-for-woocommerce' ), $this->item->get_name(), $text ) );
	}

	private function mark_order(): void {
		$waits = false;
		foreach ( self::of( $this->order ) as $line ) {
			$state = $line->id() === $this->id() ? $this->state() : $line->state();
			$waits = $waits || self::WAITING === $state;
		}
		$said = (string) $this->order->get_meta( self::ORDER_WAITS );
		if ( ( 'yes' === $said ) === $waits ) {
			return;
		}
		if ( $waits ) {
			$this->order->update_meta_data( self::ORDER_WAITS, 'yes' );
		} else {
			$this->order->delete_meta_data( self::ORDER_WAITS );
		}
		$this->order->save_meta_data();
	}
}
