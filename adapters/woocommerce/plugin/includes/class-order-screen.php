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
		add_action( 'admin_post_platen_look', array( $this, 'look' ) );
	}

	public function add_box( $screen, $order = null ): void {
		$order = $this->order_of( $order );
		if ( null === $order || ( array() === Line::of( $order ) && ! $this->outbox->concerns( $order ) ) ) {
			return;
		}
		$this->snapshot->ask_soon( $order );
		if ( ! self::has_rows( $order ) && '' === Words::waiting( $order ) ) {
			return;
		}
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
		$this->show_waiting( $order );
		if ( self::has_rows( $order ) ) {
			$this->show_lines( $order );
		}
		echo '<p>';
		$this->show_button( Order_Actions::order_url( 'platen_refresh', $order ), __( 'Refresh', 'platen-for-woocommerce' ) );
		echo '</p>';
	}

	/** Sends and asks for a screen that is open already, and gives the box anew. */
	public function look(): void {
		$order = Order_Actions::asked_order( 'platen_look' );
		$this->outbox->send_first( $order );
		$order = wc_get_order( $order->get_id() );
		if ( Outbox::was_sent( $order ) ) {
			$this->snapshot->ask_now( $order );
		}
		ob_start();
		$this->show( wc_get_order( $order->get_id() ) );
		wp_send_json( array( 'html' => ob_get_clean() ) );
	}

	private static function has_rows( $order ): bool {
		return array() !== Line::of( $order ) || array() !== Snapshot::of( $order )['removed'];
	}

	private function show_lines( $order ): void {
		echo '<table class="widefat striped platen-lines"><thead><tr>';
		foreach ( array( __( 'Line', 'platen-for-woocommerce' ), __( 'Quantity', 'platen-for-woocommerce' ), __( 'Status', 'platen-for-woocommerce' ), __( 'File', 'platen-for-woocommerce' ) ) as $head ) {
			printf( '<th scope="col">%s</th>', esc_html( $head ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( Line::of( $order ) as $line ) {
			$this->show_line( $line );
		}
		foreach ( Snapshot::of( $order )['removed'] as $core ) {
			$this->show_removed( $order, $core );
		}
		echo '</tbody></table>';
	}

	/** Something on the way to the service is said above the lines, as it holds for the order as a whole. */
	private function show_waiting( $order ): void {
		$text = Words::waiting( $order );
		if ( '' === $text ) {
			return;
		}
		$sent = '' === Words::sending( $order );
		$kind = $sent ? 'info' : ( Outbox::status( $order )['given_up'] ? 'error' : 'warning' );
		// The page's script asks for the answer, and shows it.
		$look = $sent || Outbox::is_untried( $order ) ? Order_Actions::order_url( 'platen_look', $order ) : '';
		printf( '<div class="notice notice-%1$s inline" role="status" data-platen-look="%2$s"><p>%3$s ', esc_attr( $kind ), esc_url( $look ), esc_html( $text ) );
		if ( ! $sent ) {
			$this->show_button( Order_Actions::order_url( 'platen_send_now', $order ), __( 'Try now', 'platen-for-woocommerce' ) );
		}
		echo '</p></div>';
	}

	private function show_line( Line $line ): void {
		$this->begin_row( $line->order, $line->core(), $line->item->get_name() );
		// Below the name, as a press is set up by it.
		foreach ( Materials::rows( $line->inks(), $line->paper() ) as $label => $named ) {
			printf( '<div class="platen-materials"><span class="platen-materials__label">%s</span> ', esc_html( $label . ':' ) );
			Materials::show( $named );
			echo '</div>';
		}
		$this->show_state( $line->order, $line->core(), Words::quantity( $line ), $line->is_made() ? Words::preflight( $line->preflight() ) : '' );
		$this->show_actions( $line );
		echo '</td></tr>';
	}

	/** A line that is no longer in the order, while the service has something to say of its print. */
	private function show_removed( $order, array $core ): void {
		/* translators: %s: name of a product */
		$this->begin_row( $order, $core, sprintf( __( '%s (removed from the order)', 'platen-for-woocommerce' ), Snapshot::product_name( $core ) ) );
		$this->show_state( $order, $core, Words::text( $core, 'quantity_label' ), '' );
		echo '</td></tr>';
	}

	private function begin_row( $order, array $core, string $name ): void {
		printf(
			'<tr data-platen-state="%1$s" data-platen-tone="%2$s"><td data-label="%3$s"><strong>%4$s</strong>',
			esc_attr( Words::text( $core, 'state' ) ),
			esc_attr( Snapshot::is_old( $order ) ? 'neutral' : Words::tone( $core ) ),
			esc_attr__( 'Line', 'platen-for-woocommerce' ),
			esc_html( trim( $name ) )
		);
	}

	private function show_state( $order, array $core, string $quantity, string $preflight ): void {
		printf(
			'</td><td data-label="%1$s">%2$s</td><td data-label="%3$s"><span class="platen-state">%4$s</span>',
			esc_attr__( 'Quantity', 'platen-for-woocommerce' ),
			esc_html( $quantity ),
			esc_attr__( 'Status', 'platen-for-woocommerce' ),
			esc_html( Words::state_in( $order, $core ) )
		);
		foreach ( array_filter( array( Words::text( $core, 'message' ), Snapshot::is_old( $order ) ? '' : $preflight ) ) as $text ) {
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
		if ( Order_Actions::offers( $line, 'release' ) && ! Order_Actions::is_looked_at_first( $line ) ) {
			$this->show_button( Order_Actions::url( 'platen_release', $line ), $actions['release'] );
		}
		if ( Order_Actions::offers( $line, 'retry' ) ) {
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
