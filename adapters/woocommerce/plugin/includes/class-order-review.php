<?php
/** A page of its own for one line: picture, values, the job in Platen, and the question before a held line is printed. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Asks the service when it is opened, and no earlier. */
final class Order_Review {

	const PAGE = 'platen-review';

	private Settings $settings;
	private Client $client;

	public function __construct( Settings $settings, Client $client ) {
		$this->settings = $settings;
		$this->client   = $client;
	}

	public function hook(): void {
		add_action( 'admin_menu', array( $this, 'add_page' ) );
	}

	/** In no menu: it is opened from an order. */
	public function add_page(): void {
		$screen = add_submenu_page( '', __( 'Review design', 'platen-for-woocommerce' ), __( 'Review design', 'platen-for-woocommerce' ), Order_Actions::CAPABILITY, self::PAGE, array( $this, 'show' ) );
		if ( is_string( $screen ) ) {
			add_action( 'load-' . $screen, array( $this, 'set_title' ) );
		}
	}

	/** WordPress looks for titles in the menus, where this page is not. */
	public function set_title(): void {
		$GLOBALS['title'] = __( 'Review design', 'platen-for-woocommerce' ); // phpcs:ignore WordPress.WP.GlobalVariablesOverride
	}

	public static function url( Line $line ): string {
		return add_query_arg( array( 'page' => self::PAGE, 'order' => (int) $line->order->get_id(), 'item' => $line->id() ), admin_url( 'admin.php' ) );
	}

	public function show(): void {
		$line = current_user_can( Order_Actions::CAPABILITY ) ? Line::find( Request::number( 'order' ), Request::number( 'item' ) ) : null;
		if ( null === $line ) {
			wp_die( esc_html__( 'This order does not have this line.', 'platen-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		wp_enqueue_style( 'platen-admin', plugins_url( 'assets/admin.css', FILE ), array(), VERSION );
		$reply = References::is_fill( $line->print_fill_id() ) ? $this->client->fill( $line->print_fill_id() ) : new Reply( 404 );
		$fill  = $reply->ok() ? $reply->object( 'fill' ) : null;
		/* translators: 1: name of a product, 2: number of an order */
		printf( '<div class="wrap platen-review"><h1>%s</h1>', esc_html( sprintf( __( '%1$s in order %2$s', 'platen-for-woocommerce' ), $line->item->get_name(), $line->order->get_order_number() ) ) );
		printf( '<p><a href="%1$s">%2$s</a></p>', esc_url( $line->order->get_edit_order_url() ), esc_html__( 'Back to the order', 'platen-for-woocommerce' ) );
		if ( '' !== Words::line( $line ) ) {
			printf( '<div class="notice notice-%1$s inline"><p>%2$s</p></div>', esc_attr( Order_Actions::offers( $line, 'release' ) ? 'warning' : 'info' ), esc_html( Words::line( $line ) ) );
		}
		if ( null === $fill ) {
			printf( '<p>%s</p>', esc_html( 404 === $reply->status ? __( 'Platen does not have this design.', 'platen-for-woocommerce' ) : __( 'Platen did not respond. Try again later.', 'platen-for-woocommerce' ) ) );
		} else {
			$this->show_fill( $fill );
		}
		if ( null !== $fill && Order_Actions::offers( $line, 'release' ) ) {
			$this->ask( $line );
		}
		echo '</div>';
	}

	private function show_fill( array $fill ): void {
		$picture = $this->picture( $fill );
		echo '<div class="platen-review__design">';
		if ( '' !== $picture ) {
			printf( '<img class="platen-review__picture" src="%1$s" alt="%2$s">', esc_attr( $picture ), esc_attr__( 'Preview of the design', 'platen-for-woocommerce' ) );
		}
		echo '<table class="widefat striped platen-review__values"><tbody>';
		$this->show_row( __( 'Template', 'platen-for-woocommerce' ), isset( $fill['template_title'] ) ? (string) $fill['template_title'] : '' );
		$labels = $this->client->labels( isset( $fill['template_id'] ) ? (string) $fill['template_id'] : '' );
		foreach ( isset( $fill['values'] ) ? (array) $fill['values'] : array() as $field => $value ) {
			$this->show_row( isset( $labels[ $field ] ) ? (string) $labels[ $field ] : (string) $field, (string) $value );
		}
		$inks  = isset( $fill['inks'] ) ? (array) $fill['inks'] : array();
		$paper = isset( $fill['paper'] ) ? array( $fill['paper'] ) : array();
		foreach ( Materials::rows( Line::named( $inks ), Line::named( $paper ) ) as $label => $named ) {
			printf( '<tr><th scope="row">%s</th><td>', esc_html( $label ) );
			Materials::show( $named );
			echo '</td></tr>';
		}
		$this->show_row( __( 'Created', 'platen-for-woocommerce' ), isset( $fill['created_at'] ) ? Words::time( (int) strtotime( (string) $fill['created_at'] ) ) : '' );
		echo '</tbody></table></div>';
		printf(
			'<p><a class="button" target="_blank" rel="noopener" href="%1$s">%2$s</a></p>',
			esc_url( $this->settings->service_url() . '/console/orders/' . rawurlencode( (string) $fill['id'] ) ),
			esc_html__( 'Open the job in Platen', 'platen-for-woocommerce' )
		);
	}

	/** The service's own link; of a fill that is over, which has none, the bytes themselves. */
	private function picture( array $fill ): string {
		$link = isset( $fill['preview_url'] ) ? (string) $fill['preview_url'] : '';
		if ( '' !== $link ) {
			return 0 === strpos( $link, $this->settings->service_url() . '/files/' ) ? esc_url_raw( $link ) : '';
		}
		$drawn = $this->client->preview_of( $fill );
		if ( ! $drawn->ok() || 0 !== strpos( $drawn->bytes, "\x89PNG\r\n\x1a\n" ) ) {
			return '';
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- a picture within the page.
		return 'data:image/png;base64,' . base64_encode( $drawn->bytes );
	}

	private function show_row( string $name, string $value ): void {
		printf( '<tr><th scope="row">%1$s</th><td>%2$s</td></tr>', esc_html( $name ), esc_html( $value ) );
	}

	private function ask( Line $line ): void {
		$labels = array_column( $line->actions(), 'label', 'action' );
		printf( '<h2>%s</h2>', esc_html__( 'Print this design?', 'platen-for-woocommerce' ) );
		printf( '<p>%s</p>', esc_html__( 'Platen creates the print file at once. Make sure that this is what the customer ordered.', 'platen-for-woocommerce' ) );
		printf(
			'<form method="post" action="%1$s"><button type="submit" class="button button-primary">%2$s</button> <a class="button" href="%3$s">%4$s</a></form>',
			esc_url( Order_Actions::url( 'platen_release', $line ) ),
			esc_html( $labels['release'] ),
			esc_url( $line->order->get_edit_order_url() ),
			esc_html__( 'Cancel', 'platen-for-woocommerce' )
		);
	}
}
