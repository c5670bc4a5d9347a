<?php
/**
 * The words for what has become of a line.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** For the merchant: what happened, what it means for the print, what to do. */
final class Words {

	public static function reason( string $code ): string {
		switch ( $code ) {
			case 'fill_id_malformed':
				return __( 'Not printed: the line has no valid design.', 'platen-for-woocommerce' );
			case 'fill_not_found':
				return __( 'Not printed: the design does not exist in Platen.', 'platen-for-woocommerce' );
			case 'template_mismatch':
				return __( 'Not printed: the design was made for another product. Review it, then print it anyway or cancel the line.', 'platen-for-woocommerce' );
			case 'cart_mismatch':
				return __( 'Not printed: the design was made in the cart of another customer. Review it, then print it anyway or cancel the line.', 'platen-for-woocommerce' );
			case 'fill_of_other_order':
				return __( 'Not printed: the design was already printed for another order.', 'platen-for-woocommerce' );
			case 'fill_on_other_line':
				return __( 'Not printed: another line of this order already prints the design.', 'platen-for-woocommerce' );
			case 'fill_expired':
				return __( 'Not printed: the design has expired. Ask the customer to personalize the product again.', 'platen-for-woocommerce' );
			case 'printed_then_canceled':
				return __( 'Not printed again: the line was printed, then its order was canceled. Check whether the first print still exists, then print it again.', 'platen-for-woocommerce' );
			case 'values_not_printable':
				return __( 'Not printed: a text does not fit or cannot be printed. Correct it in Platen and try again.', 'platen-for-woocommerce' );
			case 'service_unreachable':
				return __( 'Not printed yet: Platen could not be reached.', 'platen-for-woocommerce' );
			default:
				/* translators: %s: a code of the service, such as invalid_option */
				return sprintf( __( 'Not printed: Platen rejected the line (%s).', 'platen-for-woocommerce' ), $code );
		}
	}

	public static function state( Line $line ): string {
		switch ( $line->state() ) {
			case Line::WAITING:
				return self::waiting( $line->meta( Line::REASON ) );
			case Line::WITHDRAWN:
				return __( 'Withdrawn: will not be printed', 'platen-for-woocommerce' );
			case Line::HELD:
			case Line::FAILED:
				return self::reason( $line->meta( Line::REASON ) );
			case Line::FINALIZED:
				return self::finalized( $line );
			default:
				return __( 'Will be printed when the order is paid', 'platen-for-woocommerce' );
		}
	}

	/** Why it is not printed yet, where something is wrong. */
	private static function waiting( string $reason ): string {
		switch ( $reason ) {
			case 'service_unreachable':
				return __( 'Waiting to be printed: Platen does not respond.', 'platen-for-woocommerce' );
			case 'key_refused':
				return __( 'Waiting to be printed: Platen rejects the secret key of this shop.', 'platen-for-woocommerce' );
			case 'too_many_requests':
				return __( 'Waiting to be printed: Platen is busy.', 'platen-for-woocommerce' );
			default:
				return __( 'Waiting to be printed', 'platen-for-woocommerce' );
		}
	}

	/** Empty for a line that does not wait. */
	public static function next_try( Line $line ): string {
		if ( Line::WAITING !== $line->state() ) {
			return '';
		}
		$at = Orders::next_try( $line );
		if ( null === $at ) {
			return __( 'The next attempt is within an hour.', 'platen-for-woocommerce' );
		}
		/* translators: %s: date and time */
		return $at <= time() ? __( 'The next attempt is now.', 'platen-for-woocommerce' ) : sprintf( __( 'Next attempt: %s', 'platen-for-woocommerce' ), self::time( $at ) );
	}

	/** In the site's own time zone and form. */
	public static function time( int $at ): string {
		return (string) wp_date( get_option( 'date_format', 'Y-m-d' ) . ' ' . get_option( 'time_format', 'H:i' ), $at );
	}

	/** Ordered, what of it was refunded, and what went to press where that is something else. */
	public static function quantity( Line $line ): string {
		$refunded = $line->refunded();
		if ( 0 === $refunded ) {
			return (string) $line->quantity();
		}
		$made = in_array( $line->state(), array( Line::FINALIZED, Line::WITHDRAWN ), true ) && '' !== $line->meta( Line::RENDER );
		if ( $made ) {
			/* translators: 1: number of pieces ordered, 2: number of pieces refunded, 3: number of pieces in the print job */
			return sprintf( __( '%1$d, %2$d refunded, %3$d sent to print', 'platen-for-woocommerce' ), $line->quantity(), $refunded, $line->printed() );
		}
		/* translators: 1: number of pieces ordered, 2: number of pieces refunded */
		return sprintf( __( '%1$d, %2$d refunded', 'platen-for-woocommerce' ), $line->quantity(), $refunded );
	}

	/** What the service said, for staff. */
	public static function refused( Reply $reply ): string {
		/* translators: 1: number of an HTTP status, 2: a code of the service */
		return sprintf( __( 'Platen responded with %1$s (%2$s).', 'platen-for-woocommerce' ), $reply->status, $reply->code() );
	}

	/**
	 * An order in one word: what needs somebody goes before what does not.
	 *
	 * @param Line[] $lines
	 * @return array{0: string, 1: string} Kind and word.
	 */
	public static function order( array $lines ): array {
		$states = array();
		foreach ( $lines as $line ) {
			$made     = Line::FINALIZED === $line->state();
			$failed   = $made && 'failed' === $line->meta( Line::RENDER_STATUS );
			$states[] = $failed ? Line::FAILED : ( $made && '' !== $line->review() ? $line->review() : $line->state() );
		}
		if ( array_intersect( $states, array( Line::HELD, Line::FAILED ) ) ) {
			return in_array( Line::HELD, $states, true ) ? array( 'held', __( 'Held', 'platen-for-woocommerce' ) ) : array( 'held', __( 'Failed', 'platen-for-woocommerce' ) );
		}
		if ( in_array( 'refused', $states, true ) ) {
			return array( 'held', __( 'Refused', 'platen-for-woocommerce' ) );
		}
		if ( in_array( 'requested', $states, true ) ) {
			return array( 'waiting', __( 'In review', 'platen-for-woocommerce' ) );
		}
		if ( in_array( Line::WAITING, $states, true ) ) {
			return array( 'waiting', __( 'Waiting', 'platen-for-woocommerce' ) );
		}
		if ( in_array( Line::FINALIZED, $states, true ) ) {
			return array( 'printed', __( 'Print-ready', 'platen-for-woocommerce' ) );
		}
		return in_array( Line::WITHDRAWN, $states, true ) ? array( 'withdrawn', __( 'Withdrawn', 'platen-for-woocommerce' ) ) : array( '', __( 'Not paid yet', 'platen-for-woocommerce' ) );
	}

	public static function preflight( string $status ): string {
		switch ( $status ) {
			case 'pass':
				return __( 'Preflight passed', 'platen-for-woocommerce' );
			case 'warn':
				return __( 'Preflight has warnings', 'platen-for-woocommerce' );
			case 'fail':
				return __( 'Preflight found errors', 'platen-for-woocommerce' );
			default:
				return '';
		}
	}

	private static function finalized( Line $line ): string {
		switch ( $line->review() ) {
			case 'requested':
				return __( 'Waiting for review in Platen', 'platen-for-woocommerce' );
			case 'refused':
				return self::review_refused( $line->meta( Line::REVIEW_REASON ) );
			default:
				return self::render( $line->meta( Line::RENDER_STATUS ) );
		}
	}

	/** As the shop's review gave it. */
	public static function review_refused( string $reason ): string {
		/* translators: %s: the reason, in the words of the staff */
		return '' === $reason ? __( 'Refused in the review: will not be printed', 'platen-for-woocommerce' ) : sprintf( __( 'Refused in the review: %s', 'platen-for-woocommerce' ), $reason );
	}

	private static function render( string $status ): string {
		switch ( $status ) {
			case 'succeeded':
				return __( 'Print file ready', 'platen-for-woocommerce' );
			case 'failed':
				return __( 'The print file could not be created', 'platen-for-woocommerce' );
			case 'canceled':
				return __( 'Withdrawn: will not be printed', 'platen-for-woocommerce' );
			default:
				return __( 'Creating print file', 'platen-for-woocommerce' );
		}
	}
}
