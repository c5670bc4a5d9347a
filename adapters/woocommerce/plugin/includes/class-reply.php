<?php
/** An answer of the service, or why there was none. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Status 0 says that the service was not reached. */
final class Reply {

	public int $status;
	/** The decoded JSON, empty where there is none. */
	public array $body;
	/** For files. */
	public string $bytes;
	/** Seconds that the service asks to wait. */
	public ?int $retry_after;
	/** The request's id in the service's log. */
	public string $request_id;
	/** Whether it answers a message to the order hook. */
	public bool $is_of_hook = false;

	public function __construct( int $status, array $body = array(), string $bytes = '', ?int $retry_after = null, string $request_id = '' ) {
		$this->status      = $status;
		$this->body        = $body;
		$this->bytes       = $bytes;
		$this->retry_after = $retry_after;
		$this->request_id  = $request_id;
	}

	public function ok(): bool {
		return $this->status >= 200 && $this->status < 300;
	}

	/** The error's code, such as `fill_expired`; `unreachable` where nothing came. */
	public function code(): string {
		if ( 0 === $this->status ) {
			return 'unreachable';
		}
		return isset( $this->body['error']['code'] ) ? (string) $this->body['error']['code'] : 'http_' . $this->status;
	}

	/** What the service says of it; may be empty. */
	public function message(): string {
		return isset( $this->body['error']['message'] ) ? (string) $this->body['error']['message'] : '';
	}

	/** Whether the same request may succeed later with nothing changed. */
	public function passes(): bool {
		return 0 === $this->status || 408 === $this->status || 429 === $this->status || $this->status >= 500;
	}

	/** Whether the key was refused, which is no fault of an order. */
	public function key_refused(): bool {
		return 401 === $this->status || 402 === $this->status || 403 === $this->status;
	}

	/** Whether a message to the order hook is faulty itself, so that no other try can help. */
	public function refuses_message(): bool {
		return $this->is_of_hook && $this->status >= 400 && ! $this->passes() && ! $this->key_refused() && 404 !== $this->status;
	}

	/** The rows of a list; none where it is no list. */
	public function rows(): array {
		return $this->ok() && isset( $this->body['data'] ) ? (array) $this->body['data'] : array();
	}

	/** A member of the body that is an object. */
	public function object( string $name ): ?array {
		return isset( $this->body[ $name ] ) && is_array( $this->body[ $name ] ) ? $this->body[ $name ] : null;
	}
}
