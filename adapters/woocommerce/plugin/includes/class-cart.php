<?php
/**
 * The fill on its way from the product page through the cart to the order, in every kind of cart.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Classic forms, AJAX and the Store API end up with the same two facts on a cart line: fill and cart reference. */
final class Cart {

	/** A cookie of the shop's own, as long-lived as an open design: a WooCommerce session ends after two days. */
	const COOKIE  = 'platen_cart';
	const LIFE    = 90 * DAY_IN_SECONDS;
	const SESSION = 'platen_designs';
	const MOST    = 20;

	/** @var Settings */
	private $settings;
	/** @var Mappings */
	private $mappings;

	public function __construct( Settings $settings, Mappings $mappings ) {
		$this->settings = $settings;
		$this->mappings = $mappings;
	}

	public function hook(): void {
		add_action( 'wc_ajax_platen_cart', array( $this, 'tell_cart' ) );
		add_action( 'wc_ajax_platen_saved', array( $this, 'keep_design' ) );

		add_filter( 'woocommerce_add_cart_item_data', array( $this, 'add_facts' ), 10, 3 );
		add_filter( 'woocommerce_store_api_add_to_cart_data', array( $this, 'add_store_api_facts' ), 10, 2 );
		add_filter( 'woocommerce_add_to_cart_validation', array( $this, 'validate' ), 10, 6 );
		add_action( 'woocommerce_store_api_validate_add_to_cart', array( $this, 'validate_store_api' ), 10, 2 );

		add_filter( 'woocommerce_get_item_data', array( $this, 'describe' ), 10, 2 );
		add_filter( 'woocommerce_cart_item_thumbnail', array( $this, 'picture' ), 10, 2 );
		add_filter( 'woocommerce_store_api_cart_item_images', array( $this, 'store_api_pictures' ), 10, 2 );
		add_action( 'woocommerce_blocks_loaded', array( $this, 'extend_store_api' ) );

		add_action( 'woocommerce_checkout_create_order_line_item', array( $this, 'write_line' ), 10, 3 );
		add_filter( 'woocommerce_order_again_cart_item_data', array( $this, 'leave_out_of_reorders' ), 10, 1 );
		add_action( 'woocommerce_cart_emptied', array( $this, 'forget_designs' ) );
	}

	/** Tells the page the cart reference: never a part of a page, which may be cached and shown to another shopper. */
	public function tell_cart(): void {
		nocache_headers();
		wp_send_json( array( 'cart' => $this->reference( true ) ) );
	}

	/**
	 * The page has a saved design: kept with the session, for carts that are filled without the page's form, and for
	 * the picture in the cart. Who does not know the cart reference of the browser is another site.
	 */
	public function keep_design(): void {
		nocache_headers();
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- pages are cached; the reference stands for it.
		$cart      = $this->posted( 'cart' );
		$fill      = $this->posted( 'pp_fill_id' );
		$preview   = $this->posted( 'pp_preview' );
		$product   = (int) $this->posted( 'product_id' );
		$variation = (int) $this->posted( 'variation_id' );
		// phpcs:enable
		$own = $this->reference( false );
		if ( '' === $own || ! hash_equals( $own, $cart ) || ! References::is_fill( $fill ) ) {
			wp_send_json( array( 'kept' => false ), 400 );
		}
		if ( ! WC()->session->has_session() ) {
			WC()->session->set_customer_session_cookie( true );
		}
		$designs          = $this->designs();
		$designs[ $fill ] = array(
			'product'   => $product,
			'variation' => $variation,
			'preview'   => $this->clean_preview( $fill, $preview ),
		);
		WC()->session->set( self::SESSION, array_slice( $designs, -self::MOST, null, true ) );
		$this->replace( $this->posted( 'replaces' ), $fill );
		wp_send_json( array( 'kept' => true ) );
	}

	public function add_facts( $data, $product_id, $variation_id ) {
		$data = (array) $data;
		if ( ! isset( $data['pp_fill_id'] ) ) {
			$fill = $this->fill_for( (int) $product_id, (int) $variation_id, $this->posted( 'pp_fill_id' ) );
			if ( '' !== $fill ) {
				$data['pp_fill_id'] = $fill;
			}
		}
		if ( isset( $data['pp_fill_id'] ) && ! isset( $data['pp_cart'] ) ) {
			$data['pp_cart'] = $this->reference( true );
		}
		return $data;
	}

	/** The Store API has no form: its request carries the fill as a parameter of its own. */
	public function add_store_api_facts( $data, $request ) {
		$given     = $request->get_param( 'pp_fill_id' );
		$preview   = $request->get_param( 'pp_preview' );
		$product   = wc_get_product( isset( $data['id'] ) ? $data['id'] : 0 );
		$variation = $product && $product->is_type( 'variation' ) ? (int) $product->get_id() : 0;
		$parent    = $product ? (int) ( $variation ? $product->get_parent_id() : $product->get_id() ) : 0;
		$fill      = $this->fill_for( $parent, $variation, is_string( $given ) ? $given : '' );
		if ( '' === $fill ) {
			return $data;
		}
		$data['cart_item_data']               = isset( $data['cart_item_data'] ) ? (array) $data['cart_item_data'] : array();
		$data['cart_item_data']['pp_fill_id'] = $fill;
		$data['cart_item_data']['pp_cart']    = $this->reference( true );
		$this->keep_preview( $fill, is_string( $preview ) ? $preview : '' );
		return $data;
	}

	/** The Store API runs this filter too, and alone gives it the data of the line. */
	public function validate( $passed, $product_id, $quantity = 1, $variation_id = 0, $variation = array(), $data = array() ) {
		if ( ! $passed ) {
			return $passed;
		}
		$posted  = isset( $data['pp_fill_id'] ) ? (string) $data['pp_fill_id'] : $this->posted( 'pp_fill_id' );
		$refused = $this->refusal( (int) $product_id, (int) $variation_id, $this->fill_for( (int) $product_id, (int) $variation_id, $posted ) );
		if ( '' === $refused ) {
			$this->keep_preview( $posted, $this->posted( 'pp_preview' ) );
			return $passed;
		}
		wc_add_notice( $refused, 'error' );
		return false;
	}

	/**
	 * @param \WC_Product $product A product or a variation.
	 * @param array       $request What is to be added, with its cart_item_data.
	 * @throws \Automattic\WooCommerce\StoreApi\Exceptions\RouteException Where the product is to be personalized first.
	 */
	public function validate_store_api( $product, $request ): void {
		$variation = $product->is_type( 'variation' ) ? (int) $product->get_id() : 0;
		$parent    = (int) ( $variation ? $product->get_parent_id() : $product->get_id() );
		$fill      = isset( $request['cart_item_data']['pp_fill_id'] ) ? (string) $request['cart_item_data']['pp_fill_id'] : '';
		$refused   = $this->refusal( $parent, $variation, $fill );
		if ( '' !== $refused ) {
			throw new \Automattic\WooCommerce\StoreApi\Exceptions\RouteException( 'platen_not_personalized', esc_html( $refused ), 400 );
		}
	}

	public function describe( $rows, $cart_item ) {
		if ( ! empty( $cart_item['pp_fill_id'] ) ) {
			$rows[] = array(
				'key'   => __( 'Personalized', 'platen-for-woocommerce' ),
				'value' => __( 'Yes', 'platen-for-woocommerce' ),
			);
		}
		return $rows;
	}

	public function picture( $html, $cart_item ) {
		$url = $this->preview_of( $cart_item );
		if ( '' === $url ) {
			return $html;
		}
		return sprintf(
			'<img class="platen-cart-preview attachment-woocommerce_thumbnail" src="%1$s" alt="%2$s" loading="lazy" width="300">',
			esc_url( $url ),
			esc_attr__( 'Your design', 'platen-for-woocommerce' )
		);
	}

	public function store_api_pictures( $images, $cart_item ) {
		$url = $this->preview_of( $cart_item );
		if ( '' === $url ) {
			return $images;
		}
		$picture = array(
			'id'               => 0,
			'src'              => $url,
			'thumbnail'        => $url,
			'srcset'           => '',
			'sizes'            => '',
			'thumbnail_srcset' => '',
			'thumbnail_sizes'  => '',
			'name'             => __( 'Your design', 'platen-for-woocommerce' ),
			'alt'              => __( 'Your design', 'platen-for-woocommerce' ),
		);
		return array_merge( array( (object) $picture ), (array) $images );
	}

	public function extend_store_api(): void {
		if ( ! function_exists( 'woocommerce_store_api_register_endpoint_data' ) ) {
			return;
		}
		woocommerce_store_api_register_endpoint_data(
			array(
				'endpoint'        => 'cart-item',
				'namespace'       => 'pp',
				'data_callback'   => array( $this, 'extension_data' ),
				'schema_callback' => array( $this, 'extension_schema' ),
				'schema_type'     => ARRAY_A,
			)
		);
	}

	public function extension_data( $cart_item ): array {
		return array( 'fill_id' => empty( $cart_item['pp_fill_id'] ) ? null : (string) $cart_item['pp_fill_id'] );
	}

	public function extension_schema(): array {
		return array(
			'fill_id' => array(
				'description' => __( 'The design of a personalized line.', 'platen-for-woocommerce' ),
				'type'        => array( 'string', 'null' ),
				'context'     => array( 'view', 'edit' ),
				'readonly'    => true,
			),
		);
	}

	/** Fires for the classic checkout and for that of the Store API. Nothing here leaves the shop. */
	public function write_line( $item, $cart_item_key, $values ): void {
		$fill = isset( $values['pp_fill_id'] ) ? (string) $values['pp_fill_id'] : '';
		if ( ! References::is_fill( $fill ) ) {
			return;
		}
		Line::write( $item, Line::FILL, $fill );
		if ( ! empty( $values['pp_cart'] ) ) {
			Line::write( $item, Line::CART, (string) $values['pp_cart'] );
		}
	}

	/** A printed fill belongs to its order: who orders again personalizes again. */
	public function leave_out_of_reorders( $data ) {
		unset( $data['pp_fill_id'], $data['pp_cart'] );
		return $data;
	}

	/** An order was made of them, or the shopper has thrown them away. */
	public function forget_designs(): void {
		if ( WC()->session ) {
			WC()->session->set( self::SESSION, array() );
		}
	}

	/**
	 * A browser that keeps nothing for the editor's frame cannot go on with a design: the changed one is another fill,
	 * and takes the place of the first in the cart.
	 */
	private function replace( string $old, string $new ): void {
		foreach ( '' === $old || $old === $new ? array() : WC()->cart->get_cart() as $key => $line ) {
			if ( ! isset( $line['pp_fill_id'] ) || $line['pp_fill_id'] !== $old ) {
				continue;
			}
			$variation = isset( $line['variation'] ) ? (array) $line['variation'] : array();
			$facts     = array( 'pp_fill_id' => $new, 'pp_cart' => $this->reference( true ) );
			if ( WC()->cart->add_to_cart( $line['product_id'], $line['quantity'], $line['variation_id'], $variation, $facts ) ) {
				WC()->cart->remove_cart_item( $key );
			}
		}
	}

	/** Why the product cannot be added, in a shopper's words; empty where it can. */
	private function refusal( int $product_id, int $variation_id, string $fill ): string {
		$template = $this->mappings->template_of( $product_id, $variation_id );
		/**
		 * Whether a mapped product is sold personalized only.
		 *
		 * @param bool $requires     True where a template is mapped.
		 * @param int  $product_id   The product.
		 * @param int  $variation_id Its variation, or 0.
		 */
		$requires = (bool) apply_filters( 'platen_requires_fill', '' !== $template, $product_id, $variation_id );
		if ( '' === $fill ) {
			return $requires ? __( 'Please personalize this product before you add it to the cart.', 'platen-for-woocommerce' ) : '';
		}
		return References::is_fill( $fill ) ? '' : __( 'Your design could not be read. Please personalize the product again.', 'platen-for-woocommerce' );
	}

	/** What was sent with the product, else what this browser has last saved for this very choice. */
	private function fill_for( int $product_id, int $variation_id, string $given ): string {
		if ( '' !== $given ) {
			return $given;
		}
		foreach ( array_reverse( $this->designs(), true ) as $fill => $design ) {
			if ( $design['product'] === $product_id && $design['variation'] === $variation_id ) {
				return (string) $fill;
			}
		}
		return '';
	}

	private function preview_of( $cart_item ): string {
		$fill    = isset( $cart_item['pp_fill_id'] ) ? (string) $cart_item['pp_fill_id'] : '';
		$designs = $this->designs();
		return '' === $fill || empty( $designs[ $fill ]['preview'] ) ? '' : (string) $designs[ $fill ]['preview'];
	}

	private function keep_preview( string $fill, string $preview ): void {
		$clean = References::is_fill( $fill ) ? $this->clean_preview( $fill, $preview ) : '';
		if ( '' === $clean || ! WC()->session ) {
			return;
		}
		$designs          = $this->designs();
		$known            = isset( $designs[ $fill ] ) ? $designs[ $fill ] : array( 'product' => 0, 'variation' => 0 );
		$designs[ $fill ] = array_merge( $known, array( 'preview' => $clean ) );
		WC()->session->set( self::SESSION, array_slice( $designs, -self::MOST, null, true ) );
	}

	/** A picture of this fill from the service itself, or empty: a browser must not choose what a cart shows. */
	private function clean_preview( string $fill, string $url ): string {
		$prefix = $this->settings->service_url() . '/files/previews/' . $fill . '.png?';
		$begins = '' !== $this->settings->service_url() && 0 === strpos( $url, $prefix );
		return $begins && strlen( $url ) < 1000 && 1 === preg_match( '/^[A-Za-z0-9_.~%&=-]*$/D', substr( $url, strlen( $prefix ) ) ) ? $url : '';
	}

	/** @return array<string, array> Saved designs of this session by fill, the newest last. */
	private function designs(): array {
		$session = function_exists( 'WC' ) ? WC()->session : null;
		$kept    = $session ? $session->get( self::SESSION, array() ) : array();
		return is_array( $kept ) ? $kept : array();
	}

	/** This browser's cart reference; empty where it has none and none is to be made. */
	private function reference( bool $make ): string {
		$kept = isset( $_COOKIE[ self::COOKIE ] ) && is_string( $_COOKIE[ self::COOKIE ] ) ? sanitize_text_field( wp_unslash( $_COOKIE[ self::COOKIE ] ) ) : '';
		if ( 1 === preg_match( '/^cart_[a-f0-9]{32}$/D', $kept ) ) {
			return $kept;
		}
		if ( ! $make ) {
			return '';
		}
		$made = 'cart_' . bin2hex( random_bytes( 16 ) );
		if ( ! headers_sent() ) {
			setcookie(
				self::COOKIE,
				$made,
				array(
					'expires'  => time() + self::LIFE,
					'path'     => defined( 'COOKIEPATH' ) && COOKIEPATH ? COOKIEPATH : '/',
					'domain'   => defined( 'COOKIE_DOMAIN' ) && COOKIE_DOMAIN ? COOKIE_DOMAIN : '',
					'secure'   => is_ssl(),
					'httponly' => true,
					'samesite' => 'Lax',
				)
			);
		}
		$_COOKIE[ self::COOKIE ] = $made;
		return $made;
	}

	/** The form that adds to the cart carries no nonce, by WooCommerce's own design: pages with it are cached. */
	private function posted( string $name ): string {
		// phpcs:ignore WordPress.Security.NonceVerification
		return isset( $_REQUEST[ $name ] ) && is_string( $_REQUEST[ $name ] ) ? sanitize_text_field( wp_unslash( $_REQUEST[ $name ] ) ) : '';
	}
}
