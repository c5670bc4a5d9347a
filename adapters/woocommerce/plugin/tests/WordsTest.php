<?php
/**
 * The words: each is in the template of translations, and each is in German.
 *
 * @package Platen\WooCommerce\Tests
 */

// phpcs:disable

use PHPUnit\Framework\TestCase;

final class WordsTest extends TestCase {

	const FOLDER = __DIR__ . '/../languages/';

	/** What the code says, with its plurals; every call names the plugin's own domain. */
	private function said() {
		$said = array();
		foreach ( glob( dirname( __DIR__ ) . '/includes/*.php' ) as $path ) {
			$tokens = array_values( array_filter( token_get_all( file_get_contents( $path ) ), function ( $token ) { return ! is_array( $token ) || ! in_array( $token[0], array( T_WHITESPACE, T_COMMENT ), true ); } ) );
			foreach ( $tokens as $at => $token ) {
				if ( ! is_array( $token ) || T_STRING !== $token[0] || ! in_array( $token[1], array( '__', '_n', 'esc_html__', 'esc_attr__' ), true ) ) continue;
				$words = array();
				for ( $next = $at + 2; ')' !== $tokens[ $next ]; $next++ ) {
					if ( is_array( $tokens[ $next ] ) && T_CONSTANT_ENCAPSED_STRING === $tokens[ $next ][0] ) $words[] = stripslashes( substr( $tokens[ $next ][1], 1, -1 ) );
				}
				$this->assertSame( 'platen-for-woocommerce', array_pop( $words ), "$path: {$token[1]}" );
				$this->assertCount( '_n' === $token[1] ? 2 : 1, $words, "$path: a text is put together." );
				$said[ $words[0] ] = $words;
			}
		}
		ksort( $said );
		return $said;
	}

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

	public function test_the_template_of_translations_is_what_the_code_says() {
		$this->assertSame( array_keys( $this->said() ), array_keys( $this->read( 'platen-for-woocommerce.pot' ) ) );
	}

	public function test_every_word_is_in_german_with_the_same_places() {
		$german = $this->read( 'platen-for-woocommerce-de_DE.po' );
		foreach ( $this->said() as $id => $words ) {
			$this->assertArrayHasKey( $id, $german );
			$this->assertCount( count( $words ), $german[ $id ] );
			foreach ( $german[ $id ] as $text ) {
				$this->assertNotSame( '', $text, $id );
				foreach ( array( $id, $text ) as $one ) preg_match_all( '/%(\d\$)?[ds]/', $one, $places[] );
				list( $here, $there ) = array_splice( $places, -2 );
				sort( $here[0] );
				sort( $there[0] );
				$this->assertSame( $here[0], $there[0], $id );
			}
		}
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
