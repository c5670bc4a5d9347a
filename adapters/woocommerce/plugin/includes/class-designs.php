<?php
/** The designs that this browser has saved, and the reference that ties them to its cart. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Kept in WooCommerce's session; the reference in a cookie of its own. */
class Designs {

	/** As long-lived as an open design: a WooCommerce session ends after two days. */
	const COOKIE  = 'platen_cart';
	const LIFE    = 90 * DAY_IN_SECONDS;
	const SESSION = 'platen_designs';
	const MOST    = 20;

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/** @param string[] $text Label and words of the design's first text. */
	public function keep( string $fill, int $product_id, int $variation_id, string $preview, array $text = array() ): void {
		$session = $this->session();
		if ( null === $session ) {
			return;
		}
		if ( ! $session->has_session() ) {
			$session->set_customer_session_cookie( true );
		}
		$this->put(
			$fill,
			array(
				'product'   => $product_id,
				'variation' => $variation_id,
				'preview'   => $this->clean_preview( $fill, $preview ),
				'text'      => self::clean_text( $text ),
			)
		);
	}

	/** The picture alone, which a form carries beside its fill. */
	public function keep_preview( string $fill, string $preview ): void {
		$clean = References::is_fill( $fill ) ? $this->clean_preview( $fill, $preview ) : '';
		if ( '' === $clean || null === $this->session() ) {
			return;
		}
		$all   = $this->all();
		$known = isset( $all[ $fill ] ) ? $all[ $fill ] : array( 'product' => 0, 'variation' => 0 );
		$this->put( $fill, array_merge( $known, array( 'preview' => $clean ) ) );
	}

	/** What was sent with the product, else what this browser has last saved for this very choice. */
	public function fill_for( int $product_id, int $variation_id, string $given ): string {
		if ( '' !== $given ) {
			return $given;
		}
		foreach ( array_reverse( $this->all(), true ) as $fill => $design ) {
			if ( $design['product'] === $product_id && $design['variation'] === $variation_id ) {
				return (string) $fill;
			}
		}
		return '';
	}

	/** The address of a design's picture, or empty. */
	public function preview( string $fill ): string {
		$all = $this->all();
		return '' === $fill || empty( $all[ $fill ]['preview'] ) ? '' : (string) $all[ $fill ]['preview'];
	}

	/** @return string[] Label and words of a design's first text; empty where it has none. */
	public function text( string $fill ): array {
		$all = $this->all();
		return '' === $fill || empty( $all[ $fill ]['text'] ) ? array() : (array) $all[ $fill ]['text'];
	}

	private static function clean_text( array $text ): array {
		list( $label, $words ) = array_map( 'strval', array_values( $text ) ) + array( '', '' );
		return '' === $label || '' === $words ? array() : array( mb_substr( $label, 0, 60 ), mb_substr( $words, 0, 100 ) );
	}

	public function forget(): void {
		$session = $this->session();
		if ( null !== $session ) {
			$session->set( self::SESSION, array() );
		}
	}

	/** This browser's cart reference; empty where it has none and none is to be made. */
	public function reference( bool $make ): string {
		$kept = isset( $_COOKIE[ self::COOKIE ] ) && is_string( $_COOKIE[ self::COOKIE ] ) ? sanitize_text_field( wp_unslash( $_COOKIE[ self::COOKIE ] ) ) : '';
		if ( 1 === preg_match( '/^cart_[a-f0-9]{32}$/D', $kept ) ) {
			return $kept;
		}
		if ( ! $make ) {
			return '';
		}
		$made = 'cart_' . bin2hex( random_bytes( 16 ) );
		if ( ! headers_sent() ) {
			setcookie(
				self::COOKIE,
				$made,
				array(
					'expires'  => time() + self::LIFE,
					'path'     => defined( 'COOKIEPATH' ) && COOKIEPATH ? COOKIEPATH : '/',
					'domain'   => defined( 'COOKIE_DOMAIN' ) && COOKIE_DOMAIN ? COOKIE_DOMAIN : '',
					'secure'   => is_ssl(),
					'httponly' => true,
					'samesite' => 'Lax',
				)
			);
		}
		$_COOKIE[ self::COOKIE ] = $made;
		return $made;
	}

	/** A picture of this fill from the service itself, or empty: a browser must not choose what a cart shows. */
	public function clean_preview( string $fill, string $url ): string {
		$prefix = $this->settings->service_url() . '/files/previews/' . $fill . '.png?';
		$begins = '' !== $this->settings->service_url() && 0 === strpos( $url, $prefix );
		return $begins && strlen( $url ) < 1000 && 1 === preg_match( '/^[A-Za-z0-9_.~%&=-]*$/D', substr( $url, strlen( $prefix ) ) ) ? $url : '';
	}

	private function put( string $fill, array $design ): void {
		$all = $this->all();
		// Behind all others: what was saved last is what is taken.
		unset( $all[ $fill ] );
		$all[ $fill ] = $design;
		$this->session()->set( self::SESSION, array_slice( $all, -self::MOST, null, true ) );
	}

	/** @return array<string, array> By fill, the newest last. */
	private function all(): array {
		$session = $this->session();
		$kept    = null === $session ? array() : $session->get( self::SESSION, array() );
		return is_array( $kept ) ? $kept : array();
	}

	private function session() {
		$session = function_exists( 'WC' ) ? WC()->session : null;
		return $session ? $session : null;
	}
}
