<?php
/** The compiled words, as WordPress reads them. */

// phpcs:disable

use PHPUnit\Framework\TestCase;

final class WordsTest extends TestCase {

	const FOLDER = __DIR__ . '/../languages/';

	/** msgid => its translations. */
	private function read( $name ) {
		$found = array();
		foreach ( explode( "\n\n", trim( file_get_contents( self::FOLDER . $name ) ) ) as $entry ) {
			preg_match( '/^msgid "(.*)"$/m', $entry, $id );
			preg_match_all( '/^msgstr(?:\[\d\])? "(.*)"$/m', $entry, $texts );
			if ( '' !== $id[1] ) $found[ stripslashes( $id[1] ) ] = array_map( 'stripslashes', $texts[1] );
		}
		ksort( $found );
		return $found;
	}

	/** The binary is what WordPress reads: MO as gettext describes it, little-endian. */
	public function test_the_compiled_words_are_those_of_the_source() {
		$mo   = file_get_contents( self::FOLDER . 'platen-for-woocommerce-de_DE.mo' );
		$head = unpack( 'Vmagic/Vrevision/Vcount/Vids/Vtexts', $mo );
		$this->assertSame( 0x950412de, $head['magic'] );
		$texts = array();
		for ( $at = 0; $at < $head['count']; $at++ ) {
			foreach ( array( 'ids', 'texts' ) as $which ) {
				$place = unpack( 'Vlength/Voffset', $mo, $head[ $which ] + 8 * $at );
				$pair[ $which ] = explode( "\0", substr( $mo, $place['offset'], $place['length'] ) );
			}
			if ( '' !== $pair['ids'][0] ) $texts[ $pair['ids'][0] ] = $pair['texts'];
		}
		ksort( $texts );
		$this->assertSame( $this->read( 'platen-for-woocommerce-de_DE.po' ), $texts );
	}
}
