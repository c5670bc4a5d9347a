<?php
/** The fill on its way from the product page through the cart to the order, in every kind of cart. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Classic forms, AJAX and the Store API end up with the same two facts on a cart line: fill and cart reference. */
final class Cart {

	const FILL = 'pp_fill_id';
	const REF  = 'pp_cart';
	/** On a line that was ordered again and whose design could not be copied. */
	const MISSING = 'pp_missing';

	private Offer $offer;
	private Designs $designs;

	public function __construct( Offer $offer, Designs $designs ) {
		$this->offer   = $offer;
		$this->designs = $designs;
	}

	public function hook(): void {
		add_filter( 'woocommerce_add_cart_item_data', array( $this, 'add_facts' ), 10, 3 );
		add_filter( 'woocommerce_store_api_add_to_cart_data', array( $this, 'add_store_api_facts' ), 10, 2 );
		add_filter( 'woocommerce_add_to_cart_validation', array( $this, 'validate' ), 10, 6 );
		add_action( 'woocommerce_store_api_validate_add_to_cart', array( $this, 'validate_store_api' ), 10, 2 );
		add_action( 'woocommerce_check_cart_items', array( $this, 'check' ) );
		add_action( 'woocommerce_checkout_create_order_line_item', array( $this, 'write_line' ), 10, 3 );
		add_action( 'woocommerce_cart_emptied', array( $this->designs, 'forget' ), 10, 0 );
	}

	public function add_facts( $data, $product_id, $variation_id ) {
		$data = (array) $data;
		if ( ! isset( $data[ self::FILL ] ) ) {
			$fill = $this->designs->fill_for( (int) $product_id, (int) $variation_id, Request::text( self::FILL ) );
			if ( '' !== $fill ) {
				$data[ self::FILL ] = $fill;
			}
		}
		if ( isset( $data[ self::FILL ] ) && ! isset( $data[ self::REF ] ) ) {
			$data[ self::REF ] = $this->designs->reference( true );
		}
		return $data;
	}

	/** The Store API has no form: its request carries the fill as a parameter of its own. */
	public function add_store_api_facts( $data, $request ) {
		$given     = $request->get_param( self::FILL );
		$preview   = $request->get_param( 'pp_preview' );
		$product   = wc_get_product( isset( $data['id'] ) ? $data['id'] : 0 );
		$variation = $product && $product->is_type( 'variation' ) ? (int) $product->get_id() : 0;
		$parent    = $product ? (int) ( $variation ? $product->get_parent_id() : $product->get_id() ) : 0;
		$fill      = $this->designs->fill_for( $parent, $variation, is_string( $given ) ? $given : '' );
		if ( '' === $fill ) {
			return $data;
		}
		$data['cart_item_data']               = isset( $data['cart_item_data'] ) ? (array) $data['cart_item_data'] : array();
		$data['cart_item_data'][ self::FILL ] = $fill;
		$data['cart_item_data'][ self::REF ]  = $this->designs->reference( true );
		$this->designs->keep_preview( $fill, is_string( $preview ) ? $preview : '' );
		return $data;
	}

	/** The Store API runs this filter too, and alone gives it the data of the line. */
	public function validate( $passed, $product_id, $quantity = 1, $variation_id = 0, $variation = array(), $data = array() ) {
		// A line that is ordered again gets into the cart in any case: what it lacks is said there, with a link.
		if ( ! $passed || isset( $data[ self::MISSING ] ) ) {
			return $passed;
		}
		$posted  = isset( $data[ self::FILL ] ) ? (string) $data[ self::FILL ] : Request::text( self::FILL );
		$refused = $this->refusal( (int) $product_id, (int) $variation_id, $this->designs->fill_for( (int) $product_id, (int) $variation_id, $posted ) );
		if ( '' === $refused ) {
			$this->designs->keep_preview( $posted, Request::text( 'pp_preview' ) );
			return $passed;
		}
		wc_add_notice( esc_html( $refused ) . $this->link_to( (int) $product_id ), 'error' );
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
		$fill      = isset( $request['cart_item_data'][ self::FILL ] ) ? (string) $request['cart_item_data'][ self::FILL ] : '';
		$refused   = $this->refusal( $parent, $variation, $fill );
		if ( '' !== $refused ) {
			throw new \Automattic\WooCommerce\StoreApi\Exceptions\RouteException( 'platen_not_personalized', esc_html( $refused ), 400 );
		}
	}

	/** A line without its design is in the cart where an order was repeated, or the product got its template afterwards. */
	public function check(): void {
		foreach ( WC()->cart->get_cart() as $line ) {
			$variation_id = isset( $line['variation_id'] ) ? (int) $line['variation_id'] : 0;
			if ( empty( $line[ self::FILL ] ) && $this->offer->requires( (int) $line['product_id'], $variation_id ) ) {
				$name = isset( $line['data'] ) && is_object( $line['data'] ) ? $line['data']->get_name() : '';
				/* translators: %s: name of a product */
				wc_add_notice( esc_html( sprintf( __( 'Please personalize “%s” in your cart before you order.', 'platen-for-woocommerce' ), $name ) ), 'error' );
			}
		}
	}

	/** Fires for the classic checkout and for that of the Store API. Nothing here leaves the shop. */
	public function write_line( $item, $cart_item_key, $values ): void {
		$fill = isset( $values[ self::FILL ] ) ? (string) $values[ self::FILL ] : '';
		if ( ! References::is_fill( $fill ) ) {
			return;
		}
		Line::write( $item, Line::FILL, $fill );
		if ( ! empty( $values[ self::REF ] ) ) {
			Line::write( $item, Line::CART, (string) $values[ self::REF ] );
		}
		$preview = $this->designs->preview( $fill );
		if ( '' !== $preview ) {
			Line::write( $item, Line::PREVIEW, $preview );
		}
		$text = $this->designs->text( $fill );
		if ( array() !== $text ) {
			Line::write( $item, Line::TEXT, (string) wp_json_encode( $text ) );
		}
	}

	/** Why the product cannot be added, in a shopper's words; empty where it can. */
	private function refusal( int $product_id, int $variation_id, string $fill ): string {
		if ( '' === $fill ) {
			return $this->offer->requires( $product_id, $variation_id ) ? __( 'Please personalize this product before you add it to the cart.', 'platen-for-woocommerce' ) : '';
		}
		return References::is_fill( $fill ) ? '' : __( 'Your design could not be read. Please personalize the product again.', 'platen-for-woocommerce' );
	}

	/** From a list or a group of products the way is the product's own page; its button stands beside the sentence there. */
	private function link_to( int $product_id ): string {
		$product = wc_get_product( $product_id );
		return $product ? sprintf( ' <a href="%1$s">%2$s</a>', esc_url( $product->get_permalink() ), esc_html__( 'Personalize', 'platen-for-woocommerce' ) ) : '';
	}
}
