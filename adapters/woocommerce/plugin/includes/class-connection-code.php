<?php
/** The connection code of Platen's console: URL and both keys in one text. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Reads a code, `platen_connect_1.payload.checksum`, and says what is wrong with one that was not copied whole. */
final class Connection_Code {

	const NAME    = 'platen_connect_';
	const VERSION = self::NAME . '1';

	/** @return array|string The fields of the settings that the code fills in, or what is wrong with it. */
	public static function read( string $given ) {
		// Mail programs and chats break long lines.
		$code = (string) preg_replace( '/[^A-Za-z0-9._-]+/', '', $given );
		if ( '' === $code ) {
			return __( 'Paste the connection code from Platen.', 'platen-for-woocommerce' );
		}
		if ( 0 !== strpos( $code, self::NAME ) ) {
			return __( 'This is not a whole connection code: it does not start with platen_connect_. Copy it again with the button in Platen.', 'platen-for-woocommerce' );
		}
		list( $version, $payload, $checksum ) = array_pad( explode( '.', $code, 3 ), 3, '' );
		if ( '' !== $payload && self::VERSION !== $version ) {
			return __( 'This connection code comes from a newer Platen. Update the plugin.', 'platen-for-woocommerce' );
		}
		if ( strlen( $checksum ) < 8 ) {
			return __( 'The connection code is cut off. Copy it again with the button in Platen.', 'platen-for-woocommerce' );
		}
		$fields = hash( 'crc32b', $version . '.' . $payload ) === $checksum ? self::fields( $payload ) : null;
		return null === $fields ? __( 'Characters of the connection code are missing or changed. Copy it again with the button in Platen.', 'platen-for-woocommerce' ) : $fields;
	}

	private static function fields( string $payload ): ?array {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- JSON in a line that can be copied.
		$fields = json_decode( (string) base64_decode( strtr( $payload, '-_', '+/' ), true ), true );
		if ( ! is_array( $fields ) ) {
			return null;
		}
		$read = array( 'widget_url' => '' );
		foreach ( array( 'service_url', 'secret_key', 'publishable_key', 'widget_url' ) as $name ) {
			if ( isset( $fields[ $name ] ) && is_string( $fields[ $name ] ) ) {
				$read[ $name ] = $fields[ $name ];
			}
		}
		return 4 === count( $read ) ? $read : null;
	}
}
