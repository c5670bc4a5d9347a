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
				return __( 'Waiting to be printed', 'platen-for-woocommerce' );
			case Line::WITHDRAWN:
				return __( 'Withdrawn: will not be printed', 'platen-for-woocommerce' );
			case Line::HELD:
			case Line::FAILED:
				return self::reason( $line->meta( Line::REASON ) );
			case Line::FINALIZED:
				return self::render( $line->meta( Line::RENDER_STATUS ) );
			default:
				return __( 'Will be printed when the order is paid', 'platen-for-woocommerce' );
		}
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
