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
	/** The fill that is printed in place of the line's own, which was ended with its order. */
	const COPY = '_pp_copy_id';
	/** Label and words of the design's first text, as JSON. */
	const TEXT = '_pp_text';
	/** How many went to press. */
	const PRINTED = '_pp_printed';
	/** How many refunded ones staff were told of after printing. */
	const REFUND_NOTED = '_pp_refund_noted';
	/** What the shop's review of the design stands at, and why it was refused. */
	const REVIEW        = '_pp_review';
	const REVIEW_REASON = '_pp_review_reason';
	/** The inks and the paper that are printed, by name and colour, as JSON. */
	const INKS     = '_pp_inks';
	const PAPER    = '_pp_paper';
	const ALL_META = array( self::FILL, self::CART, self::PREVIEW, self::TEXT, self::STATE, self::REASON, self::RENDER, self::RENDER_STATUS, self::PREFLIGHT, self::RELEASED, self::COPY, self::PRINTED, self::REFUND_NOTED, self::REVIEW, self::REVIEW_REASON, self::INKS, self::PAPER );

	/** Beside these a line has no state yet: its order was never to be printed. */
	const WAITING   = 'waiting';
	const FINALIZED = 'finalized';
	const WITHDRAWN = 'withdrawn';
	const HELD      = 'held';
	const FAILED    = 'failed';

	/** On the order: some line of it still waits; since when; some line is held or failed. */
	const ORDER_WAITS       = '_pp_waiting';
	const ORDER_WAITS_SINCE = '_pp_waiting_since';
	const ORDER_HELD        = '_pp_held';
	/** On the order: personal data was removed, and the designs go once the order is done with. */
	const ORDER_ERASES = '_pp_erase';
	const ATTENTION    = 'platen_attention';

	/** What the adapter for REST keys writes for the same things. */
	const ADAPTER_STATES = array(
		'fulfilled'  => self::FINALIZED,
		'attached'   => '',
		'finalizing' => self::WAITING,
	);

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
			if ( '' !== self::read( $item, self::FILL ) ) {
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

	public function fill_id(): string {
		return self::read( $this->item, self::FILL );
	}

	public function meta( string $name ): string {
		return self::read( $this->item, $name );
	}

	public function state(): string {
		$state = $this->meta( self::STATE );
		return array_key_exists( $state, self::ADAPTER_STATES ) ? self::ADAPTER_STATES[ $state ] : $state;
	}

	/** The fill that goes to press. */
	public function print_fill_id(): string {
		$copy = $this->meta( self::COPY );
		return '' === $copy ? $this->fill_id() : $copy;
	}

	/** The ids of everything that a person's words stand in. */
	public function fill_ids(): array {
		return array_values( array_unique( array( $this->fill_id(), $this->print_fill_id() ) ) );
	}

	/** The design's first text with its label; empty where it is not known. */
	public function text(): string {
		$text = json_decode( $this->meta( self::TEXT ), true );
		return is_array( $text ) && 2 === count( $text ) ? $text[0] . ': ' . $text[1] : '';
	}

	public function refunded(): int {
		return (int) ceil( $this->exactly_refunded() );
	}

	private function exactly_refunded(): float {
		return abs( (float) $this->order->get_qty_refunded_for_item( $this->id() ) );
	}

	/** Ordered, without what was refunded. */
	public function quantity_to_print(): int {
		return max( 1, $this->wanted() );
	}

	/** Rounds a part of a piece up to a whole one. */
	private function wanted(): int {
		return max( 0, (int) ceil( (float) $this->item->get_quantity() - $this->exactly_refunded() ) );
	}

	/** Other plugins sell by the metre or the pack. */
	public function is_rounded(): bool {
		return (float) $this->quantity() > (float) $this->item->get_quantity();
	}

	/** How many went to press; nothing before this was noted, and then it was all. */
	public function printed(): int {
		$printed = (int) $this->meta( self::PRINTED );
		return 0 === $printed ? $this->quantity() : $printed;
	}

	/** Whether its print file is made, or being made by a press that no cancellation reaches. */
	public function is_made(): bool {
		return self::FINALIZED === $this->state() && 'queued' !== $this->meta( self::RENDER_STATUS );
	}

	/** How many went to press that are not wanted any more. */
	public function surplus(): int {
		return max( 0, $this->printed() - $this->wanted() );
	}

	public function quantity(): int {
		return max( 1, (int) ceil( (float) $this->item->get_quantity() ) );
	}

	/** Whether all of its quantity was refunded; money given back without items refunds none. */
	public function is_refunded(): bool {
		return $this->exactly_refunded() >= (float) $this->item->get_quantity();
	}

	/** Writes facts of the line, and whether its order still waits for something. */
	public function mark( string $state, array $facts = array() ): void {
		self::write( $this->item, self::STATE, $state );
		self::write( $this->item, self::REASON, isset( $facts[ self::REASON ] ) ? $facts[ self::REASON ] : '' );
		foreach ( $facts as $name => $value ) {
			self::write( $this->item, $name, (string) $value );
		}
		$this->item->save();
		$this->mark_order();
	}

	/** `requested` or `refused`, as this plugin or the adapter for REST keys has noted it; else empty. */
	public function review(): string {
		$status = $this->meta( self::RENDER_STATUS );
		$review = $this->meta( self::REVIEW );
		if ( 'queued' === $status && 'requested' === $review ) {
			return 'requested';
		}
		if ( 'canceled' === $status && 'refused' === $review ) {
			return 'refused';
		}
		$reason = $this->meta( self::REASON );
		return in_array( $reason, array( 'review_requested', 'review_refused' ), true ) ? substr( $reason, strlen( 'review_' ) ) : '';
	}

	/** A render as the service tells of it, and its fill, where that says why the print file is late or does not come. */
	public function mark_render( array $render, ?array $fill = null ): void {
		$review = isset( $fill['review'] ) ? (array) $fill['review'] : array();
		$this->keep_materials( $render );
		$this->mark(
			self::FINALIZED,
			array(
				self::REVIEW        => isset( $review['status'] ) ? (string) $review['status'] : '',
				self::REVIEW_REASON => isset( $review['reason'] ) ? (string) $review['reason'] : '',
				self::RENDER        => isset( $render['id'] ) ? (string) $render['id'] : '',
				self::RENDER_STATUS => isset( $render['status'] ) ? (string) $render['status'] : '',
				self::PREFLIGHT     => isset( $render['preflight_status'] ) ? (string) $render['preflight_status'] : '',
			)
		);
	}

	/** Keeps what a fill or a render says of ink and paper; earlier versions of the service say nothing. Saved with the next mark. */
	public function keep_materials( array $told ): void {
		if ( isset( $told['inks'] ) && is_array( $told['inks'] ) ) {
			self::write( $this->item, self::INKS, self::materials_text( $told['inks'] ) );
		}
		if ( array_key_exists( 'paper', $told ) ) {
			self::write( $this->item, self::PAPER, self::materials_text( is_array( $told['paper'] ) ? array( $told['paper'] ) : array() ) );
		}
	}

	/** @return array<int, array{name: string, hex: string}> Empty where nothing has a name. */
	public function inks(): array {
		return self::materials( $this->meta( self::INKS ) );
	}

	/** @return array<int, array{name: string, hex: string}> One or none. */
	public function paper(): array {
		return self::materials( $this->meta( self::PAPER ) );
	}

	/** Names and colours alone. */
	private static function materials_text( array $told ): string {
		$named = self::named( $told );
		return array() === $named ? '' : (string) wp_json_encode( $named );
	}

	private static function materials( string $text ): array {
		$kept = '' === $text ? null : json_decode( $text, true );
		return is_array( $kept ) ? self::named( $kept ) : array();
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

	private function mark_order(): void {
		$waits = false;
		$held  = false;
		foreach ( self::of( $this->order ) as $line ) {
			$state = $line->id() === $this->id() ? $this->state() : $line->state();
			$waits = $waits || self::WAITING === $state;
			$held  = $held || in_array( $state, array( self::HELD, self::FAILED ), true );
		}
		$changed = $this->flag( self::ORDER_WAITS, $waits );
		if ( $changed && $waits ) {
			$this->order->update_meta_data( self::ORDER_WAITS_SINCE, (string) time() );
		} elseif ( $changed ) {
			$this->order->delete_meta_data( self::ORDER_WAITS_SINCE );
		}
		if ( $this->flag( self::ORDER_HELD, $held ) || $changed ) {
			$this->order->save_meta_data();
			delete_transient( self::ATTENTION );
		}
	}

	/** Gives whether it changed. */
	private function flag( string $name, bool $on ): bool {
		if ( ( 'yes' === (string) $this->order->get_meta( $name ) ) === $on ) {
			return false;
		}
		if ( $on ) {
			$this->order->update_meta_data( $name, 'yes' );
		} else {
			$this->order->delete_meta_data( $name );
		}
		return true;
	}
}
