<?php
/**
 * A page of the shop for a line that was ordered without a design. Staff make the design here, or the customer does, by a
 * link.
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/**
 * The link is signed and names one line. It works until the line has a design or the order has ended. The product's own
 * page would not do: it may be hidden or sold out.
 */
final class Design_Page {

	const LINK = 'platen_design';
	/** An order that has come to its end; staff may still add a design to a completed one. */
	const ENDED = array( 'completed', 'cancelled', 'refunded', 'trash' );

	private Client $client;
	private Offer $offer;
	private Designs $designs;
	private Product_Page $product_page;

	public function __construct( Client $client, Offer $offer, Designs $designs, Product_Page $product_page ) {
		$this->client       = $client;
		$this->offer        = $offer;
		$this->designs      = $designs;
		$this->product_page = $product_page;
	}

	public function hook(): void {
		// Before WordPress leads the address elsewhere.
		add_action( 'template_redirect', array( $this, 'show' ), 5 );
		add_action( 'wc_ajax_platen_design', array( $this, 'tell' ) );
		add_action( 'wc_ajax_platen_designed', array( $this, 'keep' ) );
	}

	public static function url( Line $line ): string {
		return add_query_arg( array( self::LINK => $line->order->get_id() . '-' . $line->id() . '-' . self::signature( $line ) ), home_url( '/' ) );
	}

	public function show(): void {
		if ( '' !== Request::text( self::LINK ) ) {
			$this->page( Request::text( self::LINK ) );
			exit;
		}
	}

	public function page( string $link ): void {
		wc_nocache_headers();
		add_filter( 'wp_robots', 'wp_robots_no_robots' );
		add_filter( 'pre_get_document_title', array( $this, 'title' ) );
		wp_enqueue_style( 'platen-shop' );
		$line = $this->line_of( $link );
		status_header( null === $line ? 410 : 200 );
		echo '<!doctype html><html ';
		language_attributes();
		printf( '><head><meta charset="%s"><meta name="viewport" content="width=device-width, initial-scale=1">', esc_attr( get_bloginfo( 'charset' ) ) );
		wp_head();
		echo '</head><body ';
		body_class( 'platen-design-page woocommerce woocommerce-page' );
		echo '>';
		wp_body_open();
		printf( '<header><a href="%1$s">%2$s</a></header><main>', esc_url( home_url( '/' ) ), esc_html( get_bloginfo( 'name' ) ) );
		$this->show_main( $line );
		echo '</main>';
		wp_footer();
		echo '</body></html>';
	}

	public function title(): string {
		return __( 'Your design', 'platen-for-woocommerce' ) . ' – ' . get_bloginfo( 'name' );
	}

	/** Tells the page the session in which the editor opens. */
	public function tell(): void {
		nocache_headers();
		$line = $this->line_of( Request::text( self::LINK ) );
		if ( null === $line || ! $this->lacks_design( $line ) ) {
			wp_send_json( array( 'cart' => '', 'line' => null, 'design' => null ) );
		}
		$variation_id = (int) $line->item->get_variation_id();
		$body         = array(
			'external_product_id' => References::product( (int) $line->item->get_product_id() ),
			'external_variant_id' => 0 === $variation_id ? null : References::product( $variation_id ),
			'external_cart_id'    => self::cart_of( $line ),
		);
		wp_send_json(
			array(
				'cart'   => self::cart_of( $line ),
				'line'   => array( 'variation' => $variation_id ),
				'design' => array( 'fill' => '', 'variation' => $variation_id, 'preview' => '', 'session' => Editing::session_of( $this->client->open_session( $body ) ) ),
			)
		);
	}

	/** Puts the saved design on the line; the order is sent again by that. Only a design that was made here is taken. */
	public function keep(): void {
		nocache_headers();
		$line = $this->line_of( Request::text( self::LINK ) );
		$fill = Request::text( Cart::FILL );
		if ( null === $line || $line->fill_id() === $fill || ! $this->lacks_design( $line ) ) {
			wp_send_json( array( 'kept' => true, 'changed' => null !== $line && '' !== $fill && $line->fill_id() === $fill ) );
		}
		$reply = References::is_fill( $fill ) ? $this->client->fill( $fill ) : new Reply( 404 );
		$found = $reply->object( 'fill' );
		if ( ! $reply->ok() || ! isset( $found['external_cart_id'] ) || self::cart_of( $line ) !== $found['external_cart_id'] ) {
			wp_send_json( array( 'kept' => false ), $reply->ok() ? 400 : 503 );
		}
		list( $label, $words ) = array( Request::text( 'pp_label' ), Request::text( 'pp_text' ) );
		Line::write( $line->item, Line::FILL, $fill );
		Line::write( $line->item, Line::CART, self::cart_of( $line ) );
		Line::write( $line->item, Line::PREVIEW, $this->designs->clean_preview( $fill, Request::text( 'pp_preview' ) ) );
		Line::write( $line->item, Line::TEXT, '' === $label || '' === $words ? '' : (string) wp_json_encode( array( mb_substr( $label, 0, 60 ), mb_substr( $words, 0, 100 ) ) ) );
		$line->item->save();
		$line->note( self::is_staff() ? __( 'Design added.', 'platen-for-woocommerce' ) : __( 'The customer added the design.', 'platen-for-woocommerce' ) );
		wp_send_json( array( 'kept' => true, 'changed' => true ) );
	}

	private function show_main( ?Line $line ): void {
		if ( null === $line || ( '' === $line->fill_id() && ! $this->lacks_design( $line ) ) ) {
			printf( '<h1>%1$s</h1><p>%2$s</p>', esc_html__( 'Link expired', 'platen-for-woocommerce' ), esc_html( self::ended() ) );
			return;
		}
		printf( '<h1>%s</h1>', esc_html( $line->item->get_name() ) );
		/* translators: 1: number of an order, 2: number of pieces */
		printf( '<p>%s</p>', esc_html( sprintf( __( 'Order %1$s, quantity %2$d', 'platen-for-woocommerce' ), $line->order->get_order_number(), $line->quantity() ) ) );
		if ( '' !== $line->fill_id() ) {
			$this->show_saved( $line );
			return;
		}
		$back = self::is_staff() ? $line->order->get_edit_order_url() : self::url( $line );
		echo '<form class="cart">';
		$this->product_page->show_box(
			wc_get_product( (int) $line->item->get_product_id() ),
			array( $this->offer->template( (int) $line->item->get_product_id(), (int) $line->item->get_variation_id() ) ),
			array( 'ask' => 'platen_design', 'save' => 'platen_designed', 'back' => $back, 'variation' => (int) $line->item->get_variation_id() ),
			array(
				'changing' => '',
				'saving'   => __( 'Your design is being saved…', 'platen-for-woocommerce' ),
				'unsaved'  => __( 'Your design could not be saved in the order.', 'platen-for-woocommerce' ),
				'changed'  => __( 'Your design is saved in the order.', 'platen-for-woocommerce' ),
				'removed'  => self::ended(),
				'gone'     => self::ended(),
				'cart'     => self::is_staff() ? __( 'Back to the order', 'platen-for-woocommerce' ) : '',
				'away'     => __( 'Personalizing is not possible right now. Please try again later.', 'platen-for-woocommerce' ),
			)
		);
		echo '</form>';
	}

	private function show_saved( Line $line ): void {
		printf( '<p role="status">%s</p>', esc_html__( 'Your design is saved in the order. Thank you.', 'platen-for-woocommerce' ) );
		$picture = $this->designs->clean_preview( $line->fill_id(), $line->meta( Line::PREVIEW ) );
		if ( '' !== $picture ) {
			printf( '<img class="platen-design-page__picture" src="%1$s" alt="%2$s">', esc_url( $picture ), esc_attr__( 'Your design', 'platen-for-woocommerce' ) );
		}
	}

	private static function ended(): string {
		return __( 'This link no longer works. Please ask the shop for a new one.', 'platen-for-woocommerce' );
	}

	/** The line of a link; null where the link is wrong, or the order is gone or at its end. */
	private function line_of( string $link ): ?Line {
		if ( 1 !== preg_match( '/^(\d+)-(\d+)-([0-9a-f]{32})$/D', $link, $parts ) ) {
			return null;
		}
		$line  = Line::find( (int) $parts[1], (int) $parts[2] );
		$ended = self::is_staff() ? array_diff( self::ENDED, array( 'completed' ) ) : self::ENDED;
		$works = null !== $line && hash_equals( self::signature( $line ), $parts[3] ) && ! in_array( $line->order->get_status(), $ended, true );
		return $works ? $line : null;
	}

	private function lacks_design( Line $line ): bool {
		$product_id = (int) $line->item->get_product_id();
		return '' === $line->fill_id() && 0 === $line->printed() && wc_get_product( $product_id ) && '' !== $this->offer->template( $product_id, (int) $line->item->get_variation_id() );
	}

	/** The order's key is secret to its customer; with it, links of a copied order are not those of the first. */
	private static function signature( Line $line ): string {
		return self::hash( 'link', $line );
	}

	/** Ties what is made here to its line, as a cart does with what is made before the order. */
	private static function cart_of( Line $line ): string {
		return 'cart_' . self::hash( 'cart', $line );
	}

	private static function hash( string $use, Line $line ): string {
		return substr( hash_hmac( 'sha256', $use . ' ' . $line->key() . ' ' . $line->order->get_order_key(), wp_salt( 'auth' ) ), 0, 32 );
	}

	private static function is_staff(): bool {
		return current_user_can( Order_Actions::CAPABILITY );
	}
}
