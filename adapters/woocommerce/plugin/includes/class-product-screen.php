<?php
/** The product screen: which template a product and its variations are printed from. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** A choice on the product's general tab and on each variation; WooCommerce checks the screen's nonce. */
final class Product_Screen {

	const FIELD           = 'platen_template';
	const VARIATION_FIELD = 'platen_variation_template';

	private Mappings $mappings;

	public function __construct( Mappings $mappings ) {
		$this->mappings = $mappings;
	}

	public function hook(): void {
		add_action( 'woocommerce_product_options_general_product_data', array( $this, 'show_product' ) );
		add_action( 'woocommerce_product_after_variable_attributes', array( $this, 'show_variation' ), 10, 3 );
		add_action( 'woocommerce_process_product_meta', array( $this, 'save_product' ), 20 );
		add_action( 'woocommerce_save_product_variation', array( $this, 'save_variation' ), 20, 2 );
	}

	public function show_product(): void {
		global $post;
		$product = $post ? wc_get_product( $post->ID ) : null;
		$chosen  = $product ? (string) $product->get_meta( Mappings::TEMPLATE ) : '';
		echo '<div class="options_group">';
		$this->show_choice( self::FIELD, self::FIELD, $chosen, array( '' => __( 'Not personalized', 'platen-for-woocommerce' ) ) );
		echo '</div>';
	}

	public function show_variation( $loop, $variation_data, $post ): void {
		$variation = wc_get_product( $post->ID );
		$chosen    = $variation ? (string) $variation->get_meta( Mappings::TEMPLATE ) : '';
		$this->show_choice(
			self::VARIATION_FIELD . '_' . (int) $loop,
			self::VARIATION_FIELD . '[' . (int) $loop . ']',
			$chosen,
			array(
				''             => __( 'Same as product', 'platen-for-woocommerce' ),
				Mappings::NONE => __( 'Not personalized', 'platen-for-woocommerce' ),
			)
		);
	}

	public function save_product( $id ): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- WooCommerce has checked the screen's nonce.
		if ( current_user_can( 'edit_post', $id ) && isset( $_POST[ self::FIELD ] ) && is_string( $_POST[ self::FIELD ] ) ) {
			// phpcs:ignore WordPress.Security.NonceVerification.Missing
			$this->save( (int) $id, sanitize_text_field( wp_unslash( $_POST[ self::FIELD ] ) ) );
		}
	}

	public function save_variation( $id, $loop ): void {
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- WooCommerce has checked the screen's nonce.
		if ( ! current_user_can( 'edit_post', $id ) || ! isset( $_POST[ self::VARIATION_FIELD ][ $loop ] ) ) {
			return;
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- cleaned below, once it is a text.
		$given = wp_unslash( $_POST[ self::VARIATION_FIELD ][ $loop ] );
		// phpcs:enable
		if ( is_string( $given ) ) {
			$this->save( (int) $id, sanitize_text_field( $given ) );
		}
	}

	private function save( int $id, string $template_id ): void {
		$product = wc_get_product( $id );
		$is_none = $product && $product->is_type( 'variation' ) && Mappings::NONE === $template_id;
		if ( ! $product || ( '' !== $template_id && ! $is_none && 1 !== preg_match( '/^tpl_[A-Za-z0-9_-]{1,80}$/D', $template_id ) ) ) {
			return;
		}
		$refused = $this->mappings->save( $product, $template_id );
		if ( null === $refused ) {
			do_action( 'platen_product_mapped', $id, $is_none ? '' : $template_id );
			return;
		}
		$said = '' === $refused->message() ? $refused->code() : $refused->message();
		/* translators: 1: name of a product, 2: why, in the service's own words */
		$text = __( 'The template of “%1$s” was not changed because Platen rejected it (%2$s). The previous template stays active.', 'platen-for-woocommerce' );
		Notices::say( 'error', sprintf( $text, $product->get_name(), $said ) );
	}

	private function show_choice( string $id, string $name, string $chosen, array $none ): void {
		$choices = $this->mappings->choices();
		$help    = __( 'Customers personalize this template before they add the product to the cart.', 'platen-for-woocommerce' );
		if ( $choices instanceof Reply ) {
			$help    = __( 'The templates cannot be loaded. Check the connection under WooCommerce, Platen.', 'platen-for-woocommerce' );
			$choices = array();
		}
		// What is set stays to be seen and chosen, though the template is paused or the service away.
		if ( '' !== $chosen && ! isset( $none[ $chosen ] ) && ! isset( $choices[ $chosen ] ) ) {
			$template = $this->mappings->template( $chosen );
			if ( null === $template ) {
				$choices[ $chosen ] = $chosen;
			} else {
				/* translators: %s: title of a template */
				$choices[ $chosen ] = sprintf( 'paused' === $template['status'] ? __( '%s (paused)', 'platen-for-woocommerce' ) : __( '%s (not published)', 'platen-for-woocommerce' ), $template['title'] );
				$help               = __( 'This template is not published: customers cannot personalize the product until it is published again in Platen. Saved designs are still printed.', 'platen-for-woocommerce' );
			}
		}
		woocommerce_wp_select(
			array(
				'id'            => $id,
				'name'          => $name,
				'label'         => __( 'Platen template', 'platen-for-woocommerce' ),
				'value'         => $chosen,
				'options'       => $none + $choices,
				'desc_tip'      => true,
				'description'   => $help,
				// Rows of variations fill their panel; on a product's tab such a row takes the help away from its field.
				'wrapper_class' => self::FIELD === $id ? '' : 'form-row form-row-full',
			)
		);
	}
}
