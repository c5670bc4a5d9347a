<?php
/** The product page: the button that opens the editor, and the hidden fields that carry its fill into the cart. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** What is printed here is the same for every shopper, so that pages can be cached. */
final class Product_Page {

	private Settings $settings;
	private Offer $offer;

	public function __construct( Settings $settings, Offer $offer ) {
		$this->settings = $settings;
		$this->offer    = $offer;
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
		wp_register_script( 'platen-address', $base . 'address.js', array(), VERSION, true );
		wp_register_script( 'platen-product', $base . 'product.js', array( 'platen-address' ), VERSION, true );
	}

	public function show_button(): void {
		global $product;
		$templates = is_object( $product ) ? $this->offer->templates( $product ) : array();
		if ( array() !== $templates ) {
			$this->show_box( $product, $templates );
		}
	}

	/**
	 * The button with all that its script needs.
	 *
	 * @param \WC_Product $product   The product.
	 * @param string[]    $templates By variation, with that of all others at 0.
	 * @param array       $ordered   On the page of an ordered line: the actions that ask and save, the way back, the variation.
	 * @param string[]    $own       Words that differ there.
	 */
	public function show_box( $product, array $templates, array $ordered = array(), array $own = array() ): void {
		$ordered += array( 'ask' => 'platen_cart', 'save' => 'platen_saved', 'back' => wc_get_cart_url(), 'variation' => null );
		wp_enqueue_style( 'platen-shop' );
		wp_enqueue_script( 'platen-product' );
		// The script knows a variation that is not listed by its id.
		$variants = array();
		foreach ( $product->is_type( 'variable' ) ? $product->get_children() : array() as $id ) {
			if ( References::product( (int) $id ) !== (string) $id ) {
				$variants[ (int) $id ] = References::product( (int) $id );
			}
		}
		$words = $own + array(
			'personalize' => __( 'Personalize', 'platen-for-woocommerce' ),
			'change'      => __( 'Change your design', 'platen-for-woocommerce' ),
			'choose'      => __( 'Choose the product options first.', 'platen-for-woocommerce' ),
			'saved'       => __( 'Your design is saved. You can now add it to the cart.', 'platen-for-woocommerce' ),
			'changed'     => __( 'The design in your cart is changed.', 'platen-for-woocommerce' ),
			'changing'    => __( 'You are changing a design in your cart.', 'platen-for-woocommerce' ),
			'saving'      => __( 'Your change is being saved…', 'platen-for-woocommerce' ),
			'unsaved'     => __( 'Your change could not be saved in the cart.', 'platen-for-woocommerce' ),
			'retry'       => __( 'Try again', 'platen-for-woocommerce' ),
			'removed'     => __( 'This product is no longer in your cart. Your design is saved. You can now add it to the cart.', 'platen-for-woocommerce' ),
			'cart'        => __( 'Back to cart', 'platen-for-woocommerce' ),
			'back'        => __( 'Back', 'platen-for-woocommerce' ),
			'gone'        => __( 'This design cannot be opened any more. Please personalize the product again.', 'platen-for-woocommerce' ),
			'again'       => __( 'This option uses a different design. Please personalize it again.', 'platen-for-woocommerce' ),
			'first'       => __( 'Please personalize this product before you add it to the cart.', 'platen-for-woocommerce' ),
			'away'        => __( 'Personalizing is not possible right now, so this product cannot be ordered. Please try again later.', 'platen-for-woocommerce' ),
			'failed'      => __( 'The editor could not be opened. Please try again.', 'platen-for-woocommerce' ),
			'preview'     => __( 'Your design', 'platen-for-woocommerce' ),
		);
		printf(
			'<div class="platen-personalize" data-platen-loader="%1$s" data-platen-service="%2$s" data-platen-cart="%3$s" data-platen-saved="%4$s" data-platen-templates="%5$s" data-platen-variants="%6$s" data-platen-words="%7$s" data-platen-cart-page="%8$s"%9$s>',
			esc_url( $this->settings->widget_url() . '/widget/v1.js' ),
			esc_attr( $this->settings->service_url() ),
			esc_url( \WC_AJAX::get_endpoint( $ordered['ask'] ) ),
			esc_url( \WC_AJAX::get_endpoint( $ordered['save'] ) ),
			esc_attr( (string) wp_json_encode( (object) $templates ) ),
			esc_attr( (string) wp_json_encode( (object) $variants ) ),
			esc_attr( (string) wp_json_encode( $words ) ),
			esc_url( $ordered['back'] ),
			esc_attr( null === $ordered['variation'] && $product->is_type( 'variable' ) ? ' data-platen-variable' : '' )
		);
		printf(
			'<button type="button" class="%4$s" data-service-key="%1$s" data-service-product="%2$s" data-service-variant="" data-service-cart="">%3$s</button>',
			esc_attr( $this->settings->publishable_key() ),
			esc_attr( References::product( (int) $product->get_id() ) ),
			esc_html( $words['personalize'] ),
			esc_attr( trim( 'button alt platen-personalize__button ' . wc_wp_theme_get_element_class_name( 'button' ) ) )
		);
		echo '<img class="platen-personalize__preview" alt="" width="160" height="160" hidden>';
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
		return $product->is_type( 'simple' ) && '' !== $this->offer->template( (int) $product->get_id() );
	}
}
