<?php
/**
 * The product page: the button that opens the editor, and the hidden fields that carry its fill into the cart.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** What is printed here is the same for every shopper, so that pages can be cached. */
final class Product_Page {

	/** @var Settings */
	private $settings;
	/** @var Mappings */
	private $mappings;

	public function __construct( Settings $settings, Mappings $mappings ) {
		$this->settings = $settings;
		$this->mappings = $mappings;
	}

	public function hook(): void {
		add_action( 'wp_enqueue_scripts', array( $this, 'register_assets' ) );
		add_action( 'woocommerce_before_add_to_cart_button', array( $this, 'show_button' ) );
		add_filter( 'woocommerce_product_supports', array( $this, 'refuse_quick_add' ), 10, 3 );
		add_filter( 'woocommerce_product_add_to_cart_url', array( $this, 'lead_to_page' ), 10, 2 );
		add_filter( 'woocommerce_product_add_to_cart_text', array( $this, 'name_link' ), 10, 2 );
	}

	public function register_assets(): void {
		$base = plugins_url( 'assets/', FILE );
		wp_register_style( 'platen-product', $base . 'product.css', array(), VERSION );
		wp_register_script( 'platen-product', $base . 'product.js', array(), VERSION, true );
	}

	public function show_button(): void {
		global $product;
		if ( ! is_object( $product ) || ! $this->settings->can_personalize() ) {
			return;
		}
		$templates = $this->mappings->templates_of( $product );
		if ( array() === $templates ) {
			return;
		}
		wp_enqueue_style( 'platen-product' );
		if ( $product->is_type( 'variable' ) ) {
			wp_enqueue_script( 'jquery' );
		}
		wp_enqueue_script( 'platen-product' );
		$variants = array();
		foreach ( array_keys( $templates ) as $id ) {
			$variants[ $id ] = 0 === $id ? '' : References::product( $id );
		}
		$words = array(
			'personalize' => __( 'Personalize', 'platen-for-woocommerce' ),
			'change'      => __( 'Change your design', 'platen-for-woocommerce' ),
			'choose'      => __( 'Choose the product options first.', 'platen-for-woocommerce' ),
			'saved'       => __( 'Your design is saved. You can now add it to the cart.', 'platen-for-woocommerce' ),
			'again'       => __( 'This option uses a different design. Please personalize it again.', 'platen-for-woocommerce' ),
			'first'       => __( 'Please personalize this product before you add it to the cart.', 'platen-for-woocommerce' ),
			'failed'      => __( 'The editor could not be opened. Please try again.', 'platen-for-woocommerce' ),
			'preview'     => __( 'Your design', 'platen-for-woocommerce' ),
		);
		printf(
			'<div class="platen-personalize" data-platen-loader="%1$s" data-platen-service="%2$s" data-platen-cart="%3$s" data-platen-saved="%4$s" data-platen-templates="%5$s" data-platen-variants="%6$s" data-platen-words="%7$s">',
			esc_url( $this->settings->widget_url() . '/widget/v1.js' ),
			esc_attr( $this->settings->service_url() ),
			esc_url( \WC_AJAX::get_endpoint( 'platen_cart' ) ),
			esc_url( \WC_AJAX::get_endpoint( 'platen_saved' ) ),
			esc_attr( (string) wp_json_encode( (object) $templates ) ),
			esc_attr( (string) wp_json_encode( (object) $variants ) ),
			esc_attr( (string) wp_json_encode( $words ) )
		);
		printf(
			'<button type="button" class="button alt platen-personalize__button" data-service-key="%1$s" data-service-product="%2$s" data-service-variant="" data-service-cart="">%3$s</button>',
			esc_attr( $this->settings->publishable_key() ),
			esc_attr( References::product( (int) $product->get_id() ) ),
			esc_html( $words['personalize'] )
		);
		echo '<img class="platen-personalize__preview" alt="" hidden>';
		echo '<p class="platen-personalize__says" role="status" aria-live="polite"></p>';
		echo '<input type="hidden" name="pp_fill_id" value=""><input type="hidden" name="pp_preview" value="">';
		echo '</div>';
	}

	/** From a list of products there is no way to personalize: the product's page is. */
	public function refuse_quick_add( $supports, $feature, $product ) {
		return 'ajax_add_to_cart' === $feature && $this->is_mapped( $product ) ? false : $supports;
	}

	public function lead_to_page( $url, $product ) {
		return $this->is_mapped( $product ) ? $product->get_permalink() : $url;
	}

	public function name_link( $text, $product ) {
		return $this->is_mapped( $product ) ? __( 'Personalize', 'platen-for-woocommerce' ) : $text;
	}

	private function is_mapped( $product ): bool {
		return $this->settings->can_personalize() && $product->is_type( 'simple' ) && '' !== (string) $product->get_meta( Mappings::TEMPLATE );
	}
}
