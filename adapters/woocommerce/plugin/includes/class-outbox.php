<?php
/** Sends orders to the service, in the background, until it has accepted them. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** One job for each order that changed: it sends the order as it then stands, and what was accepted is not sent again. */
final class Outbox {

	/** On the order, as JSON: the last message, and how sending it went. */
	const ORDER = '_pp_outbox';
	/** On the order, its own id: its designs were erased, and it is never sent again. */
	const ERASED = '_pp_erased';
	/** Seconds in which several changes of an order become one message. */
	const PAUSE = 5;
	/** From one minute doubling to six hours: 14 days. */
	const TRIES   = 64;
	const LONGEST = 6 * HOUR_IN_SECONDS;
	/** Orders of one query. */
	const PAGE = 50;

	private Settings $settings;
	private Client $client;
	private Queue $queue;
	private Order_Message $message;
	private Shop_Registration $registration;
	private Snapshot $snapshot;

	public function __construct( Settings $settings, Client $client, Queue $queue, Order_Message $message, Shop_Registration $registration, Snapshot $snapshot ) {
		$this->settings     = $settings;
		$this->client       = $client->patient();
		$this->queue        = $queue;
		$this->message      = $message;
		$this->registration = $registration;
		$this->snapshot     = $snapshot;
	}

	public function hook(): void {
		add_action( Queue::SEND, array( $this, 'send' ) );
		add_action( Queue::GONE, array( $this, 'send_gone' ), 10, 3 );
		add_action( 'platen_settings_saved', array( $this, 'try_all_now' ) );
	}

	/** Whether the order is known to the service, or is to be. */
	public function concerns( $order ): bool {
		if ( ! $order instanceof \WC_Order || 'shop_order' !== $order->get_type() || in_array( (string) $order->get_status(), Order_Message::DRAFTS, true ) ) {
			return false;
		}
		if ( (string) $order->get_id() === (string) $order->get_meta( self::ERASED ) ) {
			return false;
		}
		if ( self::was_sent( $order ) ) {
			return true;
		}
		foreach ( Line::all( $order ) as $line ) {
			if ( $this->message->is_personalized( $line ) ) {
				return true;
			}
		}
		return false;
	}

	public static function was_sent( $order ): bool {
		return '' !== self::kept( $order )['id'];
	}

	/** Sends the order within seconds if it is not as the service knows it. */
	public function note_change( $order ): void {
		if ( ! $this->concerns( $order ) ) {
			return;
		}
		$kept = self::kept( $order );
		if ( ( $kept['accepted'] || $kept['given_up'] ) && self::hash( $this->message->of( $order ) ) === $kept['hash'] ) {
			return;
		}
		if ( ! $kept['waits'] ) {
			self::keep( $order, array( 'waits' => true, 'since' => time() ) + $kept );
		}
		$this->queue->by( Queue::SEND, array( (int) $order->get_id() ), self::PAUSE );
	}

	/** An order that is deleted for good is canceled, and has no lines. */
	public function note_deletion( $order ): void {
		if ( self::was_sent( $order ) && $this->concerns( $order ) ) {
			$this->queue->add( Queue::GONE, array( (int) $order->get_id(), self::now(), 1 ) );
		}
	}

	/** In the place of a try that is yet to come. */
	public function try_now( $order ): void {
		$kept = self::kept( $order );
		self::keep( $order, array( 'waits' => true, 'since' => $kept['waits'] ? $kept['since'] : time(), 'attempts' => 0, 'given_up' => false ) + $kept );
		$this->queue->by( Queue::SEND, array( (int) $order->get_id() ), 0 );
	}

	/** Sends a change that was not tried yet, in the request of a screen that waits for it. */
	public function send_first( $order ): void {
		if ( self::is_untried( $order ) ) {
			$this->send( (int) $order->get_id() );
		}
	}

	public static function is_untried( $order ): bool {
		$kept = self::kept( $order );
		return $kept['waits'] && '' === $kept['code'];
	}

	/** The connection was mended, or may have been. */
	public function try_all_now(): void {
		foreach ( array( Line::ORDER_WAITS, Line::ORDER_HELD ) as $flag ) {
			foreach ( self::flagged( $flag ) as $order_id ) {
				$order = wc_get_order( $order_id );
				$kept  = self::kept( $order );
				if ( $kept['waits'] || $kept['given_up'] ) {
					$this->try_now( $order );
				}
			}
		}
	}

	/** The ids of all orders that carry a flag: what is done with one may take its flag away. */
	public static function flagged( string $flag ): array {
		// phpcs:ignore WordPress.DB.SlowDBQuery
		return self::find( array( 'meta_key' => $flag, 'meta_value' => 'yes', 'limit' => -1, 'return' => 'ids' ) );
	}

	/** A page of orders, also of those in the trash. */
	public static function find( array $query, int $page = 1 ): array {
		return wc_get_orders(
			$query + array(
				'limit'   => self::PAGE,
				'page'    => $page,
				'type'    => 'shop_order',
				'status'  => array_merge( array_keys( wc_get_order_statuses() ), array( 'trash' ) ),
				'orderby' => 'ID',
				'order'   => 'ASC',
			)
		);
	}

	/** The designs of the order were erased: it must not come back by a message. */
	public static function close( $order ): void {
		$order->update_meta_data( self::ERASED, (string) $order->get_id() );
		self::keep( $order, array( 'waits' => false ) + self::kept( $order ) );
	}

	/**
	 * Where sending stands; `code` is empty, `unreachable` or a code of the service, `next` a Unix time or null.
	 * `given_up` says that nothing is tried any more: Platen rejected the order, or did not respond for 14 days.
	 *
	 * @return array{waits: bool, since: int, code: string, message: string, next: int|null, given_up: bool}
	 */
	public static function status( $order ): array {
		$kept = self::kept( $order );
		$at   = $kept['waits'] ? as_next_scheduled_action( Queue::SEND, array( (int) $order->get_id() ), GROUP ) : false;
		$next = true === $at ? time() : $at;
		return array( 'next' => false === $next ? null : (int) $next ) + array_intersect_key( $kept, array_flip( array( 'waits', 'since', 'code', 'message', 'given_up' ) ) );
	}

	/** The job. */
	public function send( $order_id ): void {
		$order = wc_get_order( (int) $order_id );
		if ( ! $this->concerns( $order ) ) {
			return;
		}
		Orders::quietly(
			function () use ( $order ) {
				$this->message->claim( $order );
			}
		);
		$data = $this->message->of( $order );
		$hash = self::hash( $data );
		$kept = self::kept( $order );
		if ( $hash !== $kept['hash'] ) {
			// Id and time are kept before they are used: a job that dies is repeated under them. A clock that was set back makes no message older than the last.
			$kept = array( 'id' => self::id(), 'time' => max( self::now(), $kept['time'] + 1 ), 'hash' => $hash, 'accepted' => false, 'waits' => true, 'attempts' => 0, 'given_up' => false ) + $kept;
			self::keep( $order, $kept );
		} elseif ( $kept['accepted'] && ! $kept['waits'] ) {
			return;
		}
		$reply = $this->post( $kept['id'], array( 'updated_at' => self::written( $kept['time'] ) ) + $data );
		if ( $reply->ok() ) {
			self::keep( $order, array( 'accepted' => true, 'waits' => false, 'attempts' => 0, 'code' => '', 'message' => '' ) + $kept );
			delete_option( 'platen_trouble' );
			$this->snapshot->begin( $order );
			return;
		}
		$this->repeat( $order, $kept, $reply );
	}

	public function send_gone( $order_id, $time, $attempt = 1 ): void {
		if ( wc_get_order( (int) $order_id ) ) {
			return;
		}
		$data  = array( 'id' => (string) $order_id, 'status' => 'canceled', 'updated_at' => self::written( (int) $time ), 'lines' => array() );
		$reply = $this->post( 'msg_gone_' . md5( $this->settings->shop() . ':' . $order_id . ':' . $time ), $data );
		if ( ! $reply->ok() && ! $reply->refuses_message() && (int) $attempt < self::TRIES ) {
			$this->queue->again( Queue::GONE, array( (int) $order_id, (int) $time, (int) $attempt + 1 ), self::delay( (int) $attempt, $reply->retry_after ) );
		}
	}

	private function repeat( $order, array $kept, Reply $reply ): void {
		$attempts = $kept['attempts'] + 1;
		$gives_up = $reply->refuses_message() || $attempts >= self::TRIES;
		if ( ! $reply->passes() && ! $reply->refuses_message() ) {
			update_option( 'platen_trouble', $reply->code(), false );
		}
		self::keep( $order, array( 'attempts' => $attempts, 'code' => $reply->code(), 'message' => $reply->message(), 'waits' => ! $gives_up, 'given_up' => $gives_up ) + $kept );
		if ( ! $gives_up ) {
			$this->queue->by( Queue::SEND, array( (int) $order->get_id() ), self::delay( $attempts, $reply->retry_after ) );
			return;
		}
		/* translators: %s: what the service says */
		$rejected = sprintf( __( 'Platen rejected this order and does not print it: %s', 'platen-for-woocommerce' ), '' === $reply->message() ? $reply->code() : $reply->message() );
		$order->add_order_note( $reply->refuses_message() ? $rejected : __( 'Platen could not be reached for 14 days. This order is not printed. Try again in the “Print files” box.', 'platen-for-woocommerce' ) );
	}

	/** A secret that the service rejects, or a shop that it does not know, is registered again once. */
	private function post( string $id, array $data ): Reply {
		$body   = (string) wp_json_encode( array( 'type' => 'order.changed', 'shop' => $this->settings->shop(), 'data' => array( 'order' => $data ) ) );
		$secret = $this->registration->secret();
		$reply  = $secret instanceof Reply ? $secret : $this->client->send_hook( $id, $secret, $body );
		if ( is_string( $secret ) && in_array( $reply->status, array( 401, 404 ), true ) && $this->registration->may_renew() ) {
			$secret = $this->registration->register();
			$reply  = $secret instanceof Reply ? $secret : $this->client->send_hook( $id, $secret, $body );
		}
		return $reply;
	}

	private static function delay( int $attempt, ?int $asked ): int {
		return max( (int) min( MINUTE_IN_SECONDS * 2 ** min( $attempt - 1, 10 ), self::LONGEST ), (int) $asked );
	}

	private static function id(): string {
		return 'msg_' . bin2hex( random_bytes( 16 ) );
	}

	private static function hash( array $data ): string {
		return hash( 'sha256', (string) wp_json_encode( $data ) );
	}

	/** Milliseconds since 1970. */
	private static function now(): int {
		return (int) floor( microtime( true ) * 1000 );
	}

	private static function written( int $time ): string {
		return gmdate( 'Y-m-d\TH:i:s', intdiv( $time, 1000 ) ) . sprintf( '.%03dZ', $time % 1000 );
	}

	/** What is kept of the last message; an order that was copied with its meta data begins without. */
	public static function kept( $order ): array {
		$kept = json_decode( (string) $order->get_meta( self::ORDER ), true );
		return ( is_array( $kept ) && (int) $kept['of'] === (int) $order->get_id() ? $kept : array() ) + array( 'id' => '', 'time' => 0, 'hash' => '', 'accepted' => false, 'waits' => false, 'since' => 0, 'attempts' => 0, 'code' => '', 'message' => '', 'given_up' => false );
	}

	private static function keep( $order, array $kept ): void {
		$order->update_meta_data( self::ORDER, (string) wp_json_encode( array( 'of' => (int) $order->get_id() ) + $kept ) );
		Snapshot::save( $order );
	}
}
