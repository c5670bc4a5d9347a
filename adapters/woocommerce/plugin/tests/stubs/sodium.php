<?php
/** What WordPress brings where PHP has no sodium, as far as the tests need it: a box that opens with its own key alone. */

// phpcs:disable

const SODIUM_CRYPTO_SECRETBOX_NONCEBYTES = 24;

function sodium_crypto_secretbox( $text, $nonce, $key ) {
	$stream = '';
	for ( $block = 0; strlen( $stream ) < strlen( $text ); $block++ ) $stream .= hash_hmac( 'sha256', $nonce . $block, $key, true );
	$hidden = $text ^ $stream;
	return substr( hash_hmac( 'sha256', $nonce . $hidden, $key, true ), 0, 16 ) . $hidden;
}

function sodium_crypto_secretbox_open( $box, $nonce, $key ) {
	$text = substr( sodium_crypto_secretbox( substr( $box, 16 ), $nonce, $key ), 16 );
	return hash_equals( sodium_crypto_secretbox( $text, $nonce, $key ), $box ) ? $text : false;
}
