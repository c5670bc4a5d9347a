<?php
/** The box on the order screen: each line as the service describes it, its print file, and what staff can do. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Shows what the order's own meta says, so that the screen opens at once whether the service is there or not. */
final class Order_Screen {

	/** The box lies in the form of the order; its buttons belong to a form of their own, at the end of the page. */
	const FORM = 'platen-order-actions';

	private Outbox $outbox;
	private Snapshot $snapshot;

	public function __construct( Outbox $outbox, Snapshot $snapshot ) {
		$this->outbox   = $outbox;
		$this->snapshot = $snapshot;
	}

	public function hook(): void {
		add_action( 'add_meta_boxes', array( $this, 'add_box' ), 10, 2 );
	}

	public function add_box( $screen, $order = null ): void {
		$order = $this->order_of( $order );
		if ( null === $order || ( array() === Line::of( $order ) && ! $this->outbox->concerns( $order ) ) ) {
			return;
		}
		$this->snapshot->ask_soon( $order );
		add_meta_box( 'platen-print-files', __( 'Print files', 'platen-for-woocommerce' ), array( $this, 'show' ), $screen, 'normal', 'high' );
		add_action( 'admin_footer', array( $this, 'show_form' ) );
		wp_enqueue_style( 'platen-admin', plugins_url( 'assets/admin.css', FILE ), array(), VERSION );
		wp_enqueue_script( 'platen-admin', plugins_url( 'assets/admin.js', FILE ), array(), VERSION, true );
	}

	public function show_form(): void {
		printf( '<form id="%s" method="post"></form>', esc_attr( self::FORM ) );
	}

	public function show( $order ): void {
		$order = $this->order_of( $order );
		if ( null === $order ) {
			return;
		}
		$this->show_sending( $order );
		echo '<table class="widefat striped platen-lines"><thead><tr>';
		foreach ( array( __( 'Line', 'platen-for-woocommerce' ), __( 'Quantity', 'platen-for-woocommerce' ), __( 'Status', 'platen-for-woocommerce' ), __( 'File', 'platen-for-woocommerce' ) ) as $head ) {
			printf( '<th scope="col">%s</th>', esc_html( $head ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( Line::of( $order ) as $line ) {
			$this->show_line( $line );
		}
		foreach ( Snapshot::of( $order )['removed'] as $core ) {
			$this->show_removed( $core );
		}
		echo '</tbody></table><p>';
		$this->show_button( Order_Actions::order_url( 'platen_refresh', $order ), __( 'Refresh', 'platen-for-woocommerce' ) );
		echo '</p>';
	}

	/** Something on the way to the service is said above the lines, as it holds for the order as a whole. */
	private function show_sending( $order ): void {
		$text = trim( Words::sending( $order ) . ' ' . Words::next_try( $order ) );
		if ( '' === $text ) {
			return;
		}
		printf( '<div class="notice notice-%1$s inline"><p>%2$s ', esc_attr( Outbox::status( $order )['given_up'] ? 'error' : 'warning' ), esc_html( $text ) );
		$this->show_button( Order_Actions::order_url( 'platen_send_now', $order ), __( 'Try now', 'platen-for-woocommerce' ) );
		echo '</p></div>';
	}

	private function show_line( Line $line ): void {
		$this->begin_row( $line->core(), $line->item->get_name() );
		// Below the name, as a press is set up by it.
		foreach ( Materials::rows( $line->inks(), $line->paper() ) as $label => $named ) {
			printf( '<div class="platen-materials"><span class="platen-materials__label">%s</span> ', esc_html( $label . ':' ) );
			Materials::show( $named );
			echo '</div>';
		}
		$this->show_state( $line->core(), Words::quantity( $line ), $line->is_made() ? Words::preflight( $line->preflight() ) : '' );
		$this->show_actions( $line );
		echo '</td></tr>';
	}

	/** A line that is no longer in the order, while the service has something to say of its print. */
	private function show_removed( array $core ): void {
		/* translators: %s: name of a product */
		$this->begin_row( $core, sprintf( __( '%s (removed from the order)', 'platen-for-woocommerce' ), Snapshot::product_name( $core ) ) );
		$this->show_state( $core, Words::text( $core, 'quantity_label' ), '' );
		echo '</td></tr>';
	}

	private function begin_row( array $core, string $name ): void {
		printf(
			'<tr data-platen-state="%1$s" data-platen-tone="%2$s"><td data-label="%3$s"><strong>%4$s</strong>',
			esc_attr( Words::text( $core, 'state' ) ),
			esc_attr( Words::tone( $core ) ),
			esc_attr__( 'Line', 'platen-for-woocommerce' ),
			esc_html( trim( $name ) )
		);
	}

	private function show_state( array $core, string $quantity, string $preflight ): void {
		printf(
			'</td><td data-label="%1$s">%2$s</td><td data-label="%3$s"><span class="platen-state">%4$s</span>',
			esc_attr__( 'Quantity', 'platen-for-woocommerce' ),
			esc_html( $quantity ),
			esc_attr__( 'Status', 'platen-for-woocommerce' ),
			esc_html( Words::state( $core ) )
		);
		foreach ( array_filter( array( Words::text( $core, 'message' ), $preflight ) ) as $text ) {
			printf( '<br>%s', esc_html( $text ) );
		}
		printf( '</td><td data-label="%s" class="platen-lines__actions">', esc_attr__( 'File', 'platen-for-woocommerce' ) );
	}

	private function show_actions( Line $line ): void {
		$actions = array_column( $line->actions(), 'label', 'action' );
		if ( 'succeeded' === $line->render_status() || ( $line->is_made() && '' === $line->render_status() ) ) {
			$this->show_link( Order_Actions::url( 'platen_pdf', $line ), __( 'Open the PDF', 'platen-for-woocommerce' ), true );
		}
		if ( '' !== $line->fill_id() ) {
			$this->show_link( Order_Review::url( $line ), Order_Actions::is_looked_at_first( $line ) ? __( 'Review design', 'platen-for-woocommerce' ) : __( 'View design', 'platen-for-woocommerce' ) );
		}
		if ( isset( $actions['release'] ) && ! Order_Actions::is_looked_at_first( $line ) ) {
			$this->show_button( Order_Actions::url( 'platen_release', $line ), $actions['release'] );
		}
		if ( isset( $actions['retry'] ) ) {
			$this->show_button( Order_Actions::url( 'platen_retry', $line ), $actions['retry'] );
		}
		if ( isset( $actions['add_design'] ) && '' === $line->fill_id() ) {
			$this->show_link( Design_Page::url( $line ), $actions['add_design'] );
			printf(
				'<button type="button" class="button" data-platen-copy="%1$s" data-platen-copied="%2$s">%3$s</button>',
				esc_url( Design_Page::url( $line ) ),
				esc_attr__( 'Link copied', 'platen-for-woocommerce' ),
				esc_html__( 'Copy link for the customer', 'platen-for-woocommerce' )
			);
		}
	}

	private function show_link( string $url, string $text, bool $in_new_tab = false ): void {
		printf( '<a class="button" target="%1$s" rel="noopener" href="%2$s">%3$s</a> ', esc_attr( $in_new_tab ? '_blank' : '_self' ), esc_url( $url ), esc_html( $text ) );
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
