<?php
/** The names by which shop and service know the same things. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** References are opaque to the service: they have to be the shop's own and to stay. */
final class References {

	/** An order of one shop among all that print with the same service: not its number, which can be changed. */
	public static function order( Settings $settings, int $order_id ): string {
		return $settings->shop() . ':' . $order_id;
	}

	/**
	 * A product, by its own id. The sites of a network count their products each for themselves, so that there the
	 * site's number stands before it; a shop alone has nothing before it.
	 */
	public static function product( int $id ): string {
		$reference = is_multisite() ? get_current_blog_id() . ':' . $id : (string) $id;
		/**
		 * For two shops that print with one team of the service: a reference that is not the other's.
		 *
		 * @param string $reference What products and variations are known by.
		 * @param int    $id        The product or variation.
		 */
		return (string) apply_filters( 'platen_product_reference', $reference, $id );
	}

	public static function is_fill( string $id ): bool {
		return 1 === preg_match( '/^fill_[A-Za-z0-9_-]{1,80}$/D', $id );
	}
}
