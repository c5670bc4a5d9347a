<?php
/**
 * Decides whether a fill is what a line of an order may print.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** A shopper can write any fill id into a form: what does not belong together is held until somebody has looked. */
final class Line_Check {

	/** @var Mappings */
	private $mappings;

	public function __construct( Mappings $mappings ) {
		$this->mappings = $mappings;
	}

	/**
	 * @param array $fill      As the service tells of it.
	 * @param bool  $lenient   Somebody has looked: product and cart are no longer held against it.
	 * @return string The reason to hold the line, or empty.
	 */
	public function reason( Line $line, array $fill, string $order_reference, bool $lenient = false ): string {
		$order = isset( $fill['external_order_id'] ) ? (string) $fill['external_order_id'] : '';
		$other = isset( $fill['line_ref'] ) ? (string) $fill['line_ref'] : '';
		if ( '' !== $order && $order !== $order_reference ) {
			return 'fill_of_other_order';
		}
		if ( '' !== $order && '' !== $other && (string) $line->id() !== $other ) {
			return 'fill_on_other_line';
		}
		if ( $lenient ) {
			return '';
		}
		$cart = isset( $fill['external_cart_id'] ) ? (string) $fill['external_cart_id'] : '';
		$own  = $line->meta( Line::CART );
		if ( '' !== $cart && '' !== $own && ! hash_equals( $own, $cart ) ) {
			return 'cart_mismatch';
		}
		return $this->is_of_product( $line, $fill ) ? '' : 'template_mismatch';
	}

	/**
	 * The fill was made for this very product and variation; or for the product, and what the line's variation is
	 * printed from now is the fill's template.
	 */
	private function is_of_product( Line $line, array $fill ): bool {
		$product_id   = (int) $line->item->get_product_id();
		$variation_id = (int) $line->item->get_variation_id();
		$product      = isset( $fill['external_product_id'] ) ? (string) $fill['external_product_id'] : '';
		$variation    = isset( $fill['external_variant_id'] ) ? (string) $fill['external_variant_id'] : '';
		if ( '' !== $product && References::product( $product_id ) !== $product ) {
			return false;
		}
		$own = 0 === $variation_id ? '' : References::product( $variation_id );
		if ( '' !== $product && $variation === $own ) {
			return true;
		}
		$template = $this->mappings->template_of( $product_id, $variation_id );
		return '' !== $template && isset( $fill['template_id'] ) && $template === $fill['template_id'];
	}
}
