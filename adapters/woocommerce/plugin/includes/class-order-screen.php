<?php
/**
 * The box on the order screen: what is printed, its file, why something waits or is held, and what to do.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Shows what the order's own meta says, so that the screen opens at once whether the service is there or not. */
final class Order_Screen {

	/** The box lies in the form of the order; its buttons belong to a form of their own, at the end of the page. */
	const FORM = 'platen-order-actions';

	public function hook(): void {
		add_action( 'add_meta_boxes', array( $this, 'add_box' ), 10, 2 );
	}

	public function add_box( $screen, $order = null ): void {
		$order = $this->order_of( $order );
		if ( null === $order || array() === Line::of( $order ) ) {
			return;
		}
		add_meta_box( 'platen-print-files', __( 'Print files', 'platen-for-woocommerce' ), array( $this, 'show' ), $screen, 'normal', 'high' );
		add_action( 'admin_footer', array( $this, 'show_form' ) );
		wp_enqueue_style( 'platen-admin', plugins_url( 'assets/admin.css', FILE ), array(), VERSION );
	}

	public function show_form(): void {
		printf( '<form id="%s" method="post"></form>', esc_attr( self::FORM ) );
	}

	public function show( $order ): void {
		$order = $this->order_of( $order );
		if ( null === $order ) {
			return;
		}
		echo '<table class="widefat striped platen-lines"><thead><tr>';
		foreach ( array( __( 'Line', 'platen-for-woocommerce' ), __( 'Quantity', 'platen-for-woocommerce' ), __( 'Status', 'platen-for-woocommerce' ), __( 'File', 'platen-for-woocommerce' ) ) as $head ) {
			printf( '<th scope="col">%s</th>', esc_html( $head ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( Line::of( $order ) as $line ) {
			$this->show_line( $line );
		}
		echo '</tbody></table><p>';
		$query = array( 'action' => 'platen_refresh', 'order' => (int) $order->get_id() );
		$this->show_button( wp_nonce_url( add_query_arg( $query, admin_url( 'admin-post.php' ) ), 'platen_refresh_' . (int) $order->get_id() ), __( 'Refresh', 'platen-for-woocommerce' ) );
		echo '</p>';
	}

	private function show_line( Line $line ): void {
		$more = array_filter( array( Words::next_try( $line ), Line::FINALIZED === $line->state() ? Words::preflight( $line->meta( Line::PREFLIGHT ) ) : '' ) );
		printf(
			'<tr data-platen-state="%1$s"><td data-label="%2$s"><strong>%3$s</strong>',
			esc_attr( $line->state() ),
			esc_attr__( 'Line', 'platen-for-woocommerce' ),
			esc_html( $line->item->get_name() )
		);
		// Below the name, as a press is set up by it.
		foreach ( Materials::rows( $line->inks(), $line->paper() ) as $label => $named ) {
			printf( '<div class="platen-materials"><span class="platen-materials__label">%s</span> ', esc_html( $label . ':' ) );
			Materials::show( $named );
			echo '</div>';
		}
		printf(
			'</td><td data-label="%1$s">%2$s</td><td data-label="%3$s">%4$s',
			esc_attr__( 'Quantity', 'platen-for-woocommerce' ),
			esc_html( Words::quantity( $line ) ),
			esc_attr__( 'Status', 'platen-for-woocommerce' ),
			esc_html( Words::state( $line ) )
		);
		foreach ( $more as $text ) {
			printf( '<br>%s', esc_html( $text ) );
		}
		printf( '</td><td data-label="%s" class="platen-lines__actions">', esc_attr__( 'File', 'platen-for-woocommerce' ) );
		$this->show_actions( $line );
		echo '</td></tr>';
	}

	private function show_actions( Line $line ): void {
		if ( 'succeeded' === $line->meta( Line::RENDER_STATUS ) || ( Line::FINALIZED === $line->state() && '' === $line->meta( Line::RENDER_STATUS ) ) ) {
			printf( '<a class="button" target="_blank" rel="noopener" href="%1$s">%2$s</a> ', esc_url( Order_Actions::url( 'platen_pdf', $line ) ), esc_html__( 'Open the PDF', 'platen-for-woocommerce' ) );
		}
		printf( '<a class="button" href="%1$s">%2$s</a> ', esc_url( Order_Review::url( $line ) ), esc_html( Line::HELD === $line->state() ? __( 'Review design', 'platen-for-woocommerce' ) : __( 'View design', 'platen-for-woocommerce' ) ) );
		if ( Line::WAITING === $line->state() ) {
			$this->show_button( Order_Actions::url( 'platen_retry', $line ), __( 'Try now', 'platen-for-woocommerce' ) );
			return;
		}
		$failed = Line::FINALIZED === $line->state() && 'failed' === $line->meta( Line::RENDER_STATUS );
		$stays  = Line::HELD === $line->state() && 'printed_then_canceled' === $line->meta( Line::REASON );
		if ( $failed || ( ! $stays && in_array( $line->state(), array( Line::HELD, Line::FAILED ), true ) ) ) {
			$this->show_button( Order_Actions::url( 'platen_retry', $line ), __( 'Try again', 'platen-for-woocommerce' ) );
		}
	}

	private function show_button( string $url, string $text ): void {
		printf( '<button type="submit" class="button" form="%1$s" formaction="%2$s">%3$s</button> ', esc_attr( self::FORM ), esc_url( $url ), esc_html( $text ) );
	}

	/** @param mixed $given A post where orders are posts, else the order itself. */
	private function order_of( $given ) {
		if ( $given instanceof \WC_Order ) {
			return $given;
		}
		$order = is_object( $given ) && isset( $given->ID ) ? wc_get_order( $given->ID ) : null;
		return $order instanceof \WC_Order ? $order : null;
	}
}
