<?php
/**
 * Tells the service, in the background, of lines that were canceled and of quantities that were refunded.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Only what belongs to the order is withdrawn: another shopper's fill stays untouched. */
final class Withdrawing {

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
		add_action( Queue::WITHDRAW, array( $this, 'withdraw' ), 10, 5 );
		add_action( Queue::SURPLUS, array( $this, 'tell_surplus' ), 10, 3 );
	}

	/** @param string $word `canceled` or `refunded`. */
	public function withdraw( $order_id, $item_id, $fill_id, $word, $attempt = 1 ): void {
		$reference = References::order( $this->settings, (int) $order_id );
		$line      = Line::find( (int) $order_id, (int) $item_id );
		if ( ! References::is_fill( (string) $fill_id ) || ( null !== $line && ! $this->is_still_meant( $line, (string) $word ) ) ) {
			return;
		}
		$found = $this->client->fill( (string) $fill_id );
		$fill  = $found->ok() ? $found->object( 'fill' ) : null;
		if ( null === $fill ) {
			$this->withdraw_again( $found, array( (int) $order_id, (int) $item_id, (string) $fill_id, (string) $word ), (int) $attempt, $line );
			return;
		}
		if ( ! $this->is_ours( $fill, $line, $reference ) ) {
			return;
		}
		$reply = $this->client->set_fill_status( (string) $fill_id, (string) $word, $reference );
		if ( $reply->ok() ) {
			if ( null !== $line ) {
				$line->mark( Line::WITHDRAWN, array( Line::RENDER_STATUS => $this->render_status( $line ) ) );
				if ( 'succeeded' === $line->meta( Line::RENDER_STATUS ) ) {
					$line->note( __( 'Withdrawn, but the print file was already created. Make sure that it is not printed.', 'platen-for-woocommerce' ) );
				}
			}
			return;
		}
		$this->withdraw_again( $reply, array( (int) $order_id, (int) $item_id, (string) $fill_id, (string) $word ), (int) $attempt, $line );
	}

	/** How many copies were refunded after the print, counted at the time of the call: what is told last is true. */
	public function tell_surplus( $order_id, $item_id, $attempt = 1 ): void {
		$line = Line::find( (int) $order_id, (int) $item_id );
		if ( null === $line || Line::FINALIZED !== $line->state() ) {
			return;
		}
		$reply = $this->client->change_fill( $line->print_fill_id(), array( 'refunded_quantity' => min( $line->printed(), $line->surplus() ) ) );
		if ( $reply->ok() || ! ( $reply->passes() || $reply->key_refused() || 429 === $reply->status ) ) {
			return;
		}
		$arguments = array( (int) $order_id, (int) $item_id );
		$this->again( $reply, Queue::SURPLUS, $arguments, (int) $attempt );
	}

	/** The order may have been taken up again, or the refund deleted, since this was scheduled. */
	private function is_still_meant( Line $line, string $word ): bool {
		$status = (string) $line->order->get_status();
		return in_array( $status, array( 'cancelled', 'refunded', 'trash' ), true ) || ( 'refunded' === $word && $line->is_refunded() );
	}

	/** Finalized for this order; or open, and by all that is known made for this line. */
	private function is_ours( array $fill, ?Line $line, string $reference ): bool {
		$order = isset( $fill['external_order_id'] ) ? (string) $fill['external_order_id'] : '';
		if ( $order === $reference ) {
			return true;
		}
		return '' === $order && null !== $line && '' === $this->check->reason( $line, $fill, $reference );
	}

	private function render_status( Line $line ): string {
		$status = $line->meta( Line::RENDER_STATUS );
		return 'queued' === $status ? 'canceled' : $status;
	}

	private function withdraw_again( Reply $reply, array $arguments, int $attempt, ?Line $line ): void {
		if ( 404 === $reply->status || 'fill_status_conflict' === $reply->code() ) {
			return;
		}
		if ( ! $this->again( $reply, Queue::WITHDRAW, $arguments, $attempt ) && null !== $line ) {
			$line->note( __( 'The line could not be withdrawn because Platen could not be reached. Make sure that it is not printed.', 'platen-for-woocommerce' ) );
		}
	}

	/** Gives whether there is another try: a full service and a rejected key do not use one up. */
	private function again( Reply $reply, string $hook, array $arguments, int $attempt ): bool {
		$counts = 429 !== $reply->status && ! $reply->key_refused();
		$delay  = $counts ? Queue::delay( $attempt, $reply->retry_after ) : max( MINUTE_IN_SECONDS, (int) $reply->retry_after );
		if ( null === $delay ) {
			return false;
		}
		$this->queue->again( $hook, array_merge( $arguments, array( $counts ? $attempt + 1 : $attempt ) ), $delay );
		return true;
	}
}
