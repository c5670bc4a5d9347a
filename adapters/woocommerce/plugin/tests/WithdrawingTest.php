<?php
/**
 * Cancellations and refunds: the one rule, and nothing of another shopper's.
 *
 * @package Platen\WooCommerce\Tests
 */

// phpcs:disable

use Platen\WooCommerce\Line;

final class WithdrawingTest extends ShopTestCase {

	private function statuses() {
		return array_map( function ( $fill ) { return $fill['status_reason'] ?? $fill['status']; }, $this->service->fills );
	}

	public function test_a_cancelled_order_withdraws_all() {
		$order = $this->order( array( 'fill_A', 'fill_B' ) );
		run_actions();
		wc_get_order( $order )->update_status( 'cancelled' );
		$this->assertCount( 2, $this->service->renders );
		run_actions();
		$this->assertSame( array( 'fill_A' => 'canceled', 'fill_B' => 'canceled' ), $this->statuses() );
		$this->assertSame( Line::WITHDRAWN, $this->line( $order )->state() );
		$this->assertStringContainsString( 'Make sure that it is not printed', $this->notes( $order ) );
	}

	public function test_a_cancellation_before_the_print_stops_it() {
		$order = $this->order();
		wc_get_order( $order )->update_status( 'cancelled' );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array(), $this->service->renders );
		$this->assertSame( array( 'fill_A' => 'canceled' ), $this->statuses() );
	}

	public function test_a_refund_of_some_of_a_line_withdraws_nothing_and_of_all_its_quantity_the_line() {
		$order = $this->order( array( 'fill_A', 'fill_B' ), 'processing', 2 );
		run_actions();
		$first = $this->line( $order )->id();
		refund_order( $order, array( $first => 1 ) );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'fill_A' => 'finalized', 'fill_B' => 'finalized' ), $this->statuses() );
		refund_order( $order, array( $first => 1 ) );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'fill_A' => 'refunded', 'fill_B' => 'finalized' ), $this->statuses() );
	}

	public function test_money_given_back_without_items_withdraws_nothing() {
		$order = $this->order();
		run_actions();
		refund_order( $order );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'fill_A' => 'finalized' ), $this->statuses() );
	}

	public function test_an_order_that_is_refunded_as_a_whole_withdraws_all() {
		$order = $this->order( array( 'fill_A', 'fill_B' ) );
		run_actions();
		refund_order( $order, array(), true );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'fill_A' => 'refunded', 'fill_B' => 'refunded' ), $this->statuses() );
	}

	public function test_a_line_that_was_refunded_before_the_print_is_not_printed() {
		$order = $this->order( array( 'fill_A', 'fill_B' ), 'on-hold' );
		refund_order( $order, array( $this->line( $order )->id() => 1 ) );
		wc_get_order( $order )->update_status( 'processing' );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'fill_B' ), array_column( $this->service->renders, 'fill_id' ) );
	}

	public function test_a_failed_payment_takes_no_design_away() {
		$order = $this->order();
		wc_get_order( $order )->update_status( 'failed' );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'fill_A' => 'open' ), $this->statuses() );
		wc_get_order( $order )->update_status( 'processing' );
		run_actions();
		$this->assertSame( array( 'fill_A' => 'finalized' ), $this->statuses() );
	}

	public function test_an_order_that_is_paid_after_all_is_printed() {
		$order = $this->order( array( 'fill_A' ), 'on-hold' );
		wc_get_order( $order )->update_status( 'cancelled' );
		run_actions();
		$this->assertSame( array( 'fill_A' => 'canceled' ), $this->statuses() );
		wc_get_order( $order )->update_status( 'processing' );
		run_actions();
		$this->assertSame( array( 'fill_A' => 'finalized' ), $this->statuses() );
	}

	public function test_what_was_printed_and_cancelled_is_not_printed_again_by_itself() {
		$order = $this->order();
		run_actions();
		wc_get_order( $order )->update_status( 'cancelled' );
		run_actions();
		wc_get_order( $order )->update_status( 'processing' );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( Line::HELD, 'printed_then_canceled' ), array( $this->line( $order )->state(), $this->line( $order )->meta( '_pp_reason' ) ) );
		$this->assertCount( 1, $this->service->renders );
		$this->assertStringNotContainsString( 'expired', $this->notes( $order ) );
	}

	public function test_what_was_printed_and_cancelled_is_printed_as_a_copy_once_it_is_released() {
		$order = $this->order( array( 'fill_A' ), 'processing', 3 );
		run_actions();
		foreach ( array( 'cancelled', 'processing' ) as $status ) {
			wc_get_order( $order )->update_status( $status );
			run_actions( DAY_IN_SECONDS );
		}
		$this->line( $order )->mark( Line::WAITING, array( Line::RELEASED => 'fill_A' ) );
		// The first try is cut off behind the copy.
		$this->service->before = function ( $method, $path ) { return 'POST' === $method && false !== strpos( $path, '/finalize' ) ? $this->service->error( 503, 'overloaded' ) : null; };
		do_action( 'platen_finalize', $order, $this->line( $order )->id(), 1 );
		$this->service->before = null;
		Site::$now = time();
		run_actions( HOUR_IN_SECONDS );
		$line = $this->line( $order );
		$this->assertSame( array( Line::FINALIZED, 'fill_A_copy', 'rnd_2' ), array( $line->state(), $line->print_fill_id(), $line->meta( Line::RENDER ) ) );
		$this->assertSame( array( 3, (string) $line->id() ), array( $this->service->fills['fill_A_copy']['quantity'], $this->service->fills['fill_A_copy']['line_ref'] ) );
		$this->assertCount( 2, $this->service->renders, 'One copy, however often it is tried.' );
		wc_get_order( $order )->update_status( 'cancelled' );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( 'canceled', $this->service->fills['fill_A_copy']['status_reason'] );
	}

	public function test_what_was_refunded_before_the_print_is_not_printed() {
		$this->service->down = array( null, '' );
		Site::$now = time();
		$order = $this->order( array( 'fill_A' ), 'processing', 3 );
		run_actions();
		refund_order( $order, array( $this->line( $order )->id() => 1 ) );
		$this->service->down = null;
		run_actions( HOUR_IN_SECONDS );
		$this->assertSame( 2, $this->service->fills['fill_A']['quantity'] );
		$this->assertStringNotContainsString( 'refunded', $this->notes( $order ), 'The press has what was paid.' );
	}

	public function test_a_part_of_a_piece_is_printed_whole_and_noted_once() {
		$order = $this->order( array( 'fill_A' ), 'processing', 2.5 );
		wc_get_order( $order )->update_status( 'processing' );
		run_actions();
		$this->assertSame( 3, $this->service->fills['fill_A']['quantity'] );
		$this->assertSame( 1, substr_count( $this->notes( $order ), '2.5 ordered; 3 will be printed.' ) );
		refund_order( $order, array( $this->line( $order )->id() => 2.5 ) );
		run_actions();
		$this->assertSame( array( 'fill_A' => 'refunded' ), $this->statuses() );
		$this->assertStringNotContainsString( 'ordered;', $this->notes( $this->order( array( 'fill_B' ), 'processing', 2 ) ) );
	}

	public function test_a_refund_after_the_print_is_noted_once_with_what_went_to_press() {
		$order = $this->order( array( 'fill_A' ), 'processing', 3 );
		run_actions();
		$item = $this->line( $order )->id();
		refund_order( $order, array( $item => 1 ) );
		do_action( 'woocommerce_order_refunded', $order, 1 );
		$this->assertSame( 1, substr_count( $this->notes( $order ), '1 of 3 refunded. The print file was created for 3.' ) );
		refund_order( $order, array( $item => 1 ) );
		$this->assertStringContainsString( '2 of 3 refunded', $this->notes( $order ) );
		run_actions();
		$this->assertSame( array( 3, 2 ), array( $this->service->fills['fill_A']['quantity'], $this->service->fills['fill_A']['refunded_quantity'] ), 'The job knows it too.' );
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
	}

	public function test_a_refund_reaches_the_job_after_an_outage_and_goes_with_the_refund() {
		$order = $this->order( array( 'fill_A' ), 'processing', 3 );
		run_actions();
		$item = $this->line( $order )->id();
		$this->service->down = array( null, '' );
		Site::$now = time();
		refund_order( $order, array( $item => 2 ) );
		run_actions( HOUR_IN_SECONDS );
		$this->assertArrayNotHasKey( 'refunded_quantity', $this->service->fills['fill_A'] );
		$this->service->down = null;
		run_actions( 2 * HOUR_IN_SECONDS );
		$this->assertSame( 2, $this->service->fills['fill_A']['refunded_quantity'] );
		delete_refunds( $order );
		run_actions( 3 * HOUR_IN_SECONDS );
		$this->assertSame( 0, $this->service->fills['fill_A']['refunded_quantity'] );
		refund_order( $order, array( $item => 2 ) );
		$this->assertSame( 2, substr_count( $this->notes( $order ), '2 of 3 refunded' ), 'A new refund is news.' );
	}

	/** @dataProvider others */
	public function test_a_cancellation_leaves_the_fill_of_another_shopper( $facts ) {
		$_COOKIE['platen_cart'] = 'cart_' . str_repeat( 'a', 32 );
		$this->service->add_fill( 'fill_A', $facts + array( 'external_product_id' => '11' ) );
		foreach ( array( 'processing', 'on-hold' ) as $status ) {
			$order = $this->order( array( 'fill_A' ), $status );
			run_actions( DAY_IN_SECONDS );
			wc_get_order( $order )->update_status( 'cancelled' );
			run_actions( DAY_IN_SECONDS );
		}
		$this->assertSame( array(), $this->writes() );
	}

	public function others() {
		return array(
			'open in another cart' => array( array( 'external_cart_id' => 'cart_' . str_repeat( 'b', 32 ) ) ),
			'of another order' => array( array( 'status' => 'finalized', 'external_order_id' => 'woocommerce:shop.test:5' ) ),
		);
	}

	public function test_a_line_taken_out_of_its_order_is_withdrawn() {
		$order = $this->order( array( 'fill_A', 'fill_B' ) );
		run_actions();
		delete_order_item( $order, $this->line( $order )->id() );
		run_actions();
		$this->assertSame( array( 'fill_A' => 'canceled', 'fill_B' => 'finalized' ), $this->statuses() );
	}

	/** @dataProvider stores */
	public function test_an_order_in_the_trash_is_withdrawn( $posts ) {
		Site::$orders_are_posts = $posts;
		$order = $this->order( array( 'fill_A', 'fill_B' ) );
		run_actions();
		trash_order( $order );
		run_actions();
		$this->assertSame( array( 'fill_A' => 'canceled', 'fill_B' => 'canceled' ), $this->statuses() );
		$this->assertSame( Line::WITHDRAWN, $this->line( $order )->state() );
		$this->assertStringContainsString( 'Make sure that it is not printed', $this->notes( $order ) );
		delete_order( $order );
		$this->assertSame( 0, run_actions( DAY_IN_SECONDS ), 'It was withdrawn before.' );
	}

	/** @dataProvider stores */
	public function test_an_order_in_the_trash_before_the_print_is_not_printed( $posts ) {
		Site::$orders_are_posts = $posts;
		$order = $this->order();
		trash_order( $order );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( array(), array( 'fill_A' => 'canceled' ) ), array( $this->service->renders, $this->statuses() ) );
		untrash_order( $order );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 1, Line::FINALIZED ), array( count( $this->service->renders ), $this->line( $order )->state() ) );
	}

	/** @dataProvider stores */
	public function test_an_order_that_is_restored_before_its_withdrawal_stays_as_it_was( $posts ) {
		Site::$orders_are_posts = $posts;
		$order = $this->order();
		run_actions();
		trash_order( $order );
		untrash_order( $order );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( array( 'fill_A' => 'finalized' ), Line::FINALIZED ), array( $this->statuses(), $this->line( $order )->state() ) );
	}

	/** @dataProvider stores */
	public function test_an_order_that_was_printed_and_comes_back_from_the_trash_is_held( $posts ) {
		Site::$orders_are_posts = $posts;
		$order = $this->order();
		run_actions();
		trash_order( $order );
		run_actions();
		untrash_order( $order );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( Line::HELD, 'printed_then_canceled' ), array( $this->line( $order )->state(), $this->line( $order )->meta( '_pp_reason' ) ) );
		$this->assertCount( 1, $this->service->renders );
	}

	/** @dataProvider stores */
	public function test_an_order_that_was_not_paid_is_not_printed_when_it_is_restored( $posts ) {
		Site::$orders_are_posts = $posts;
		$order = $this->order( array( 'fill_A' ), 'on-hold' );
		trash_order( $order );
		untrash_order( $order );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array( 'fill_A' => 'open' ), $this->statuses() );
	}

	/** @dataProvider stores */
	public function test_an_order_that_is_deleted_for_good_is_withdrawn( $posts ) {
		Site::$orders_are_posts = $posts;
		$order = $this->order( array( 'fill_A', 'fill_B' ) );
		run_actions();
		delete_order( $order );
		run_actions();
		$this->assertSame( array( 'fill_A' => 'canceled', 'fill_B' => 'canceled' ), $this->statuses() );
	}

	public function stores() {
		return array( 'orders in tables' => array( false ), 'orders as posts' => array( true ) );
	}

	public function test_the_copy_of_an_order_among_the_posts_can_go_without_the_order() {
		$order = $this->order();
		run_actions();
		foreach ( array( 'trashed_post', 'before_delete_post' ) as $hook ) do_action( $hook, $order );
		do_action( 'trashed_post', self::CARD );
		$this->assertSame( array(), array_filter( Site::$kept['actions'], function ( $one ) { return 'platen_withdraw' === $one['hook']; } ) );
	}

	public function test_a_withdrawal_outlasts_an_outage() {
		$order = $this->order();
		run_actions();
		$this->service->down = array( null, '' );
		wc_get_order( $order )->update_status( 'cancelled' );
		Site::$now = time();
		run_actions( HOUR_IN_SECONDS );
		$this->service->down = null;
		run_actions( 2 * HOUR_IN_SECONDS );
		$this->assertSame( array( 'fill_A' => 'canceled' ), $this->statuses() );
	}
}
