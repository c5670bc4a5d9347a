<?php
/** Which products shoppers can personalize, and which are sold personalized only. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The button and the requirement ask here, so that a product is never refused for want of a button that is not shown. */
class Offer {

	private Settings $settings;
	private Mappings $mappings;

	public function __construct( Settings $settings, Mappings $mappings ) {
		$this->settings = $settings;
		$this->mappings = $mappings;
	}

	/** The template of a choice; empty where it has none, or where the editor cannot be opened. */
	public function template( int $product_id, int $variation_id = 0 ): string {
		return $this->settings->can_personalize() ? $this->mappings->template_of( $product_id, $variation_id ) : '';
	}

	/**
	 * The template of a product, as `0`, and of each variation that differs from it.
	 *
	 * @return array<int, string>
	 */
	public function templates( $product ): array {
		return $this->settings->can_personalize() ? $this->mappings->templates_of( $product ) : array();
	}

	/** Whether a choice can be bought with a design only. */
	public function requires( int $product_id, int $variation_id = 0 ): bool {
		return '' !== $this->template( $product_id, $variation_id ) && self::is_required( $product_id, $variation_id );
	}

	/** What the shop's own code says of a choice that has a template. */
	public static function is_required( int $product_id, int $variation_id ): bool {
		/**
		 * Whether a product with a template is sold personalized only.
		 *
		 * @param bool $requires     True.
		 * @param int  $product_id   The product.
		 * @param int  $variation_id Its variation, or 0.
		 */
		return (bool) apply_filters( 'platen_requires_fill', true, $product_id, $variation_id );
	}
}
