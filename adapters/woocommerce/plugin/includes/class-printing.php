<?php
/**
 * Finalizes the lines of orders in the background, and follows their print files until they are there.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Finalizing twice gives the same print file: the service sees to that, so that a job may run again at any time. */
final class Printing {

	/** In these an order is not printed, whatever its merchant has set. */
	const NEVER = array( 'cancelled', 'refunded', 'failed', 'trash', 'checkout-draft', 'auto-draft' );
	/** In these only where the merchant has set it. */
	const UNPAID = array( 'pending', 'on-hold' );
	/** How often a print file that failed is made again by itself. */
	const RETRIES = 3;
	/** Checks of a print file in the making. */
	const LOOKS = 60;

	/** @var Settings */
	private $settings;
	/** @var Client */
	private $client;
	/** @var Queue */
	private $queue;
	/** @var Line_Check */
	private $check;

	public function __construct( Settings $settings, Client $client, Queue $queue, Line_Check $check ) {
		$this->settings = $settings;
		$this->client   = $client->patient();
		$this->queue    = $queue;
		$this->check    = $check;
	}

	public function hook(): void {
		add_action( Queue::FINALIZE, array( $this, 'finalize' ), 10, 3 );
		add_action( Queue::RENDER, array( $this, 'follow' ), 10, 4 );
	}

	public function finalize( $order_id, $item_id, $attempt = 1 ): void {
		$line = Line::find( (int) $order_id, (int) $item_id );
		if ( null === $line || Line::FINALIZED === $line->state() ) {
			return;
		}
		if ( ! $this->is_to_be_printed( $line ) ) {
			$line->mark( Line::WITHDRAWN === $line->state() ? Line::WITHDRAWN : '' );
			return;
		}
		$fill_id = $line->print_fill_id();
		if ( ! References::is_fill( $fill_id ) ) {
			$this->hold( $line, 'fill_id_malformed' );
			return;
		}
		$found = $this->client->fill( $fill_id );
		$fill  = $found->ok() ? $found->object( 'fill' ) : null;
		if ( null === $fill ) {
			$this->refuse( $line, $found, (int) $attempt );
			return;
		}
		// Also of a line that is held: whoever looks at it sees ink and paper.
		$line->keep_materials( $fill );
		$reference = References::order( $this->settings, (int) $line->order->get_id() );
		$released  = $fill_id === $line->meta( Line::RELEASED );
		$reason    = $this->check->reason( $line, $fill, $reference, $released || $fill_id === $line->meta( Line::COPY ) );
		if ( '' === $reason && self::was_printed( $fill ) ) {
			$reason = 'printed_then_canceled';
			if ( $released ) {
				$this->print_copy( $line, $reference, (int) $attempt );
				return;
			}
		}
		if ( '' !== $reason ) {
			$this->hold( $line, $reason );
			return;
		}
		$opened = $this->reopen( $fill, $reference );
		if ( null !== $opened && ! $opened->ok() ) {
			$this->refuse( $line, $opened, (int) $attempt );
			return;
		}
		$this->send_to_press( $line, $fill_id, $reference, (int) $attempt );
	}

	private function send_to_press( Line $line, string $fill_id, string $reference, int $attempt ): void {
		$body   = $this->body( $line, $reference );
		$reply  = $this->client->finalize( $fill_id, $body );
		$render = $reply->ok() ? $reply->object( 'render' ) : null;
		if ( null === $render && 'render_failed' === $reply->code() && isset( $reply->body['error']['render_id'] ) ) {
			// The fill is finalized, and its print file failed: from now on it is the file that is tried again.
			$render = array( 'id' => $reply->body['error']['render_id'], 'status' => 'failed' );
		}
		if ( null === $render ) {
			$this->refuse( $line, $reply, $attempt );
			return;
		}
		// A finalize that is said twice prints what the first one said.
		$fill = $reply->ok() ? $reply->object( 'fill' ) : null;
		Line::write( $line->item, Line::PRINTED, (string) ( isset( $fill['quantity'] ) ? (int) $fill['quantity'] : $line->quantity_to_print() ) );
		$line->mark_render( $render, $fill );
		$this->look_again( $line, 1, 0 );
	}

	/** What was ended with its order is printed again as another fill; one copy, however often this is tried. */
	private function print_copy( Line $line, string $reference, int $attempt ): void {
		$from  = $line->print_fill_id();
		$reply = $this->client->copy_fill( $from, 'copy of ' . $from . ' for line ' . $line->id() );
		$copy  = $reply->ok() ? $reply->object( 'fill' ) : null;
		if ( null === $copy ) {
			$this->refuse( $line, $reply, $attempt );
			return;
		}
		$line->mark( Line::WAITING, array( Line::COPY => (string) $copy['id'], Line::RENDER => '', Line::RENDER_STATUS => '', Line::PREFLIGHT => '' ) );
		$this->send_to_press( $line, (string) $copy['id'], $reference, $attempt );
	}

	/** Printed once, and then canceled or refunded with its order. */
	private static function was_printed( array $fill ): bool {
		return isset( $fill['status'] ) && 'expired' === $fill['status'] && ! empty( $fill['finalized_at'] );
	}

	/** Looks how a print file is doing; one that failed is made again a few times. */
	public function follow( $order_id, $item_id, $look = 1, $retries = 0 ): void {
		$line = Line::find( (int) $order_id, (int) $item_id );
		if ( null === $line || Line::FINALIZED !== $line->state() || '' === $line->meta( Line::RENDER ) ) {
			return;
		}
		$reply  = $this->client->render( $line->meta( Line::RENDER ) );
		$render = $reply->ok() ? $reply->object( 'render' ) : null;
		$status = null === $render ? '' : (string) $render['status'];
		if ( 'failed' === $status && $retries < self::RETRIES ) {
			$again  = $this->client->retry_render( (string) $render['id'] );
			$render = $again->ok() && null !== $again->object( 'render' ) ? $again->object( 'render' ) : $render;
			$status = (string) $render['status'];
			++$retries;
		}
		$before = $line->review();
		if ( null !== $render ) {
			$line->mark_render( $render, in_array( $status, array( 'queued', 'canceled' ), true ) ? $this->fill_of( $line ) : null );
		}
		if ( 'refused' === $line->review() && 'refused' !== $before ) {
			$line->note( Words::review_refused( $line->meta( Line::REVIEW_REASON ) ) );
		}
		if ( 'failed' === $status && $retries >= self::RETRIES ) {
			$line->note( __( 'The print file could not be created. Try again in the “Print files” box.', 'platen-for-woocommerce' ) );
			return;
		}
		if ( 'succeeded' !== $status && 'canceled' !== $status ) {
			$this->look_again( $line, (int) $look + 1, (int) $retries );
		}
	}

	/** What says why a print file is late; null where it cannot be had now. */
	private function fill_of( Line $line ): ?array {
		$found = $this->client->fill( $line->print_fill_id() );
		return $found->ok() ? $found->object( 'fill' ) : null;
	}

	private function look_again( Line $line, int $look, int $retries ): void {
		$status = $line->meta( Line::RENDER_STATUS );
		if ( 'succeeded' === $status || 'canceled' === $status || $look > self::LOOKS ) {
			return;
		}
		// A review takes as long as staff take.
		$look  = 'requested' === $line->review() ? min( $look, self::LOOKS - 1 ) : $look;
		$delay = min( 30 * $look, 30 * MINUTE_IN_SECONDS );
		$this->queue->again( Queue::RENDER, array( (int) $line->order->get_id(), $line->id(), $look, $retries ), $delay );
	}

	private function is_to_be_printed( Line $line ): bool {
		$status = (string) $line->order->get_status();
		$chosen = in_array( $status, $this->settings->statuses(), true );
		if ( in_array( $status, self::NEVER, true ) || ( in_array( $status, self::UNPAID, true ) && ! $chosen ) ) {
			return false;
		}
		return ! $line->is_refunded();
	}

	/** An order that was canceled and then paid after all takes its design up again, if it was never printed. */
	private function reopen( array $fill, string $reference ): ?Reply {
		$was_canceled = isset( $fill['status'], $fill['status_reason'] ) && 'expired' === $fill['status'] && 'canceled' === $fill['status_reason'];
		if ( ! $was_canceled || ! empty( $fill['finalized_at'] ) ) {
			return null;
		}
		return $this->client->set_fill_status( (string) $fill['id'], 'open', $reference );
	}

	private function body( Line $line, string $reference ): array {
		$body = array(
			'external_order_id' => $reference,
			'line_ref'          => (string) $line->id(),
			'quantity'          => $line->quantity_to_print(),
			'metadata'          => array( 'woocommerce_order_number' => substr( (string) $line->order->get_order_number(), 0, 100 ) ),
		);
		if ( $this->settings->sends_customer() ) {
			$email = sanitize_email( (string) $line->order->get_billing_email() );
			$name  = trim( (string) $line->order->get_formatted_billing_full_name() );
			$body += '' === $email ? array() : array( 'customer_email' => $email );
			$body += '' === $name ? array() : array( 'customer_name' => mb_substr( $name, 0, 200 ) );
		}
		/**
		 * What is said with an order, to add a due date for instance: `due_at`, as RFC 3339.
		 *
		 * @param array                  $body What the service is sent.
		 * @param \WC_Order              $order The order.
		 * @param \WC_Order_Item_Product $item  Its line.
		 */
		return (array) apply_filters( 'platen_finalize_body', $body, $line->order, $line->item );
	}

	/** Tries again what may pass; holds what is wrong with the line itself. */
	private function refuse( Line $line, Reply $reply, int $attempt ): void {
		if ( $reply->key_refused() ) {
			// The connection's fault and no line's: it does not use up the tries of any.
			update_option( 'platen_trouble', $reply->code(), false );
			$this->again( $line, $attempt, HOUR_IN_SECONDS, 'key_refused' );
			return;
		}
		if ( 429 === $reply->status ) {
			$this->again( $line, $attempt, max( 5, (int) $reply->retry_after ), 'too_many_requests' );
			return;
		}
		if ( $reply->passes() ) {
			$delay = Queue::delay( $attempt, $reply->retry_after );
			if ( null !== $delay ) {
				$this->again( $line, $attempt + 1, $delay, 'service_unreachable' );
				return;
			}
			$line->mark( Line::FAILED, array( Line::REASON => 'service_unreachable' ) );
			$line->note( __( 'Platen could not be reached for more than a day. The line is not printed yet. Try again in the “Print files” box.', 'platen-for-woocommerce' ) );
			return;
		}
		$code = 404 === $reply->status ? 'fill_not_found' : $reply->code();
		$this->hold( $line, $code, $reply->message() );
	}

	private function again( Line $line, int $attempt, int $delay, string $reason ): void {
		$line->mark( Line::WAITING, array( Line::REASON => $reason ) );
		$this->queue->again( Queue::FINALIZE, array( (int) $line->order->get_id(), $line->id(), $attempt ), $delay );
	}

	private function hold( Line $line, string $reason, string $said = '' ): void {
		$line->mark( Line::HELD, array( Line::REASON => $reason ) );
		$line->note( trim( Words::reason( $reason ) . ' ' . $said ) );
	}
}
