<?php
/** Personalized lines after the order: as shoppers see them on confirmation, account and e-mails, and in the order's own rows. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Says of a line that it is personalized, shows its picture, and leads to a copy of the design. */
final class Order_Display {

	/** The picture of an ordered design has an address that works for 90 days. */
	const SHOWN_FOR = 85 * DAY_IN_SECONDS;

	private Editing $editing;
	private Designs $designs;
	private bool $is_email = false;

	public function __construct( Editing $editing, Designs $designs ) {
		$this->editing = $editing;
		$this->designs = $designs;
	}

	public function hook(): void {
		add_action( 'woocommerce_email_before_order_table', array( $this, 'begin_email' ), 1, 0 );
		add_action( 'woocommerce_email_after_order_table', array( $this, 'end_email' ), 99, 0 );
		add_action( 'woocommerce_order_item_meta_end', array( $this, 'show' ), 10, 4 );
		add_filter( 'woocommerce_admin_order_item_thumbnail', array( $this, 'admin_picture' ), 10, 3 );
		add_action( 'woocommerce_after_order_itemmeta', array( $this, 'show_admin_text' ), 10, 2 );
	}

	public function begin_email(): void {
		$this->is_email = true;
	}

	public function end_email(): void {
		$this->is_email = false;
	}

	public function show( $item_id, $item, $order, $is_plain = false ): void {
		if ( ! is_object( $item ) || '' === Line::read( $item, Line::FILL ) ) {
			return;
		}
		$line      = new Line( $order, $item );
		$materials = array_filter( array( $line->text() ) );
		foreach ( Materials::rows( $line->inks(), $line->paper() ) as $label => $named ) {
			$materials[] = $label . ': ' . Materials::text( $named );
		}
		if ( $is_plain ) {
			printf( '%s', esc_html( "\n" . implode( "\n", array_merge( array( __( 'Personalized', 'platen-for-woocommerce' ) ), $materials ) ) ) );
			return;
		}
		$picture = $this->picture_of( $line );
		if ( $this->is_email ) {
			$this->show_in_email( $picture, $materials );
			return;
		}
		wp_enqueue_style( 'platen-shop' );
		printf( '<div class="platen-order-line"><p>%s</p>', esc_html__( 'Personalized', 'platen-for-woocommerce' ) );
		foreach ( $materials as $text ) {
			printf( '<p>%s</p>', esc_html( $text ) );
		}
		if ( '' !== $picture ) {
			printf( '<img class="platen-order-preview" src="%1$s" alt="%2$s" loading="lazy" decoding="async" width="160" height="160">', esc_url( $picture ), esc_attr__( 'Your design', 'platen-for-woocommerce' ) );
		}
		$url = $this->editing->order_url( $line );
		if ( '' !== $url ) {
			printf( '<p><a href="%1$s" rel="nofollow">%2$s</a></p>', esc_url( $url ), esc_html__( 'Change design and order again', 'platen-for-woocommerce' ) );
		}
		echo '</div>';
	}

	/** In place of the product's picture, which is the same in every row. */
	public function admin_picture( $html, $item_id, $item ) {
		$order   = is_object( $item ) && '' !== Line::read( $item, Line::FILL ) ? wc_get_order( $item->get_order_id() ) : false;
		$picture = $order ? $this->picture_of( new Line( $order, $item ) ) : '';
		return '' === $picture ? $html : sprintf( '<img src="%1$s" alt="%2$s" loading="lazy" decoding="async" width="150" height="150" style="object-fit:contain">', esc_url( $picture ), esc_attr__( 'Design', 'platen-for-woocommerce' ) );
	}

	public function show_admin_text( $item_id, $item ): void {
		$order = is_object( $item ) && '' !== Line::read( $item, Line::TEXT ) ? wc_get_order( $item->get_order_id() ) : false;
		if ( $order ) {
			printf( '<div class="platen-item-text">%s</div>', esc_html( ( new Line( $order, $item ) )->text() ) );
		}
	}

	/** Mail programs read attributes and styles of the element alone. */
	private function show_in_email( string $picture, array $materials ): void {
		foreach ( array_merge( array( __( 'Personalized', 'platen-for-woocommerce' ) ), $materials ) as $text ) {
			printf( '<br><small>%s</small>', esc_html( $text ) );
		}
		if ( '' !== $picture ) {
			printf( '<br><img src="%1$s" alt="%2$s" width="120" style="width:120px;max-width:120px;height:auto;margin:8px 0 0">', esc_url( $picture ), esc_attr__( 'Your design', 'platen-for-woocommerce' ) );
		}
	}

	private function picture_of( Line $line ): string {
		$made   = $line->order->get_date_created();
		$is_new = ! $made || time() - $made->getTimestamp() < self::SHOWN_FOR;
		return $is_new ? $this->designs->clean_preview( $line->fill_id(), $line->meta( Line::PREVIEW ) ) : '';
	}
}
