<?php
/** Tells staff on their next screen how something went. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** A notice is shown once, and only to the user whose action it is about. */
final class Notices {

	const SAID = 'platen_said_';

	public static function hook(): void {
		add_action( 'admin_notices', array( self::class, 'show' ) );
	}

	/** @param string $kind `success` or `error`. */
	public static function say( string $kind, string $text ): void {
		set_transient( self::SAID . get_current_user_id(), array( $kind, $text ), HOUR_IN_SECONDS );
	}

	public static function show(): void {
		$name = self::SAID . get_current_user_id();
		$said = get_transient( $name );
		if ( is_array( $said ) ) {
			delete_transient( $name );
			printf( '<div class="notice notice-%1$s is-dismissible"><p>%2$s</p></div>', esc_attr( $said[0] ), esc_html( $said[1] ) );
		}
	}
}
