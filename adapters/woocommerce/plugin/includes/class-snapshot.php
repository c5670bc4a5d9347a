<?php
/** The service's answer about an order, kept with the order so that screens open at once. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Asks in the background, soon after an order was sent, and then less often until nothing changes by itself any more. */
final class Snapshot {

	/** On the order, as JSON: id, status, settled, time of the answer, and lines whose items were removed. */
	const ORDER = '_pp_core_order';
	/** Seconds from one question to the next; then it is asked hourly. */
	const LOOKS = array( 5, 15, 60, 300, 900 );
	/** Questions, three months of them. */
	const MOST = 2000;

	private Settings $settings;
	private Client $client;
	private Queue $queue;

	public function __construct( Settings $settings, Client $client, Queue $queue ) {
		$this->settings = $settings;
		$this->client   = $client;
		$this->queue    = $queue;
	}

	public function hook(): void {
		add_action( Queue::REFRESH, array( $this, 'refresh' ) );
	}

	/**
	 * The order as it was last answered; `removed` holds lines of the API that no item of the order stands for any more.
	 *
	 * @return array{id: string, status: string, settled: bool, at: int, told: int, looks: int, removed: array<int, array>}
	 */
	public static function of( $order ): array {
		$kept = json_decode( (string) $order->get_meta( self::ORDER ), true );
		return ( is_array( $kept ) && (int) $kept['of'] === (int) $order->get_id() ? $kept : array() ) + array( 'id' => '', 'status' => '', 'settled' => false, 'at' => 0, 'told' => 0, 'looks' => 0, 'removed' => array() );
	}

	/** Whether the order has changed since the service described it: the change waits to be sent, or its answer is not here yet. */
	public static function is_old( $order ): bool {
		$outbox = Outbox::kept( $order );
		return $outbox['waits'] || $outbox['given_up'] || self::awaits_answer( $order );
	}

	/** Whether the service has accepted the order, and has not said yet what becomes of it. */
	public static function awaits_answer( $order ): bool {
		$outbox = Outbox::kept( $order );
		return $outbox['accepted'] && self::of( $order )['told'] < $outbox['time'];
	}

	/** The order was accepted: what becomes of it is asked from now on. */
	public function begin( $order ): void {
		self::put( $order, array( 'settled' => false, 'looks' => 0 ) + self::of( $order ) );
		self::save( $order );
		$this->queue->by( Queue::REFRESH, array( (int) $order->get_id() ), self::LOOKS[0] );
	}

	/** Asks within seconds, in the background: for a screen that was opened, and hourly for what needs somebody. */
	public function ask_soon( $order ): void {
		if ( Outbox::was_sent( $order ) ) {
			$this->queue->by( Queue::REFRESH, array( (int) $order->get_id() ), 0 );
		}
	}

	/** Asks now, at a click of staff. Gives the answer of the service. */
	public function ask_now( $order ): Reply {
		return $this->ask( $this->client, $order );
	}

	/** The job. */
	public function refresh( $order_id ): void {
		$order = wc_get_order( (int) $order_id );
		if ( ! $order || ! Outbox::was_sent( $order ) ) {
			return;
		}
		$this->ask( $this->client->patient(), $order );
		$kept  = self::of( $order );
		$looks = $kept['looks'] + 1;
		self::put( $order, array( 'looks' => $looks ) + $kept );
		self::save( $order );
		if ( ! $kept['settled'] && $looks < self::MOST ) {
			$this->queue->by( Queue::REFRESH, array( (int) $order_id ), isset( self::LOOKS[ $looks ] ) ? self::LOOKS[ $looks ] : HOUR_IN_SECONDS );
		}
	}

	/** Keeps `storefront_order` of an answer: of a list, of a release, of a retry. Notes what staff have to know. */
	public function keep( $order, array $told ): void {
		$before  = self::of( $order );
		$sent    = Outbox::kept( $order )['time'];
		$time    = self::told_time( $before, $told, $sent );
		$by_item = array();
		foreach ( isset( $told['lines'] ) && is_array( $told['lines'] ) ? $told['lines'] : array() as $one ) {
			$by_item[ isset( $one['external_line_id'] ) ? (string) $one['external_line_id'] : '' ][] = (array) $one;
		}
		foreach ( Line::all( $order ) as $line ) {
			$id             = (string) $line->id();
			$by_item[ $id ] = self::keep_line( $line, isset( $by_item[ $id ] ) ? $by_item[ $id ] : array() );
		}
		// What was never printed went away with its item.
		$removed = array_values( array_filter( array_merge( array(), ...array_values( $by_item ) ), array( self::class, 'news' ) ) );
		$noted   = array_map( array( self::class, 'news' ), $before['removed'] );
		foreach ( $removed as $one ) {
			if ( ! in_array( self::news( $one ), $noted, true ) ) {
				/* translators: 1: name of a product in an order, 2: what happened to its print file */
				$order->add_order_note( sprintf( __( 'Platen, %1$s: %2$s', 'platen-for-woocommerce' ), self::product_name( $one ), self::news( $one ) ) );
			}
		}
		self::put(
			$order,
			array(
				'id'      => isset( $told['id'] ) ? (string) $told['id'] : '',
				'status'  => isset( $told['status'] ) ? (string) $told['status'] : '',
				'settled' => ! empty( $told['settled'] ) && $time >= $sent,
				'at'      => time(),
				'told'    => $time,
				'removed' => $removed,
			) + $before
		);
		self::save( $order );
		/** The service has answered about an order. */
		do_action( 'platen_order_refreshed', $order );
	}

	/** Gives the rows that stand for no line of the order: of a line whose design was replaced there are several. */
	private static function keep_line( Line $line, array $rows ): array {
		$own = array() === $rows ? null : count( $rows ) - 1;
		foreach ( $rows as $at => $one ) {
			$own = isset( $one['fill_id'] ) && $line->fill_id() === $one['fill_id'] ? $at : $own;
		}
		$row  = null === $own ? array() : $rows[ $own ];
		$news = self::news( $row );
		if ( '' !== $news && self::news( $line->core() ) !== $news ) {
			$line->note( $news );
		}
		$text = array() === $row ? '' : (string) wp_json_encode( $row );
		if ( $line->meta( Line::CORE ) !== $text ) {
			Line::write( $line->item, Line::CORE, $text );
			Orders::quietly( array( $line->item, 'save' ) );
		}
		unset( $rows[ $own ] );
		return $rows;
	}

	/** Saves an order's meta data, with what its lists and filters are read from. */
	public static function save( $order ): void {
		$outbox = Outbox::kept( $order );
		$waits  = $outbox['waits'];
		$held   = $outbox['given_up'];
		foreach ( Line::of( $order ) as $line ) {
			$waits = $waits || 'finalizing' === $line->state();
			$held  = $held || in_array( $line->state(), array( 'held', 'failed' ), true ) || array() !== $line->actions();
		}
		$changed = self::flag( $order, Line::ORDER_WAITS, $waits );
		if ( $changed && $waits ) {
			$order->update_meta_data( Line::ORDER_WAITS_SINCE, (string) time() );
		} elseif ( $changed ) {
			$order->delete_meta_data( Line::ORDER_WAITS_SINCE );
		}
		if ( self::flag( $order, Line::ORDER_HELD, $held ) || $changed ) {
			delete_transient( Line::ATTENTION );
		}
		Orders::quietly( array( $order, 'save_meta_data' ) );
	}

	private function ask( Client $client, $order ): Reply {
		$reply = $client->storefront_order( References::order( $this->settings, (int) $order->get_id() ) );
		foreach ( array_slice( $reply->rows(), 0, 1 ) as $told ) {
			$this->keep( $order, (array) $told );
		}
		if ( $reply->ok() && array() === $reply->rows() ) {
			// It keeps no order that has nothing to print for it.
			$before = self::of( $order );
			self::put( $order, array( 'told' => self::told_time( $before, array(), Outbox::kept( $order )['time'] ) ) + $before );
			self::save( $order );
		}
		return $reply;
	}

	/** What is worth a note in the order; empty where nothing is. */
	private static function news( array $line ): string {
		$reason = isset( $line['reason'] ) ? (string) $line['reason'] : '';
		$words  = array_filter( array( isset( $line['label'] ) ? (string) $line['label'] : '', isset( $line['message'] ) ? (string) $line['message'] : '' ) );
		return in_array( $reason, array( '', 'waiting', 'review_requested' ), true ) ? '' : implode( ': ', $words );
	}

	/** As of when an answer knows the order: the service may answer before it has read what it accepted last. */
	private static function told_time( array $before, array $told, int $sent ): int {
		$changed = isset( $told['changed_at'] ) ? date_create( (string) $told['changed_at'] ) : false;
		if ( false === $changed ) {
			return $before['looks'] >= 3 ? $sent : $before['told'];
		}
		return max( $before['told'], (int) $changed->format( 'Uv' ) );
	}

	/** Of a line whose item is gone. */
	public static function product_name( array $line ): string {
		$reference = isset( $line['external_product_id'] ) ? (string) $line['external_product_id'] : '';
		$product   = wc_get_product( (int) substr( (string) strrchr( ':' . $reference, ':' ), 1 ) );
		return $product ? $product->get_name() : $reference;
	}

	private static function put( $order, array $kept ): void {
		$order->update_meta_data( self::ORDER, (string) wp_json_encode( array( 'of' => (int) $order->get_id() ) + $kept ) );
	}

	/** Gives whether it changed. */
	private static function flag( $order, string $name, bool $on ): bool {
		if ( ( 'yes' === (string) $order->get_meta( $name ) ) === $on ) {
			return false;
		}
		if ( $on ) {
			$order->update_meta_data( $name, 'yes' );
		} else {
			$order->delete_meta_data( $name );
		}
		return true;
	}
}
