<?php
/** Personalized lines as carts show them: picture, words and the way back into the editor. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** For classic carts by their hooks, for the blocks of cart, mini-cart and checkout by the Store API and a script. */
final class Cart_Display {

	private Editing $editing;
	private Designs $designs;

	public function __construct( Editing $editing, Designs $designs ) {
		$this->editing = $editing;
		$this->designs = $designs;
	}

	public function hook(): void {
		add_action( 'wp_enqueue_scripts', array( $this, 'register_assets' ) );
		add_filter( 'woocommerce_get_item_data', array( $this, 'describe' ), 10, 2 );
		add_filter( 'woocommerce_cart_item_thumbnail', array( $this, 'picture' ), 10, 2 );
		add_filter( 'woocommerce_cart_item_permalink', array( $this, 'lead_to_design' ), 10, 3 );
		add_action( 'woocommerce_after_cart_item_name', array( $this, 'show_link' ), 10, 2 );
		add_filter( 'woocommerce_widget_cart_item_quantity', array( $this, 'add_link' ), 10, 3 );
		add_filter( 'woocommerce_checkout_cart_item_quantity', array( $this, 'add_link' ), 10, 3 );
		add_filter( 'woocommerce_store_api_cart_item_images', array( $this, 'store_api_pictures' ), 10, 2 );
		// WooCommerce's blocks may have been loaded before this plugin.
		if ( did_action( 'woocommerce_blocks_loaded' ) ) {
			$this->extend_store_api();
		} else {
			add_action( 'woocommerce_blocks_loaded', array( $this, 'extend_store_api' ) );
		}
		foreach ( array( 'cart', 'checkout' ) as $block ) {
			add_action( 'woocommerce_blocks_enqueue_' . $block . '_block_scripts_after', array( $this, 'enqueue_block' ) );
		}
		add_filter( 'render_block_woocommerce/mini-cart', array( $this, 'add_to_mini_cart' ) );
	}

	public function register_assets(): void {
		$base = plugins_url( 'assets/', FILE );
		wp_register_style( 'platen-shop', $base . 'shop.css', array(), VERSION );
		wp_register_script( 'platen-cart', $base . 'cart.js', array(), VERSION, true );
		wp_localize_script( 'platen-cart', 'platenCart', array( 'cart' => rest_url( 'wc/store/v1/cart' ) ) );
		if ( is_cart() ) {
			wp_enqueue_style( 'platen-shop' );
		}
	}

	public function enqueue_block(): void {
		wp_enqueue_style( 'platen-shop' );
		wp_enqueue_script( 'platen-cart' );
	}

	/** The mini-cart block has no hook for scripts. */
	public function add_to_mini_cart( $html ) {
		$this->enqueue_block();
		return $html;
	}

	public function describe( $rows, $cart_item ) {
		if ( ! empty( $cart_item[ Cart::FILL ] ) ) {
			$rows[] = array(
				'key'   => __( 'Personalized', 'platen-for-woocommerce' ),
				'value' => __( 'Yes', 'platen-for-woocommerce' ),
			);
			$text   = $this->designs->text( (string) $cart_item[ Cart::FILL ] );
			if ( array() !== $text ) {
				$rows[] = array(
					'key'   => esc_html( $text[0] ),
					'value' => esc_html( $text[1] ),
				);
			}
		}
		return $rows;
	}

	/** Both measures, so that nothing moves when it arrives; the style keeps its shape within them. */
	public function picture( $html, $cart_item ) {
		$url = $this->preview_of( $cart_item );
		if ( '' === $url ) {
			return $html;
		}
		return sprintf(
			'<img class="platen-cart-preview attachment-woocommerce_thumbnail" src="%1$s" alt="%2$s" loading="lazy" decoding="async" width="300" height="300">',
			esc_url( $url ),
			esc_attr__( 'Your design', 'platen-for-woocommerce' )
		);
	}

	/** The name and the picture of a line lead to its design, in every cart. */
	public function lead_to_design( $url, $cart_item, $key = '' ) {
		$own = '' === (string) $url ? '' : $this->url_of( $cart_item, (string) $key );
		return '' === $own ? $url : $own;
	}

	public function show_link( $cart_item, $key ): void {
		$url = $this->url_of( $cart_item, (string) $key );
		if ( '' !== $url ) {
			printf( '<p class="platen-cart-edit"><a href="%1$s">%2$s</a></p>', esc_url( $url ), esc_html( $this->link_text( $cart_item ) ) );
		}
	}

	/** The mini-cart and the summary of the checkout have a place behind the quantity. */
	public function add_link( $html, $cart_item, $key ): string {
		ob_start();
		$this->show_link( $cart_item, $key );
		return $html . ob_get_clean();
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
		$url = $this->url_of( $cart_item, isset( $cart_item['key'] ) ? (string) $cart_item['key'] : '' );
		return array(
			'fill_id'   => empty( $cart_item[ Cart::FILL ] ) ? null : (string) $cart_item[ Cart::FILL ],
			'edit_url'  => '' === $url ? null : $url,
			'edit_text' => '' === $url ? null : $this->link_text( $cart_item ),
		);
	}

	public function extension_schema(): array {
		$text = array(
			'type'     => array( 'string', 'null' ),
			'context'  => array( 'view', 'edit' ),
			'readonly' => true,
		);
		return array(
			'fill_id'   => array( 'description' => __( 'The design of a personalized line.', 'platen-for-woocommerce' ) ) + $text,
			'edit_url'  => array( 'description' => __( 'The page on which the design is changed.', 'platen-for-woocommerce' ) ) + $text,
			'edit_text' => array( 'description' => __( 'The text of the link to that page.', 'platen-for-woocommerce' ) ) + $text,
		);
	}

	private function url_of( $cart_item, string $key ): string {
		$has = ! empty( $cart_item[ Cart::FILL ] ) || ! empty( $cart_item[ Cart::MISSING ] );
		return $has && '' !== $key ? $this->editing->line_url( (array) $cart_item, $key ) : '';
	}

	private function link_text( $cart_item ): string {
		return empty( $cart_item[ Cart::FILL ] ) ? __( 'Personalize', 'platen-for-woocommerce' ) : __( 'Change design', 'platen-for-woocommerce' );
	}

	private function preview_of( $cart_item ): string {
		return $this->designs->preview( isset( $cart_item[ Cart::FILL ] ) ? (string) $cart_item[ Cart::FILL ] : '' );
	}
}
