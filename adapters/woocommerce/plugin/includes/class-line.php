<?php
/** A line of an order that Platen prints, or is to print. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Reads and writes a line's meta; orders are reached through WooCommerce's own objects alone. */
final class Line {

	const FILL    = '_pp_fill_id';
	const CART    = '_pp_cart';
	const PREVIEW = '_pp_preview';
	/** Label and words of the design's first text, as JSON. */
	const TEXT = '_pp_text';
	/** `order:item`, written when the line is first sent: where it names another order, the line is a copy. */
	const OF = '_pp_of';
	/** The order that the line was copied from. */
	const COPIED_FROM = '_pp_copied_from';
	/** The line as the service describes it, as JSON. */
	const CORE = '_pp_core';
	/** Earlier versions, and the adapter for REST keys, write what happened to the line. */
	const STATE         = '_pp_state';
	const REASON        = '_pp_reason';
	const RENDER        = '_pp_render_id';
	const RENDER_STATUS = '_pp_render_status';
	const PREFLIGHT     = '_pp_preflight';
	const PRINTED       = '_pp_printed';
	const INKS          = '_pp_inks';
	const PAPER         = '_pp_paper';
	const COPY          = '_pp_copy_id';
	const ALL_META      = array( self::FILL, self::CART, self::PREVIEW, self::TEXT, self::OF, self::COPIED_FROM, self::CORE, self::STATE, self::REASON, self::RENDER, self::RENDER_STATUS, self::PREFLIGHT, self::PRINTED, self::INKS, self::PAPER, self::COPY, '_pp_released', '_pp_refund_noted', '_pp_review', '_pp_review_reason' );

	/** On the order: it waits for Platen; since when; a line needs somebody. */
	const ORDER_WAITS       = '_pp_waiting';
	const ORDER_WAITS_SINCE = '_pp_waiting_since';
	const ORDER_HELD        = '_pp_held';
	/** On the order: personal data was removed, and the designs go once the order is done with. */
	const ORDER_ERASES = '_pp_erase';
	const ATTENTION    = 'platen_attention';

	/** @var \WC_Order */
	public $order;
	/** @var \WC_Order_Item_Product */
	public $item;

	public function __construct( $order, $item ) {
		$this->order = $order;
		$this->item  = $item;
	}

	/** @return Line[] The lines that carry a design, or that the service knows though they carry none. */
	public static function of( $order ): array {
		$lines = array();
		foreach ( self::all( $order ) as $line ) {
			if ( '' !== $line->fill_id() || array() !== $line->core() ) {
				$lines[] = $line;
			}
		}
		return $lines;
	}

	/** @return Line[] All lines of products. */
	public static function all( $order ): array {
		$lines = array();
		foreach ( $order->get_items( 'line_item' ) as $item ) {
			$lines[] = new self( $order, $item );
		}
		return $lines;
	}

	/** Null where order or line are gone. */
	public static function find( int $order_id, int $item_id ): ?Line {
		$order = wc_get_order( $order_id );
		foreach ( $order ? self::all( $order ) : array() as $line ) {
			if ( $line->id() === $item_id ) {
				return $line;
			}
		}
		return null;
	}

	/** The text of an item's meta, whether it stands in a list of one or, as other versions and the adapter write, by itself. */
	public static function read( $item, string $name ): string {
		$value = $item->get_meta( $name );
		$value = is_array( $value ) ? reset( $value ) : $value;
		return is_scalar( $value ) ? (string) $value : '';
	}

	/** In a list of one: WooCommerce shows texts in every order, even while this plugin is switched off, and lists nowhere. */
	public static function write( $item, string $name, string $value ): void {
		if ( '' === $value ) {
			$item->delete_meta_data( $name );
			return;
		}
		$item->update_meta_data( $name, array( $value ) );
	}

	public function id(): int {
		return (int) $this->item->get_id();
	}

	/** `order:item`, as OF has it. */
	public function key(): string {
		return (int) $this->order->get_id() . ':' . $this->id();
	}

	public function meta( string $name ): string {
		return self::read( $this->item, $name );
	}

	public function fill_id(): string {
		return $this->meta( self::FILL );
	}

	/** The fill that goes to press: a copy, where the line's own could not be printed again. */
	public function print_fill_id(): string {
		$copy = $this->fact( 'printed_fill_id' );
		$copy = '' === $copy ? $this->meta( self::COPY ) : $copy;
		return '' === $copy ? $this->fill_id() : $copy;
	}

	/** The ids of everything that a person's words stand in. */
	public function fill_ids(): array {
		return array_values( array_unique( array_filter( array( $this->fill_id(), $this->meta( self::COPY ), $this->print_fill_id() ) ) ) );
	}

	/** The design's first text with its label; empty where it is not known. */
	public function text(): string {
		$text = json_decode( $this->meta( self::TEXT ), true );
		return is_array( $text ) && 2 === count( $text ) ? $text[0] . ': ' . $text[1] : '';
	}

	/** As ordered, a part of a piece rounded up to a whole one: other plugins sell by the metre or the pack. */
	public function quantity(): int {
		return max( 1, (int) ceil( (float) $this->item->get_quantity() ) );
	}

	public function is_rounded(): bool {
		return (float) $this->quantity() > (float) $this->item->get_quantity() && (float) $this->item->get_quantity() > 0;
	}

	/** Of the quantity; money given back without items refunds none. */
	public function refunded(): int {
		$refunded = abs( (float) $this->order->get_qty_refunded_for_item( $this->id() ) );
		return $this->quantity() - max( 0, (int) ceil( (float) $this->item->get_quantity() - $refunded ) );
	}

	/** The line of the service's order as its API describes it; empty until the service has answered. */
	public function core(): array {
		if ( ! in_array( $this->meta( self::OF ), array( '', $this->key() ), true ) ) {
			return array();
		}
		$core = json_decode( $this->meta( self::CORE ), true );
		return is_array( $core ) ? $core : $this->noted_before();
	}

	/** The service's id of the line, by which it is released or tried again; empty where it is not known. */
	public function core_id(): string {
		return $this->fact( 'id' );
	}

	/** One of the service's states of lines; empty until it has answered. */
	public function state(): string {
		return $this->fact( 'state' );
	}

	public function reason(): string {
		return $this->fact( 'reason' );
	}

	/** @return array<int, array{action: string, label: string}> What staff can do: `release`, `retry`, `add_design`. */
	public function actions(): array {
		$core = $this->core();
		return array_values(
			array_filter(
				isset( $core['actions'] ) && is_array( $core['actions'] ) ? $core['actions'] : array(),
				static function ( $one ) {
					return isset( $one['action'], $one['label'] ) && is_string( $one['action'] ) && is_string( $one['label'] );
				}
			)
		);
	}

	public function render_id(): string {
		return $this->fact( 'render_id' );
	}

	/** `queued`, `succeeded`, `failed`, `canceled`; empty where there is no print file. */
	public function render_status(): string {
		return $this->fact( 'render_status' );
	}

	/** `pass`, `warn`, `fail`, `pending`; empty where there is no print file. */
	public function preflight(): string {
		return $this->fact( 'preflight_status' );
	}

	/** How many pieces went to press, in all prints of the line. */
	public function printed(): int {
		return (int) $this->fact( 'printed_quantity' );
	}

	/** Whether its print file is made, or being made by a press that no cancellation reaches. */
	public function is_made(): bool {
		return in_array( $this->state(), array( 'finalized', 'fulfilled' ), true ) && 'queued' !== $this->render_status();
	}

	/** @return array<int, array{name: string, hex: string}> Empty where nothing has a name. */
	public function inks(): array {
		$core = $this->core();
		return self::named( isset( $core['inks'] ) && is_array( $core['inks'] ) ? $core['inks'] : array() );
	}

	/** @return array<int, array{name: string, hex: string}> One or none. */
	public function paper(): array {
		$core = $this->core();
		return self::named( isset( $core['paper'] ) ? array( $core['paper'] ) : array() );
	}

	/** Of a list from outside what has a name; a colour that is none becomes empty, as it comes into a style. */
	public static function named( array $list ): array {
		$named = array();
		foreach ( $list as $one ) {
			$name = is_array( $one ) && isset( $one['name'] ) && is_scalar( $one['name'] ) ? trim( (string) $one['name'] ) : '';
			if ( '' === $name ) {
				continue;
			}
			$hex     = isset( $one['hex'] ) && is_string( $one['hex'] ) && 1 === preg_match( '/^#[0-9a-f]{6}$/iD', $one['hex'] ) ? $one['hex'] : '';
			$named[] = array( 'name' => $name, 'hex' => $hex );
		}
		return $named;
	}

	/** The service erases the picture with the design, so that its address would show nothing; the text is erased here. */
	public function forget_design(): void {
		if ( '' !== $this->meta( self::PREVIEW ) . $this->meta( self::TEXT ) ) {
			$this->item->delete_meta_data( self::PREVIEW );
			$this->item->delete_meta_data( self::TEXT );
			$this->item->save();
		}
	}

	public function note( string $text ): void {
		/* translators: 1: name of a product in an order, 2: what happened to its print file */
		$this->order->add_order_note( sprintf( __( 'Platen, %1$s: %2$s', 'platen-for-woocommerce' ), $this->item->get_name(), $text ) );
	}

	private function fact( string $name ): string {
		$core = $this->core();
		return isset( $core[ $name ] ) && is_scalar( $core[ $name ] ) ? (string) $core[ $name ] : '';
	}

	/** What an earlier version, or the adapter for REST keys, has noted. */
	private function noted_before(): array {
		$state = $this->meta( self::STATE );
		if ( '' === $state ) {
			return array();
		}
		$paper = json_decode( $this->meta( self::PAPER ), true );
		return array(
			'state'            => 'waiting' === $state ? 'finalizing' : $state,
			'reason'           => $this->meta( self::REASON ),
			'render_id'        => $this->meta( self::RENDER ),
			'render_status'    => $this->meta( self::RENDER_STATUS ),
			'preflight_status' => $this->meta( self::PREFLIGHT ),
			'printed_quantity' => (int) $this->meta( self::PRINTED ),
			'inks'             => json_decode( $this->meta( self::INKS ), true ),
			'paper'            => is_array( $paper ) ? reset( $paper ) : null,
		);
	}
}
