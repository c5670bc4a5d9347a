<?php
/** The merchant's settings for this site. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The settings, in one option that WordPress loads with its other options: each request of the site reads it. */
final class Settings {

	const OPTION = 'platen_settings';
	/** The name under which this shop's orders are known to the service; never changes once it is there. */
	const SITE = 'platen_site';

	const DEFAULTS = array(
		'service_url'     => '',
		'widget_url'      => '',
		'publishable_key' => '',
		'secret_key'      => '',
		'statuses'        => array( 'processing', 'completed' ),
		'send_customer'   => 'yes',
		'listing_images'  => 'no',
		'debug'           => 'no',
	);

	/** The service's address without a slash at its end, or empty. */
	public function service_url(): string {
		return $this->text( 'service_url' );
	}

	/** Where the widget comes from: the service itself unless it has an origin of its own. */
	public function widget_url(): string {
		$own = $this->text( 'widget_url' );
		return '' === $own ? $this->service_url() : $own;
	}

	public function publishable_key(): string {
		return $this->text( 'publishable_key' );
	}

	/** Server side only: it is never printed, logged or sent to a browser. */
	public function secret_key(): string {
		if ( defined( 'PLATEN_SECRET_KEY' ) ) {
			return (string) constant( 'PLATEN_SECRET_KEY' );
		}
		return Secrets::open( $this->text( 'secret_key' ) );
	}

	public function has_stored_key(): bool {
		return '' !== $this->text( 'secret_key' );
	}

	/** The order statuses at which print files are made, without `wc-`. */
	public function statuses(): array {
		$statuses = $this->all()['statuses'];
		return is_array( $statuses ) ? array_values( array_map( 'strval', $statuses ) ) : array();
	}

	public function sends_customer(): bool {
		return 'yes' === $this->text( 'send_customer' );
	}

	public function shows_listing_images(): bool {
		return 'yes' === $this->text( 'listing_images' );
	}

	public function debugs(): bool {
		return 'yes' === $this->text( 'debug' );
	}

	/** Whether shoppers can personalize: the page needs an address and a publishable key. */
	public function can_personalize(): bool {
		return '' !== $this->service_url() && '' !== $this->publishable_key();
	}

	/** Whether the shop's server can speak with the service. */
	public function can_print(): bool {
		return '' !== $this->service_url() && '' !== $this->secret_key();
	}

	/**
	 * The shop's name in order references. It is made once, of the address that the site has then: a shop that moves
	 * to another domain goes on under its old name, or its printed orders would look like another shop's.
	 */
	public function site(): string {
		$site = (string) get_option( self::SITE, '' );
		if ( '' !== $site ) {
			return $site;
		}
		$parts = wp_parse_url( home_url() );
		$host  = isset( $parts['host'] ) ? strtolower( $parts['host'] ) : 'shop';
		$port  = isset( $parts['port'] ) ? '.' . (int) $parts['port'] : '';
		$path  = isset( $parts['path'] ) ? rtrim( $parts['path'], '/' ) : '';
		$site  = substr( $host . $port . $path, 0, 150 );
		update_option( self::SITE, $site, false );
		return $site;
	}

	/** The shop as the order hook knows it; with the order's id behind it, the order's reference. */
	public function shop(): string {
		return 'woocommerce:' . $this->site();
	}

	/**
	 * Stores URLs and keys. An empty secret key leaves the stored one.
	 *
	 * @param array $form Unslashed words of the form.
	 * @return string[] What was refused, in words for the merchant.
	 */
	public function save_connection( array $form ): array {
		$kept    = $this->all();
		$refused = array();
		foreach ( array( 'service_url', 'widget_url' ) as $name ) {
			$url = self::clean_url( isset( $form[ $name ] ) ? (string) $form[ $name ] : '' );
			if ( null === $url ) {
				$refused[] = __( 'Enter a URL without a path, such as https://platen.example.', 'platen-for-woocommerce' );
				continue;
			}
			$kept[ $name ] = $url;
		}
		$publishable = sanitize_text_field( isset( $form['publishable_key'] ) ? (string) $form['publishable_key'] : '' );
		if ( self::looks_secret( $publishable ) ) {
			$refused[] = __( 'The publishable key field contained a secret key. It was not saved because publishable keys are public.', 'platen-for-woocommerce' );
		} else {
			$kept['publishable_key'] = $publishable;
		}
		$secret = trim( isset( $form['secret_key'] ) ? (string) $form['secret_key'] : '' );
		if ( '' !== $secret && ! self::looks_secret( $secret ) ) {
			$refused[] = __( 'The secret key must start with platen_sk_ or platen_rk_.', 'platen-for-woocommerce' );
		} elseif ( '' !== $secret ) {
			$kept['secret_key'] = Secrets::seal( sanitize_text_field( $secret ) );
		}
		$this->store( $kept );
		return array_values( array_unique( $refused ) );
	}

	/** Stores when to print and what to send. */
	public function save_options( array $form ): void {
		$kept             = $this->all();
		$known            = array_map( array( self::class, 'bare_status' ), array_keys( wc_get_order_statuses() ) );
		$statuses         = isset( $form['statuses'] ) ? array_map( 'sanitize_key', (array) $form['statuses'] ) : array();
		$kept['statuses'] = array_values( array_intersect( $known, $statuses ) );
		foreach ( array( 'send_customer', 'listing_images', 'debug' ) as $name ) {
			$kept[ $name ] = empty( $form[ $name ] ) ? 'no' : 'yes';
		}
		$this->store( $kept );
	}

	/** `processing` of `wc-processing`. */
	public static function bare_status( string $status ): string {
		return 0 === strpos( $status, 'wc-' ) ? substr( $status, 3 ) : $status;
	}

	private static function looks_secret( string $key ): bool {
		return 1 === preg_match( '/^platen_[sr]k_[A-Za-z0-9]+$/', $key );
	}

	/** Empty stays empty; null where it is no origin. */
	private static function clean_url( string $given ): ?string {
		$given = trim( $given );
		if ( '' === $given ) {
			return '';
		}
		// An address is often copied without it; the connection test says so where the other one is right.
		if ( 1 === preg_match( '#^([a-z0-9-]+\.)+[a-z0-9-]+(:\d+)?/?$#i', $given ) ) {
			$given = 'https://' . $given;
		}
		$parts = wp_parse_url( esc_url_raw( $given, array( 'http', 'https' ) ) );
		if ( ! is_array( $parts ) || empty( $parts['host'] ) || empty( $parts['scheme'] ) || isset( $parts['user'] ) ) {
			return null;
		}
		if ( isset( $parts['query'] ) || isset( $parts['fragment'] ) || '' !== trim( isset( $parts['path'] ) ? $parts['path'] : '', '/' ) ) {
			return null;
		}
		return strtolower( $parts['scheme'] . '://' . $parts['host'] ) . ( isset( $parts['port'] ) ? ':' . (int) $parts['port'] : '' );
	}

	private function store( array $kept ): void {
		update_option( self::OPTION, $kept, true );
		$this->site();
	}

	private function text( string $name ): string {
		$value = $this->all()[ $name ];
		return is_string( $value ) ? $value : '';
	}

	private function all(): array {
		$stored = get_option( self::OPTION, array() );
		return array_merge( self::DEFAULTS, is_array( $stored ) ? $stored : array() );
	}
}
