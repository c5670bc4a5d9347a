<?php
/** Loads the stubs and the plugin; each test puts the plugin onto an empty site. */

// phpcs:disable

error_reporting( E_ALL );
set_error_handler(
	function ( $level, $message, $file, $line ) {
		if ( ! ( error_reporting() & $level ) ) return false;
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);
define( 'ABSPATH', __DIR__ . '/' );
if ( ! function_exists( 'sodium_crypto_secretbox' ) ) require __DIR__ . '/stubs/sodium.php';
require __DIR__ . '/stubs/wordpress.php';
require __DIR__ . '/stubs/woocommerce.php';
Site::reset();
require dirname( __DIR__ ) . '/platen-for-woocommerce.php';
require __DIR__ . '/ShopTestCase.php';
