<?php
/** Speaks the service's REST interface. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** One method for each operation that the shop needs; nothing here throws. */
class Client {

	/** Seconds: a screen does not wait long, and a job has time. */
	const SCREEN = 6;
	const JOB    = 30;

	private Settings $settings;
	private int $timeout = self::SCREEN;
	/** Labels of fields, by template. */
	private array $labels = array();

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/** From now on requests may take as long as work in the background may. */
	public function patient(): self {
		$copy          = clone $this;
		$copy->timeout = self::JOB;
		return $copy;
	}

	/**
	 * The live templates, at most a thousand.
	 *
	 * @return array[]|Reply The list, or the answer that was no list.
	 */
	public function templates() {
		$all   = array();
		$after = null;
		for ( $page = 0; $page < 10; $page++ ) {
			$reply = $this->get( '/templates', array( 'limit' => 100, 'starting_after' => $after ) );
			if ( ! $reply->ok() ) {
				return $reply;
			}
			$all   = array_merge( $all, $reply->rows() );
			$after = isset( $reply->body['next_starting_after'] ) ? $reply->body['next_starting_after'] : null;
			if ( empty( $reply->body['has_more'] ) || null === $after ) {
				break;
			}
		}
		return $all;
	}

	public function template( string $id ): Reply {
		return $this->get( '/templates/' . rawurlencode( $id ) );
	}

	/** Labels of a template's fields, as it is published, by field; empty where they are not known. */
	public function labels( string $template_id ): array {
		if ( '' !== $template_id && ! isset( $this->labels[ $template_id ] ) ) {
			$this->labels[ $template_id ] = array_column( $this->get( '/templates/' . rawurlencode( $template_id ) . '/fields' )->rows(), 'label', 'id' );
		}
		return isset( $this->labels[ $template_id ] ) ? $this->labels[ $template_id ] : array();
	}

	/** What the stored keys can be used for on pages of this origin. */
	public function connection( string $publishable_key, string $origin ): Reply {
		return $this->get( '/connection', array( 'publishable_key' => '' === $publishable_key ? null : $publishable_key, 'origin' => $origin ) );
	}

	/** The widget's script as a browser asks for it, without the key. */
	public function loader( string $widget_url ): Reply {
		return $this->read( $this->reach( 'GET', $widget_url . '/widget/v1.js' ) );
	}

	/** Where the service answers: without a key, so that another address can be tried. */
	public function answers_at( string $url ): bool {
		$reply = $this->read( $this->reach( 'GET', $url . '/v1/connection' ) );
		return 401 === $reply->status && 'invalid_api_key' === $reply->code();
	}

	/** An archive of print files, at most a hundred. */
	public function export_files( array $render_ids ): Reply {
		return $this->get( '/exports', array( 'render_ids' => implode( ',', $render_ids ) ) );
	}

	public function preview( string $template_id ): Reply {
		return $this->send( 'POST', '/previews', array(), array( 'template_id' => $template_id ) );
	}

	/** A picture of a fill that is over, which has no link to one any more. */
	public function preview_of( array $fill ): Reply {
		$body = array( 'dpi' => 110 );
		foreach ( array( 'template_id' => 'template_id', 'scene_revision' => 'revision', 'values' => 'values', 'colors' => 'colors', 'assignments' => 'assignments', 'substrate' => 'substrate' ) as $from => $to ) {
			if ( isset( $fill[ $from ] ) && array() !== $fill[ $from ] ) {
				$body[ $to ] = $fill[ $from ];
			}
		}
		return $this->send( 'POST', '/previews', array(), $body );
	}

	public function fill( string $id ): Reply {
		return $this->get( '/fills/' . rawurlencode( $id ) );
	}

	public function create_shop( string $shop ): Reply {
		return $this->send( 'POST', '/storefront/shops', array(), array( 'shop' => $shop ) );
	}

	public function rotate_shop_secret( string $id ): Reply {
		return $this->send( 'POST', '/storefront/shops/' . rawurlencode( $id ) . '/rotate_secret', array(), array() );
	}

	/** Posts to the order hook, signed by Standard Webhooks; the key of the API does not go along. */
	public function send_hook( string $id, string $secret, string $body ): Reply {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- as the standard writes keys.
		$key       = (string) base64_decode( substr( $secret, strlen( 'whsec_' ) ), true );
		$time      = (string) time();
		$signature = hash_hmac( 'sha256', $id . '.' . $time . '.' . $body, $key, true );
		$headers   = array(
			'Content-Type'      => 'application/json',
			'User-Agent'        => 'platen-for-woocommerce/' . VERSION,
			'webhook-id'        => $id,
			'webhook-timestamp' => $time,
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- as the standard writes signatures.
			'webhook-signature' => 'v1,' . base64_encode( $signature ),
		);
		$reply     = $this->read( $this->reach( 'POST', $this->settings->service_url() . '/adapters/rest/orders', $headers, $body ) );

		$reply->is_of_hook = true;
		$this->log( 'POST', '/adapters/rest/orders', $reply );
		return $reply;
	}

	/** A list of one, or of none where the service does not know the order. Words come in the language of the site. */
	public function storefront_order( string $order_reference ): Reply {
		return $this->get( '/storefront/orders', array( 'external_order_id' => $order_reference, 'adapter' => 'rest', 'locale' => self::locale() ) );
	}

	/** Prints a held line after all. */
	public function release_line( string $id ): Reply {
		return $this->send( 'POST', '/storefront/lines/' . rawurlencode( $id ) . '/release', array( 'locale' => self::locale() ), array() );
	}

	/** Tries a failed line again. */
	public function retry_line( string $id ): Reply {
		return $this->send( 'POST', '/storefront/lines/' . rawurlencode( $id ) . '/retry', array( 'locale' => self::locale() ), array() );
	}

	/** As BCP 47 writes it. */
	private static function locale(): string {
		return str_replace( '_', '-', (string) get_locale() );
	}

	/** An open copy of a fill, ordered or not, that is printed as the first was. */
	public function copy_fill( string $id ): Reply {
		return $this->send( 'POST', '/fills/' . rawurlencode( $id ) . '/copy', array(), array() );
	}

	/** Opens an editor session for a shopper: its reply holds the session and its secret. */
	public function open_session( array $body ): Reply {
		return $this->send( 'POST', '/embed/sessions', array(), $body );
	}

	public function change_fill( string $id, array $body ): Reply {
		return $this->send( 'PATCH', '/fills/' . rawurlencode( $id ), array(), $body );
	}

	public function erase_fill( string $id ): Reply {
		return $this->send( 'POST', '/fills/' . rawurlencode( $id ) . '/erase' );
	}

	public function fills_of_customer( string $email, ?string $after = null ): Reply {
		return $this->get( '/fills', array( 'customer_email' => $email, 'limit' => 50, 'starting_after' => $after ) );
	}

	public function erase_customer( string $email ): Reply {
		return $this->send( 'POST', '/fills/erase', array( 'customer_email' => $email ) );
	}

	public function renders_of_order( string $order_reference ): Reply {
		return $this->get( '/renders', array( 'external_order_id' => $order_reference, 'kind' => 'final', 'limit' => 100 ) );
	}

	public function render( string $id ): Reply {
		return $this->get( '/renders/' . rawurlencode( $id ) );
	}

	public function mappings_of( string $product_reference ): Reply {
		return $this->get( '/product_mappings', array( 'external_product_id' => $product_reference, 'limit' => 100 ) );
	}

	public function create_mapping( array $body ): Reply {
		return $this->send( 'POST', '/product_mappings', array(), $body );
	}

	public function change_mapping( string $id, array $body ): Reply {
		return $this->send( 'PATCH', '/product_mappings/' . rawurlencode( $id ), array(), $body );
	}

	public function archive_mapping( string $id ): Reply {
		return $this->send( 'DELETE', '/product_mappings/' . rawurlencode( $id ) );
	}

	private function get( string $path, array $query = array() ): Reply {
		return $this->send( 'GET', $path, $query );
	}

	private function send( string $method, string $path, array $query = array(), ?array $body = null ): Reply {
		if ( ! $this->settings->can_print() ) {
			return new Reply( 401, array( 'error' => array( 'code' => 'not_connected', 'message' => '' ) ) );
		}
		$query = array_filter(
			$query,
			static function ( $value ) {
				return null !== $value;
			}
		);
		$url   = $this->settings->service_url() . '/v1' . $path;
		if ( array() !== $query ) {
			$url .= '?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
		}
		$headers = array(
			'Authorization' => 'Bearer ' . $this->settings->secret_key(),
			'Content-Type'  => 'application/json',
			'Accept'        => 'application/json, image/png',
			'User-Agent'    => 'platen-for-woocommerce/' . VERSION,
		);
		// An empty body is an object too: PHP would write a list.
		$json  = null === $body ? null : ( array() === $body ? '{}' : (string) wp_json_encode( $body ) );
		$reply = $this->read( $this->reach( $method, $url, $headers, $json ) );
		$this->log( $method, $path, $reply );
		return $reply;
	}

	/**
	 * WordPress' safe request refuses loopback and private addresses, which is where a self-hosted service often is.
	 * Only the host and port that an administrator has set are let through, and only for this request.
	 *
	 * @return array|\WP_Error
	 */
	private function reach( string $method, string $url, array $headers = array(), ?string $body = null ) {
		$own      = wp_parse_url( $this->settings->service_url() );
		$widget   = wp_parse_url( $this->settings->widget_url() );
		$hosts    = array_filter( array( isset( $own['host'] ) ? $own['host'] : '', isset( $widget['host'] ) ? $widget['host'] : '' ) );
		$external = static function ( $is_external, $host ) use ( $hosts ) {
			return $is_external || in_array( strtolower( (string) $host ), $hosts, true );
		};
		$ports    = static function ( $allowed ) use ( $own, $widget ) {
			$set = array_filter( array( isset( $own['port'] ) ? (int) $own['port'] : 0, isset( $widget['port'] ) ? (int) $widget['port'] : 0 ) );
			return array_merge( (array) $allowed, $set );
		};
		add_filter( 'http_request_host_is_external', $external, 10, 2 );
		add_filter( 'http_allowed_safe_ports', $ports );
		// The key goes to the address that was set and to no other: redirects are not followed.
		$answer = wp_safe_remote_request( $url, array( 'method' => $method, 'timeout' => $this->timeout, 'redirection' => 0, 'headers' => $headers, 'body' => $body ) );
		remove_filter( 'http_request_host_is_external', $external, 10 );
		remove_filter( 'http_allowed_safe_ports', $ports );
		return $answer;
	}

	/** @param array|\WP_Error $answer */
	private function read( $answer ): Reply {
		if ( is_wp_error( $answer ) ) {
			return new Reply( 0 );
		}
		$bytes = (string) wp_remote_retrieve_body( $answer );
		$type  = (string) wp_remote_retrieve_header( $answer, 'content-type' );
		$json  = 0 === strpos( $type, 'application/json' ) ? json_decode( $bytes, true ) : null;
		return new Reply(
			(int) wp_remote_retrieve_response_code( $answer ),
			is_array( $json ) ? $json : array(),
			$bytes,
			self::seconds( (string) wp_remote_retrieve_header( $answer, 'retry-after' ) ),
			(string) wp_remote_retrieve_header( $answer, 'x-request-id' )
		);
	}

	/** Retry-After as seconds or as a date (RFC 9110 10.2.3); null where it is neither. */
	private static function seconds( string $header ): ?int {
		if ( '' === $header ) {
			return null;
		}
		if ( ctype_digit( $header ) ) {
			return min( (int) $header, DAY_IN_SECONDS );
		}
		$at = strtotime( $header );
		return false === $at ? null : max( 0, min( $at - time(), DAY_IN_SECONDS ) );
	}

	/** Paths hold ids only: a query may hold an e-mail address, and a header holds the key. */
	private function log( string $method, string $path, Reply $reply ): void {
		if ( ! $this->settings->debugs() || ! function_exists( 'wc_get_logger' ) ) {
			return;
		}
		$line = sprintf( '%s %s: %d %s %s', $method, $path, $reply->status, $reply->ok() ? '' : $reply->code(), $reply->request_id );
		wc_get_logger()->info( trim( $line ), array( 'source' => 'platen-for-woocommerce' ) );
	}
}
