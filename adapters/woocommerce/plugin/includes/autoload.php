<?php
/** Loads a class of the plugin when it is first used. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

spl_autoload_register(
	static function ( string $name ): void {
		if ( 0 === strpos( $name, __NAMESPACE__ . '\\' ) ) {
			$path = __DIR__ . '/class-' . strtolower( str_replace( '_', '-', substr( $name, strlen( __NAMESPACE__ ) + 1 ) ) ) . '.php';
			if ( is_readable( $path ) ) {
				require_once $path;
			}
		}
	}
);
