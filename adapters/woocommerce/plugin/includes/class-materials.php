<?php
/** Ink and paper of a line, by name and swatch. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** For the screens of staff with swatches, for customers and their mails as words. */
final class Materials {

	/**
	 * The rows that have a name, and no others.
	 *
	 * @return array<string, array<int, array{name: string, hex: string}>> By label.
	 */
	public static function rows( array $inks, array $paper ): array {
		$rows = array();
		if ( array() !== $inks ) {
			/* translators: the inks that a design is printed in */
			$rows[ 1 === count( $inks ) ? __( 'Ink', 'platen-for-woocommerce' ) : __( 'Inks', 'platen-for-woocommerce' ) ] = $inks;
		}
		if ( array() !== $paper ) {
			$rows[ __( 'Paper', 'platen-for-woocommerce' ) ] = $paper;
		}
		return $rows;
	}

	/** Prints names with swatches. */
	public static function show( array $named ): void {
		foreach ( $named as $one ) {
			echo '<span class="platen-ink">';
			if ( '' !== $one['hex'] ) {
				printf( '<span class="platen-swatch" style="background:%s" aria-hidden="true"></span>', esc_attr( $one['hex'] ) );
			}
			printf( '%s</span> ', esc_html( $one['name'] ) );
		}
	}

	/** Names alone. */
	public static function text( array $named ): string {
		return implode( ', ', array_column( $named, 'name' ) );
	}
}
