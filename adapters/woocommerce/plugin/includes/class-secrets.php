<?php
/** Keeps the secret key unreadable in the database and its dumps. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Seals and opens short texts under the site's own salts; WordPress brings sodium where PHP has none. */
final class Secrets {

	public static function seal( string $text ): string {
		$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- bytes in an option.
		return 'v1:' . base64_encode( $nonce . sodium_crypto_secretbox( $text, $nonce, self::key() ) );
	}

	/** Empty where the text was sealed under other salts, or is none of ours. */
	public static function open( string $sealed ): string {
		if ( 0 !== strpos( $sealed, 'v1:' ) ) {
			return '';
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- bytes in an option.
		$bytes = base64_decode( substr( $sealed, 3 ), true );
		if ( false === $bytes || strlen( $bytes ) <= SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ) {
			return '';
		}
		$nonce = substr( $bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		$text  = sodium_crypto_secretbox_open( substr( $bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ), $nonce, self::key() );
		return false === $text ? '' : $text;
	}

	private static function key(): string {
		return hash( 'sha256', 'platen-for-woocommerce ' . wp_salt( 'auth' ), true );
	}
}
