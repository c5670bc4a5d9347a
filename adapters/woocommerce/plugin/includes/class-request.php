<?php
/** Reads and cleans the values of a request, and checks whether its sender has permission. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The pages of the shop are cached and carry no nonce: a cart reference, a key or a signature stands for it there. */
final class Request {

	public static function text( string $name ): string {
		// phpcs:ignore WordPress.Security.NonceVerification
		return isset( $_REQUEST[ $name ] ) && is_string( $_REQUEST[ $name ] ) ? sanitize_text_field( wp_unslash( $_REQUEST[ $name ] ) ) : '';
	}

	public static function number( string $name ): int {
		return absint( self::text( $name ) );
	}

	/** Ends a request without the nonce of this action, or of who has not the capability. */
	public static function require_staff( string $capability, string $action ): void {
		if ( ! current_user_can( $capability ) ) {
			wp_die( esc_html__( 'You do not have permission to do this.', 'platen-for-woocommerce' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( $action );
	}
}
