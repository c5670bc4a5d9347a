<?php
/**
 * Finalizing in the background: when, once, with what, and what happens while the service is away.
 *
 * @package Platen\WooCommerce\Tests
 */

// phpcs:disable

use Platen\WooCommerce\Line;
use Platen\WooCommerce\Words;

final class PrintingTest extends ShopTestCase {

	public function test_a_paid_order_is_finalized_once_with_its_references() {
		$order = $this->order( array( 'fill_A' ), 'processing', 3 );
		$this->assertSame( array(), Site::$sent, 'Checkout waits for nobody.' );
		$this->assertSame( Line::WAITING, $this->line( $order )->state() );
		run_actions();
		$fill = $this->service->fills['fill_A'];
		$this->assertSame( "woocommerce:shop.test:$order", $fill['external_order_id'] );
		$this->assertSame( array( (string) $this->line( $order )->id(), 3 ), array( $fill['line_ref'], $fill['quantity'] ) );
		$this->assertSame( array( 'ann@example.test', 'Ann Lee' ), array( $fill['customer_email'], $fill['customer_name'] ) );
		$this->assertSame( array( Line::FINALIZED, 'rnd_1', 'succeeded' ), array( $this->line( $order )->state(), $this->line( $order )->meta( '_pp_render_id' ), $this->line( $order )->meta( '_pp_render_status' ) ) );

		wc_get_order( $order )->update_status( 'completed' );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'POST /fills/fill_A/finalize' ), $this->writes() );
		$this->assertSame( '', wc_get_order( $order )->get_meta( '_pp_waiting' ) );
	}

	public function test_orders_of_one_minute_are_all_scheduled() {
		$orders = array( $this->order( array( 'fill_A', 'fill_B' ) ), $this->order( array( 'fill_C' ) ) );
		run_actions();
		$this->assertSame( array( 'finalized', 'finalized', 'finalized' ), array_column( array_values( $this->service->fills ), 'status' ) );
		$this->assertSame( Line::FINALIZED, $this->line( $orders[0], 1 )->state() );
	}

	public function test_a_bank_transfer_waits_until_it_is_paid() {
		$order = $this->order( array( 'fill_A' ), 'on-hold' );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array(), Site::$sent );
		wc_get_order( $order )->update_status( 'processing' );
		run_actions();
		$this->assertSame( 'finalized', $this->service->fills['fill_A']['status'] );
	}

	public function test_a_merchant_can_print_orders_that_are_on_hold() {
		$this->connect( array( 'statuses' => array( 'on-hold' ) ) );
		Site::$hooks = array();
		Platen\WooCommerce\Plugin::boot();
		$this->order( array( 'fill_A' ), 'on-hold' );
		run_actions();
		$this->assertSame( 'finalized', $this->service->fills['fill_A']['status'] );
	}

	public function test_name_and_address_are_not_sent_where_the_merchant_does_not_want_it() {
		$this->connect( array( 'send_customer' => 'no' ) );
		$this->order();
		run_actions();
		$this->assertNull( $this->service->fills['fill_A']['customer_email'] );
	}

	public function test_an_outage_loses_nothing() {
		$this->service->down = array( null, '' );
		$order = $this->order();
		Site::$now = time();
		run_actions( HOUR_IN_SECONDS );
		$this->assertSame( array( Line::WAITING, 'yes' ), array( $this->line( $order )->state(), wc_get_order( $order )->get_meta( '_pp_waiting' ) ) );
		$this->assertGreaterThan( 3, count( Site::$sent ) );
		$this->assertLessThan( 10, count( Site::$sent ), 'It hammers.' );
		$this->service->down = null;
		run_actions( 2 * HOUR_IN_SECONDS );
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
		$this->assertSame( '', $this->notes( $order ) );
	}

	public function test_after_more_than_a_day_the_merchant_is_told_and_can_try_again() {
		$this->service->down = array( 503, 'shutting_down' );
		$order = $this->order();
		Site::$now = time();
		run_actions( 3 * DAY_IN_SECONDS );
		$this->assertSame( array( Line::FAILED, 'service_unreachable' ), array( $this->line( $order )->state(), $this->line( $order )->meta( '_pp_reason' ) ) );
		$this->assertStringContainsString( 'could not be reached for more than a day', $this->notes( $order ) );
		$this->assertSame( 12, count( Site::$sent ), 'A bounded number of tries.' );
	}

	public function test_retry_after_is_obeyed_and_does_not_use_up_tries() {
		$asked = 0;
		$this->service->before = function ( $method, $target ) use ( &$asked ) {
			return 'GET' === $method && $asked++ < 30 ? $this->service->error( 429, 'rate_limited', '', array( 'retry-after' => '37' ) ) : null;
		};
		$order = $this->order();
		Site::$now = time();
		run_actions( 36 );
		$this->assertSame( 1, $asked );
		run_actions( 1 );
		$this->assertSame( 2, $asked );
		run_actions( 37 * 30 );
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
	}

	public function test_a_retry_after_with_a_date_is_read_too() {
		$asked = 0;
		$this->service->before = function () use ( &$asked ) {
			return 0 === $asked++ ? $this->service->error( 503, 'overloaded', '', array( 'retry-after' => gmdate( 'D, d M Y H:i:s', time() + 600 ) . ' GMT' ) ) : null;
		};
		$this->order();
		Site::$now = time();
		run_actions( 590 );
		$this->assertSame( 1, $asked );
		run_actions( 15 );
		$this->assertGreaterThan( 1, $asked );
	}

	public function test_a_refused_key_stops_no_order_for_good_and_is_said_on_every_screen() {
		$this->service->down = array( 401, 'invalid_api_key' );
		$order = $this->order();
		Site::$now = time();
		run_actions( 3 * DAY_IN_SECONDS );
		$this->assertSame( Line::WAITING, $this->line( $order )->state() );
		$this->assertStringContainsString( 'Paid orders are waiting', $this->printed( function () { do_action( 'admin_notices' ); } ) );
		$this->service->down = null;
		run_actions( HOUR_IN_SECONDS );
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
	}

	/** @dataProvider strangers */
	public function test_what_does_not_belong_together_is_held_and_not_printed( $facts, $reason ) {
		$_COOKIE['platen_cart'] = 'cart_' . str_repeat( 'a', 32 );
		$this->service->add_fill( 'fill_A', $facts + array( 'external_product_id' => '11' ) );
		$order = $this->order();
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( Line::HELD, $reason ), array( $this->line( $order )->state(), $this->line( $order )->meta( '_pp_reason' ) ) );
		$this->assertSame( array(), $this->writes() );
		$this->assertStringContainsString( 'Not printed', $this->notes( $order ) );
	}

	public function strangers() {
		return array(
			'of another shopper' => array( array( 'external_cart_id' => 'cart_' . str_repeat( 'b', 32 ) ), 'cart_mismatch' ),
			'of another product' => array( array( 'external_product_id' => '12' ), 'template_mismatch' ),
			'of another template' => array( array( 'external_product_id' => null, 'template_id' => 'tpl_other' ), 'template_mismatch' ),
			'printed for another order' => array( array( 'status' => 'finalized', 'external_order_id' => 'woocommerce:shop.test:5' ), 'fill_of_other_order' ),
		);
	}

	public function test_one_fill_on_two_orders_is_printed_once() {
		$first = $this->order();
		run_actions();
		$second = $this->order();
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( Line::FINALIZED, Line::HELD ), array( $this->line( $first )->state(), $this->line( $second )->state() ) );
		$this->assertCount( 1, $this->service->renders );
	}

	public function test_a_fill_that_nobody_knows_and_one_that_has_expired_are_held() {
		$this->service->add_fill( 'fill_B', array( 'external_product_id' => '11', 'status' => 'expired', 'status_reason' => 'ttl' ) );
		$order = $this->order( array( 'fill_A', 'fill_B' ) );
		unset( $this->service->fills['fill_A'] );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'fill_not_found', 'fill_expired' ), array( $this->line( $order, 0 )->meta( '_pp_reason' ), $this->line( $order, 1 )->meta( '_pp_reason' ) ) );
	}

	public function test_words_that_cannot_be_printed_are_said_in_the_order() {
		$this->service->before = function ( $method, $target ) {
			return strpos( $target, '/finalize' ) ? $this->service->error( 400, 'values_not_printable', 'Name does not fit.' ) : null;
		};
		$order = $this->order();
		run_actions();
		$this->assertSame( Line::HELD, $this->line( $order )->state() );
		$this->assertStringContainsString( 'Name does not fit.', $this->notes( $order ) );
	}

	public function test_a_variation_prints_what_was_made_for_another_one_of_the_same_template() {
		$this->add_product( 20, 'tpl_card', 'variable' );
		$this->add_product( 21, '', 'variation', 20 );
		$this->add_product( 22, '', 'variation', 20 );
		$this->service->add_fill( 'fill_V', array( 'external_product_id' => '20', 'external_variant_id' => '22' ) );
		WC()->cart->add_classic( 20, 1, 21, array( 'pp_fill_id' => 'fill_V' ) );
		$order = WC()->cart->check_out();
		run_actions();
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
	}

	public function test_a_print_file_in_the_making_is_followed_until_it_is_there() {
		$this->service->render_status = 'queued';
		$order = $this->order();
		Site::$now = time();
		run_actions( 100 );
		$this->assertSame( 'queued', $this->line( $order )->meta( '_pp_render_status' ) );
		$this->service->renders['rnd_1']['status'] = 'succeeded';
		run_actions( 300 );
		$this->assertSame( 'succeeded', $this->line( $order )->meta( '_pp_render_status' ) );
	}

	public function test_a_design_in_review_is_followed_for_as_long_as_staff_take_and_a_refusal_is_told() {
		$this->service->render_status = 'queued';
		$order = $this->order();
		$this->service->fills['fill_A']['review'] = array( 'status' => 'requested', 'reason' => null );
		Site::$now = time();
		run_actions( 3 * DAY_IN_SECONDS );
		$this->assertSame( 'Waiting for review in Platen', Words::state( $this->line( $order ) ) );
		$this->assertSame( array( 'waiting', 'In review' ), Words::order( array( $this->line( $order ) ) ) );
		$this->service->renders['rnd_1']['status'] = 'canceled';
		$this->service->fills['fill_A']['review'] = array( 'status' => 'refused', 'reason' => 'The photo is not yours.' );
		run_actions( 2 * HOUR_IN_SECONDS );
		$this->assertSame( 'Refused in the review: The photo is not yours.', Words::state( $this->line( $order ) ) );
		$this->assertSame( array( 'held', 'Refused' ), Words::order( array( $this->line( $order ) ) ) );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'The photo is not yours' ) );
	}

	public function test_a_design_that_was_approved_is_printed() {
		$this->service->render_status = 'queued';
		$order = $this->order();
		$this->service->fills['fill_A']['review'] = array( 'status' => 'requested', 'reason' => null );
		Site::$now = time();
		run_actions( DAY_IN_SECONDS );
		$this->service->renders['rnd_1']['status'] = 'succeeded';
		$this->service->fills['fill_A']['review'] = array( 'status' => 'approved', 'reason' => null );
		run_actions( 2 * HOUR_IN_SECONDS );
		$this->assertSame( 'Print file ready', Words::state( $this->line( $order ) ) );
		$this->assertSame( '', $this->line( $order )->meta( '_pp_review' ) );
	}

	public function test_a_print_file_that_failed_is_made_again_and_then_told() {
		$this->service->before = function ( $method, $target ) {
			if ( ! strpos( $target, '/finalize' ) ) return null;
			$this->service->renders['rnd_9'] = array( 'id' => 'rnd_9', 'status' => 'failed', 'preflight_status' => 'pending' );
			return array( 'status' => 502, 'headers' => array( 'content-type' => 'application/json' ), 'body' => '{"error":{"code":"render_failed","render_id":"rnd_9"}}' );
		};
		$this->service->render_status = 'failed';
		$order = $this->order();
		Site::$now = time();
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( Line::FINALIZED, 'failed' ), array( $this->line( $order )->state(), $this->line( $order )->meta( '_pp_render_status' ) ) );
		$this->assertSame( 3, count( array_keys( $this->writes(), 'POST /renders/rnd_9/retry', true ) ) );
		$this->assertStringContainsString( 'could not be created', $this->notes( $order ) );
	}

	public function test_orders_whose_jobs_are_gone_are_found_again() {
		$order = $this->order();
		Site::$kept['actions'] = array();
		do_action( 'admin_init' );
		Site::$now = time();
		run_actions( HOUR_IN_SECONDS );
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
	}

	public function test_an_order_that_is_gone_or_was_never_personalized_is_no_fault() {
		do_action( 'platen_finalize', 4711, 1, 1 );
		$this->add_product( 12 );
		WC()->cart->add_classic( 12, 1 );
		WC()->cart->check_out();
		$this->assertSame( 0, run_actions( DAY_IN_SECONDS ) );
		$this->assertSame( array(), Site::$sent );
	}

	public function test_a_long_sale_is_one_request_after_the_other_for_each_line() {
		for ( $n = 0; $n < 40; $n++ ) $this->order( array( "fill_$n" ) );
		run_actions();
		$this->assertCount( 40, $this->service->renders );
		$this->assertCount( 40, array_unique( array_column( $this->service->renders, 'external_order_id' ) ) );
	}
}
