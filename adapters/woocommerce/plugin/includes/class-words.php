<?php
/** The plugin's own words, about sending an order to the service. The words about its lines come from the service. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** For staff: what happened, what it means for the print, what to do. */
final class Words {

	/** What needs somebody goes before what does not. */
	const TONES = array( 'critical', 'warning', 'busy', 'good', 'neutral' );

	/** Why what stands in the order is not what the service says of it as it is now; empty where it is. */
	public static function waiting( $order ): string {
		$sending = trim( self::sending( $order ) . ' ' . self::next_try( $order ) );
		if ( '' !== $sending || ! Snapshot::awaits_answer( $order ) ) {
			return $sending;
		}
		return 0 === Snapshot::of( $order )['at'] ? __( 'Platen has the order. Its answer is not here yet.', 'platen-for-woocommerce' ) : __( 'Platen has the change. Its answer is not here yet.', 'platen-for-woocommerce' );
	}

	/** Why the order is not sent yet; empty where it is. */
	public static function sending( $order ): string {
		$status = Outbox::status( $order );
		if ( ! $status['waits'] && ! $status['given_up'] ) {
			return '';
		}
		if ( $status['given_up'] && 'unreachable' !== $status['code'] ) {
			/* translators: %s: what the service said, in English */
			return sprintf( __( 'Platen rejects this order: %s', 'platen-for-woocommerce' ), '' === $status['message'] ? $status['code'] : $status['message'] );
		}
		switch ( $status['code'] ) {
			case '':
				return __( 'Not sent to Platen yet.', 'platen-for-woocommerce' );
			case 'unreachable':
				return __( 'Not sent to Platen yet: Platen does not respond.', 'platen-for-woocommerce' );
			case 'not_connected':
			case 'invalid_api_key':
			case 'insufficient_scope':
				return __( 'Not sent to Platen yet: Platen rejects the secret key of this shop.', 'platen-for-woocommerce' );
			case 'route_not_found':
				return __( 'Not sent to Platen yet: this Platen is older than the plugin. Update Platen.', 'platen-for-woocommerce' );
			default:
				/* translators: %s: a code of the service, such as overloaded */
				return sprintf( __( 'Not sent to Platen yet (%s).', 'platen-for-woocommerce' ), $status['code'] );
		}
	}

	/** Empty where nothing is to be sent. */
	public static function next_try( $order ): string {
		$status = Outbox::status( $order );
		if ( ! $status['waits'] || null === $status['next'] ) {
			return '';
		}
		/* translators: %s: date and time */
		return $status['next'] <= time() ? __( 'The next attempt is now.', 'platen-for-woocommerce' ) : sprintf( __( 'Next attempt: %s', 'platen-for-woocommerce' ), self::time( $status['next'] ) );
	}

	/** In the site's own time zone and form. */
	public static function time( int $at ): string {
		return (string) wp_date( get_option( 'date_format', 'Y-m-d' ) . ' ' . get_option( 'time_format', 'H:i' ), $at );
	}

	/** What the service said, for staff. */
	public static function refused( Reply $reply ): string {
		if ( 0 === $reply->status ) {
			return __( 'Platen did not respond. Try again later.', 'platen-for-woocommerce' );
		}
		/* translators: 1: number of an HTTP status, 2: a code of the service */
		return sprintf( __( 'Platen responded with %1$s (%2$s).', 'platen-for-woocommerce' ), $reply->status, $reply->code() );
	}

	/** The state of a line; empty where the service does not know it. Lines that an earlier version has printed have no words of the service. */
	public static function state( array $core ): string {
		$label = self::text( $core, 'label' );
		$state = self::text( $core, 'state' );
		if ( '' !== $label || '' === $state ) {
			return $label;
		}
		return 'withdrawn' === $state ? __( 'Withdrawn', 'platen-for-woocommerce' ) : ( 'succeeded' === self::text( $core, 'render_status' ) ? __( 'Print file ready', 'platen-for-woocommerce' ) : __( 'Not printed', 'platen-for-woocommerce' ) );
	}

	/** The state of a line or, until the service has answered to the order as it is now, the last one that is known. */
	public static function state_in( $order, array $core ): string {
		$state = self::state( $core );
		if ( ! Snapshot::is_old( $order ) ) {
			return $state;
		}
		/* translators: %s: state of a line, such as Print file ready */
		return '' === $state ? self::order( $order, array() )[1] : sprintf( __( 'Last known: %s', 'platen-for-woocommerce' ), $state );
	}

	/** State and message as one text. */
	public static function line( Line $line ): string {
		$core = $line->core();
		return implode( '. ', array_filter( array( self::state_in( $line->order, $core ), self::text( $core, 'message' ) ) ) );
	}

	/** One of TONES. */
	public static function tone( array $core ): string {
		$tone = self::text( $core, 'tone' );
		return in_array( $tone, self::TONES, true ) ? $tone : 'neutral';
	}

	/** Ordered, refunded and sent to print, as the service counts; before it answers, as the shop does. */
	public static function quantity( Line $line ): string {
		$told = self::text( $line->core(), 'quantity_label' );
		return '' === $told ? (string) $line->quantity() : $told;
	}

	/**
	 * An order in the words of the line that needs somebody most.
	 *
	 * @param array[] $lines As the service describes them.
	 * @return array{0: string, 1: string} Tone and words.
	 */
	public static function order( $order, array $lines ): array {
		if ( '' !== self::sending( $order ) ) {
			return Outbox::status( $order )['given_up'] ? array( 'critical', __( 'Not sent', 'platen-for-woocommerce' ) ) : array( 'busy', __( 'Not sent yet', 'platen-for-woocommerce' ) );
		}
		if ( Snapshot::awaits_answer( $order ) ) {
			return array( 'busy', __( 'Waiting for Platen', 'platen-for-woocommerce' ) );
		}
		$first = array( 'neutral', '' );
		foreach ( array_reverse( self::TONES ) as $tone ) {
			foreach ( $lines as $core ) {
				if ( self::tone( $core ) === $tone ) {
					$first = array( $tone, self::state( $core ) );
					break;
				}
			}
		}
		return $first;
	}

	public static function preflight( string $status ): string {
		$words = array(
			'pass' => __( 'Preflight passed', 'platen-for-woocommerce' ),
			'warn' => __( 'Preflight has warnings', 'platen-for-woocommerce' ),
			'fail' => __( 'Preflight found errors', 'platen-for-woocommerce' ),
		);
		return isset( $words[ $status ] ) ? $words[ $status ] : '';
	}

	public static function text( array $core, string $name ): string {
		return isset( $core[ $name ] ) && is_scalar( $core[ $name ] ) ? (string) $core[ $name ] : '';
	}
}
