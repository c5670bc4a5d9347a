<?php
/**
 * Messages about orders to the order hook: their content, their times and their repetitions. Tests with a real service
 * cover its answers.
 */

// phpcs:disable

use Platen\WooCommerce\Line;
use Platen\WooCommerce\Outbox;
use Platen\WooCommerce\Plugin;
use Platen\WooCommerce\Queue;
use Platen\WooCommerce\Snapshot;

final class SendingTest extends ShopTestCase {

	/** The messages to the hook so far, oldest first. */
	private function messages() {
		return array_values( array_filter( Site::$sent, function ( $one ) { return '/adapters/rest/orders' === $one['path']; } ) );
	}

	private function last( $order ) {
		run_actions();
		return $this->service->orders[ $order ];
	}

	private function item( $order ) {
		return $this->line( $order )->id();
	}

	public function test_a_paid_order_is_sent_whole_and_once() {
		$this->add_product( 12 );
		WC()->cart->add_classic( 12, 2 );
		$order = $this->order( array( 'fill_A' ), 'processing', 3 );
		$this->assertSame( array(), Site::$sent, 'Checkout waits for nobody.' );
		$sent = $this->last( $order );
		$this->assertSame( array( (string) $order, 'paid', array( 'email' => 'ann@example.test', 'name' => 'Ann Lee' ) ), array( $sent['id'], $sent['status'], $sent['customer'] ) );
		$this->assertSame( array( null, 'fill_A' ), array_column( $sent['lines'], 'fill_id' ) );
		$this->assertSame( array( 2, 3 ), array_column( $sent['lines'], 'quantity' ) );
		$this->assertMatchesRegularExpression( '/^cart_[0-9a-f]{32}$/', $sent['lines'][1]['cart_id'] );
		run_actions( DAY_IN_SECONDS );
		$this->assertCount( 1, $this->messages() );
		$this->assertSame( 'woocommerce:shop.test', $this->messages()[0]['body']['shop'] );
	}

	public function test_a_message_is_signed_by_standard_webhooks() {
		$this->order();
		run_actions();
		$headers = $this->messages()[0]['headers'];
		$signed  = $headers['webhook-id'] . '.' . $headers['webhook-timestamp'] . '.' . json_encode( $this->messages()[0]['body'] );
		$this->assertSame( 'v1,' . base64_encode( hash_hmac( 'sha256', $signed, 'secret', true ) ), $headers['webhook-signature'] );
		$this->assertArrayNotHasKey( 'Authorization', $headers );
	}

	public function test_the_secret_is_kept_sealed() {
		$this->order();
		run_actions();
		$this->assertStringNotContainsString( base64_encode( 'secret' ), json_encode( Site::$kept['options'] ) );
	}

	/** @dataProvider statuses */
	public function test_the_status_is_that_of_the_order( $status, $sent ) {
		$this->connect( array( 'statuses' => array( 'processing', 'on-hold' ) ) );
		$this->assertSame( $sent, $this->last( $this->order( array( 'fill_A' ), $status ) )['status'] );
	}

	public function statuses() {
		return array( array( 'pending', 'open' ), array( 'failed', 'open' ), array( 'shipped', 'open' ), array( 'processing', 'paid' ), array( 'on-hold', 'paid' ), array( 'completed', 'fulfilled' ), array( 'cancelled', 'canceled' ), array( 'refunded', 'canceled' ) );
	}

	/** @dataProvider changes */
	public function test_every_change_of_an_order_is_sent( $change, $seen ) {
		$order = $this->order( array( 'fill_A', 'fill_B' ), 'processing', 4 );
		$this->last( $order );
		$item = $this->item( $order );
		$change( $order, $item );
		$this->assertSame( $seen, $this->seen( $this->last( $order ) ) );
		$this->assertCount( 2, $this->messages() );
	}

	/** Status, and of each line quantity and what was refunded. */
	private function seen( $sent ) {
		$lines = array_map( function ( $line ) { return $line['quantity'] . '-' . $line['refunded_quantity']; }, $sent['lines'] );
		return $sent['status'] . ' ' . implode( ' ', $lines );
	}

	public function changes() {
		return array(
			'quantity' => array( function ( $order, $item ) { set_quantity( $order, $item, 6 ); }, 'paid 6-0 4-0' ),
			'a part of a piece' => array( function ( $order, $item ) { set_quantity( $order, $item, 2.5 ); }, 'paid 3-0 4-0' ),
			'no piece at all' => array( function ( $order, $item ) { set_quantity( $order, $item, 0 ); }, 'paid 1-1 4-0' ),
			'line removed' => array( function ( $order, $item ) { delete_order_item( $order, $item ); }, 'paid 4-0' ),
			'refund' => array( function ( $order, $item ) { refund_order( $order, array( $item => 3 ) ); }, 'paid 4-3 4-0' ),
			'trash' => array( function ( $order ) { trash_order( $order ); }, 'canceled 4-0 4-0' ),
			'trash of a post' => array( function ( $order ) { Site::$orders_are_posts = true; trash_order( $order ); }, 'canceled 4-0 4-0' ),
			'deleted for good' => array( function ( $order ) { delete_order( $order ); }, 'canceled ' ),
			'deleted post' => array( function ( $order ) { Site::$orders_are_posts = true; delete_order( $order ); }, 'canceled ' ),
		);
	}

	public function test_a_refund_that_is_deleted_and_an_order_that_is_restored_are_sent_too() {
		$order = $this->order( array( 'fill_A' ), 'processing', 4 );
		refund_order( $order, array( $this->item( $order ) => 3 ) );
		$this->assertSame( 'paid 4-3', $this->seen( $this->last( $order ) ) );
		delete_refunds( $order );
		$this->assertSame( 'paid 4-0', $this->seen( $this->last( $order ) ) );
		trash_order( $order );
		$this->last( $order );
		untrash_order( $order );
		$this->assertSame( 'paid 4-0', $this->seen( $this->last( $order ) ) );
	}

	public function test_an_amount_alone_refunds_no_piece() {
		$order = $this->order();
		$this->last( $order );
		refund_order( $order );
		$this->assertSame( 'paid 1-0', $this->seen( $this->last( $order ) ) );
	}

	public function test_a_quantity_that_is_rounded_up_has_a_note() {
		$order = $this->order( array( 'fill_A' ), 'processing', 2.5 );
		$this->last( $order );
		wc_get_order( $order )->update_status( 'completed' );
		$this->last( $order );
		$this->assertSame( 1, substr_count( $this->notes( $order ), '2.5 ordered; 3 will be printed.' ) );
	}

	public function test_what_changes_back_and_forth_is_three_messages_with_ids_of_their_own() {
		$order = $this->order();
		foreach ( array( 1, 2, 1 ) as $quantity ) {
			set_quantity( $order, $this->item( $order ), $quantity );
			$this->last( $order );
		}
		$this->assertCount( 3, array_unique( array_column( array_column( $this->messages(), 'headers' ), 'webhook-id' ) ) );
	}

	public function test_several_changes_within_seconds_are_one_message() {
		$order = $this->order( array( 'fill_A' ), 'pending' );
		for ( $n = 2; $n < 6; $n++ ) {
			set_quantity( $order, $this->item( $order ), $n );
			do_action( 'shutdown' );
		}
		$this->assertSame( 'open 5-0', $this->seen( $this->last( $order ) ) );
		$this->assertCount( 1, $this->messages() );
	}

	public function test_a_change_while_its_job_runs_is_sent_after_it() {
		$order = $this->order();
		$item  = $this->item( $order );
		$this->service->before = function ( $method, $target ) use ( $order, $item ) {
			if ( '/adapters/rest/orders' === $target && 1 === count( $this->messages() ) ) set_quantity( $order, $item, 7 );
			return null;
		};
		$this->assertSame( 'paid 7-0', $this->seen( $this->last( $order ) ) );
	}

	public function test_a_change_while_its_job_fails_leaves_one_try() {
		Site::$now = time();
		$order = $this->order();
		$item  = $this->item( $order );
		$this->service->before = function ( $method, $target ) use ( $order, $item ) {
			if ( '/adapters/rest/orders' !== $target ) return null;
			set_quantity( $order, $item, 7 );
			do_action( 'shutdown' );
			return new WP_Error( 'http_request_failed' );
		};
		run_actions( 5 );
		$this->assertCount( 1, array_filter( Site::$kept['actions'], function ( $one ) { return Queue::SEND === $one['hook']; } ) );
	}

	public function test_what_the_plugin_writes_itself_sends_nothing() {
		$order = $this->order();
		$this->last( $order );
		do_action( 'platen_refresh', $order );
		do_action( 'platen_send', $order );
		do_action( 'shutdown' );
		$this->assertSame( array(), array_filter( Site::$kept['actions'], function ( $one ) { return Queue::SEND === $one['hook']; } ) );
	}

	public function test_the_orders_of_one_minute_are_all_sent() {
		for ( $n = 0; $n < 40; $n++ ) $this->order( array( "fill_$n" ) );
		run_actions();
		$this->assertCount( 40, $this->service->orders );
	}

	public function test_orders_that_have_nothing_to_do_with_the_service_are_not_sent() {
		$this->add_product( 12 );
		WC()->cart->add_classic( 12, 1 );
		WC()->cart->check_out();
		$draft = wc_get_order( $this->order( array( 'fill_A' ), 'checkout-draft' ) );
		$other = wc_get_order( $this->order( array( 'fill_B' ) ) );
		$other->type = 'shop_subscription';
		$other->save();
		$this->assertSame( 0, run_actions( DAY_IN_SECONDS ) );
		$draft->update_status( 'processing' );
		$this->assertSame( 'paid', $this->last( $draft->get_id() )['status'], 'It is no draft any more.' );
	}

	public function test_a_mapped_product_without_a_design_is_sent_and_one_that_is_sold_as_it_is_is_not() {
		$this->add_product( 20, 'tpl_card', 'variable' );
		$this->add_product( 21, 'none', 'variation', 20 );
		$this->add_product( 22, '', 'variation', 20 );
		$order = new WC_Order();
		foreach ( array( array( 11, 0 ), array( 20, 21 ), array( 20, 22 ) ) as $ids ) {
			$item = new WC_Order_Item_Product();
			list( $item->product_id, $item->variation_id ) = $ids;
			$order->add_item( $item );
		}
		$order->update_status( 'processing' );
		$this->assertSame( array( null, '22' ), array_column( $this->last( $order->get_id() )['lines'], 'variant_id' ) );
		add_filter( 'platen_requires_fill', function () { return false; } );
		wc_get_order( $order->get_id() )->update_status( 'completed' );
		$this->assertSame( array(), $this->last( $order->get_id() )['lines'] );
	}

	public function test_a_copied_order_says_what_it_was_copied_from_and_shows_nothing_of_it() {
		$order = $this->order();
		$this->last( $order );
		$copy = copy_order( $order );
		$this->assertSame( '', $this->line( $copy )->state() );
		$this->assertArrayNotHasKey( 'copied_from', $this->service->orders[ $order ]['lines'][0] );
		$this->assertSame( (string) $order, $this->last( $copy )['lines'][0]['copied_from'] );
		$again = copy_order( $copy );
		$this->assertSame( (string) $copy, $this->last( $again )['lines'][0]['copied_from'] );
		wc_get_order( $copy )->update_status( 'completed' );
		$this->assertSame( (string) $order, $this->last( $copy )['lines'][0]['copied_from'], 'Later messages say it too.' );
	}

	public function test_a_renewal_is_a_copy_of_the_order_that_its_subscription_began_with() {
		$first   = $this->order();
		$renewal = copy_order( $first );
		apply_filters( 'wcs_renewal_order_created', wc_get_order( $renewal ), new class( $first ) {
			private $first;
			public function __construct( $first ) { $this->first = $first; }
			public function get_parent_id() { return $this->first; }
		} );
		$this->assertSame( (string) $first, $this->last( $renewal )['lines'][0]['copied_from'] );
	}

	public function test_the_shops_own_code_adds_a_due_date() {
		add_filter( 'platen_order_message', function ( $data, $order ) { return array( 'due_at' => '2026-12-01T00:00:00Z' ) + $data; }, 10, 2 );
		$this->assertSame( '2026-12-01T00:00:00Z', $this->last( $this->order() )['due_at'] );
	}

	public function test_no_customer_is_sent_where_the_merchant_does_not_want_it() {
		$this->connect( array( 'send_customer' => 'no' ) );
		$this->assertArrayNotHasKey( 'customer', $this->last( $this->order() ) );
	}

	public function test_an_outage_of_days_loses_nothing_and_is_told() {
		Site::$now = time();
		$this->service->down = array( null, '' );
		$order = $this->order();
		run_actions( 5 * DAY_IN_SECONDS );
		$this->assertLessThan( 35, count( Site::$sent ), 'It hammers.' );
		$this->assertSame( 'yes', wc_get_order( $order )->get_meta( Line::ORDER_WAITS ) );
		$status = Outbox::status( wc_get_order( $order ) );
		$this->assertSame( array( true, 'unreachable', false ), array( $status['waits'], $status['code'], $status['given_up'] ) );
		$this->service->down = null;
		run_actions( 6 * HOUR_IN_SECONDS );
		$this->assertSame( 'paid', $this->service->orders[ $order ]['status'] );
		$this->assertSame( '', wc_get_order( $order )->get_meta( Line::ORDER_WAITS ) );
		$this->assertSame( '', $this->notes( $order ) );
	}

	public function test_after_14_days_staff_are_told_and_can_try_again() {
		Site::$now = time();
		$this->service->down = array( 503, 'shutting_down' );
		$order = $this->order();
		run_actions( 13 * DAY_IN_SECONDS );
		$this->assertFalse( Outbox::status( wc_get_order( $order ) )['given_up'] );
		run_actions( 2 * DAY_IN_SECONDS );
		$this->assertSame( array( true, 'yes' ), array( Outbox::status( wc_get_order( $order ) )['given_up'], wc_get_order( $order )->get_meta( Line::ORDER_HELD ) ) );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'could not be reached for 14 days' ) );
		$this->service->down = null;
		$this->outbox()->try_now( wc_get_order( $order ) );
		run_actions( 0 );
		$this->assertSame( 'paid', $this->service->orders[ $order ]['status'] );
	}

	public function test_a_mended_connection_tries_all_orders_that_were_given_up() {
		$refuses = true;
		$this->service->before = function ( $method, $target ) use ( &$refuses ) { return $refuses && '/adapters/rest/orders' === $target ? $this->service->error( 400, 'invalid_hook' ) : null; };
		for ( $n = 0; $n < 60; $n++ ) $this->order( array( "fill_$n" ) );
		run_actions();
		$refuses = false;
		do_action( 'platen_settings_saved' );
		run_actions();
		$this->assertCount( 60, $this->service->orders );
	}

	public function test_a_message_whose_answer_was_lost_is_repeated_under_its_id() {
		Site::$now = time();
		$this->service->before = function ( $method, $target ) { return '/adapters/rest/orders' === $target && 3 > count( $this->messages() ) ? new WP_Error( 'http_request_failed' ) : null; };
		$order = $this->order();
		run_actions( HOUR_IN_SECONDS );
		$this->assertCount( 3, $this->messages() );
		$this->assertCount( 1, array_unique( array_column( array_column( $this->messages(), 'headers' ), 'webhook-id' ) ) );
		$this->assertCount( 1, array_unique( array_column( $this->messages(), 'body' ), SORT_REGULAR ), 'The time is that of the first try, which the service may have taken.' );
		$this->assertTrue( Snapshot::of( wc_get_order( $order ) )['settled'] );
	}

	public function test_the_wait_that_the_service_asks_for_is_kept() {
		Site::$now = time();
		$this->service->before = function ( $method, $target ) { return '/adapters/rest/orders' === $target && 1 === count( $this->messages() ) ? $this->service->error( 429, 'rate_limited', '', array( 'retry-after' => '300' ) ) : null; };
		$this->order();
		run_actions( 290 );
		$this->assertCount( 1, $this->messages() );
		run_actions( 20 );
		$this->assertCount( 2, $this->messages() );
	}

	public function test_a_message_that_the_service_rejects_is_told_once_and_not_repeated() {
		$this->service->before = function ( $method, $target ) { return '/adapters/rest/orders' === $target ? $this->service->error( 400, 'invalid_hook', 'order.lines must be an array.' ) : null; };
		$order = $this->order();
		run_actions( DAY_IN_SECONDS );
		do_action( 'platen_reconcile' );
		run_actions( DAY_IN_SECONDS );
		$this->assertCount( 1, $this->messages() );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'order.lines must be an array.' ) );
	}

	public function test_a_service_that_is_older_than_the_plugin_lets_orders_wait_and_says_that_it_needs_the_update() {
		$this->service->before = function ( $method, $target ) { return '/v1/storefront/shops' === $target ? $this->service->error( 404, 'route_not_found' ) : null; };
		$order = $this->order();
		run_actions( 10 );
		$this->assertStringContainsString( 'This Platen is older than the plugin.', $this->notices() );
		$this->assertStringNotContainsString( 'route_not_found', $this->notices() );
		$this->service->before = null;
		run_actions( 6 * HOUR_IN_SECONDS );
		$this->assertSame( 'paid', $this->service->orders[ $order ]['status'] );
		$this->assertSame( '', $this->notices() );
	}

	public function test_a_look_that_began_before_a_change_does_not_pass_for_its_answer() {
		$order = $this->order();
		$this->last( $order );
		$this->service->before = function ( $method, $target ) use ( $order ) {
			if ( 0 !== strpos( $target, '/v1/storefront/orders' ) ) return null;
			$this->service->before   = null;
			$this->service->answered = array( $order => array( 'status' => 'paid', 'changed_at' => $this->service->orders[ $order ]['updated_at'] ) );
			wc_get_order( $order )->update_status( 'cancelled' );
			do_action( 'shutdown' );
			$this->outbox()->send( $order );
			return null;
		};
		$this->snapshot()->ask_now( wc_get_order( $order ) );
		$this->assertTrue( Snapshot::awaits_answer( wc_get_order( $order ) ) );
		$this->service->answered = array();
		run_actions( 60 );
		$this->assertFalse( Snapshot::awaits_answer( wc_get_order( $order ) ) );
	}

	public function test_a_clock_that_is_set_back_makes_no_change_older_than_the_last() {
		$order = $this->order();
		$first = $this->last( $order );
		$kept  = wc_get_order( $order );
		$later = 1000 * ( time() + 3600 );
		$kept->update_meta_data( Outbox::ORDER, str_replace( '"time":' . Outbox::kept( $kept )['time'], '"time":' . $later, $kept->get_meta( Outbox::ORDER ) ) );
		$kept->save_meta_data();
		set_quantity( $order, $this->item( $order ), 2 );
		$this->assertSame( $later + 1, (int) date_create( $this->last( $order )['updated_at'] )->format( 'Uv' ) );
	}

	public function test_a_key_without_the_scope_lets_orders_wait_and_says_which_scope() {
		Site::$now = time();
		$this->service->before = function ( $method, $target ) { return '/v1/storefront/shops' === $target ? $this->service->error( 403, 'insufficient_scope' ) : null; };
		$order = $this->order();
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( array(), $this->messages() );
		$this->assertStringContainsString( 'lacks the scope storefront:write', $this->notices() );
		$this->service->before = null;
		run_actions( 6 * HOUR_IN_SECONDS );
		$this->assertSame( 'paid', $this->service->orders[ $order ]['status'] );
		$this->assertStringNotContainsString( 'storefront:write', $this->notices() );
	}

	public function test_a_secret_that_was_lost_is_replaced() {
		$this->service->before = function ( $method, $target ) {
			if ( '/v1/storefront/shops' !== $target ) return null;
			return array( 'status' => 409, 'headers' => array( 'content-type' => 'application/json' ), 'body' => '{"error":{"code":"storefront_shop_exists","storefront_shop_id":"ssh_1"}}' );
		};
		$order = $this->order();
		$this->assertSame( 'paid', $this->last( $order )['status'] );
		$this->assertContains( 'POST /storefront/shops/ssh_1/rotate_secret', $this->writes() );
	}

	public function test_a_secret_that_is_rejected_is_replaced_once_an_hour_at_most() {
		Site::$now = time();
		$this->order();
		run_actions();
		$kept = get_option( 'platen_hook' );
		update_option( 'platen_hook', array( 'at' => time() - 2 * HOUR_IN_SECONDS ) + $kept );
		$this->service->before = function ( $method, $target ) { return '/adapters/rest/orders' === $target ? $this->service->error( 401, 'invalid_signature' ) : null; };
		$order = $this->order( array( 'fill_B' ) );
		run_actions( 2 * HOUR_IN_SECONDS );
		$this->assertSame( 2, count( array_keys( $this->writes(), 'POST /storefront/shops', true ) ) );
		$this->assertTrue( Outbox::status( wc_get_order( $order ) )['waits'] );
	}

	public function test_orders_whose_jobs_are_gone_are_found_again() {
		$order = $this->order();
		do_action( 'shutdown' );
		Site::$kept['actions'] = array();
		do_action( 'admin_init' );
		Site::$now = time();
		run_actions( HOUR_IN_SECONDS + 10 );
		$this->assertSame( 'paid', $this->service->orders[ $order ]['status'] );
	}

	public function test_a_shop_that_updates_the_plugin_in_mid_order_sends_each_personalized_order_once() {
		$orders = array();
		foreach ( array( 'waiting', 'held', 'finalized' ) as $state ) {
			$orders[] = $this->order( array( "fill_$state" ) );
			$line = $this->line( end( $orders ) );
			$line->item->update_meta_data( '_pp_state', array( $state ) );
			$line->item->update_meta_data( '_pp_copy_id', array( 'fill_copy_' . $state ) );
			$line->item->save();
		}
		$old = wc_get_order( $this->order( array( 'fill_old' ) ) );
		$old->modified = time() - 61 * DAY_IN_SECONDS;
		Site::$kept['orders'][ $old->get_id() ] = serialize( $old );
		Site::begin_request();
		Site::$hooks = array();
		Plugin::boot();
		as_schedule_single_action( time(), 'platen_finalize', array( $orders[0], 1, 1 ), 'platen-for-woocommerce' );
		Site::$kept['options'][1]['platen_version'] = '0.0.9';
		do_action( 'init' );
		run_actions();
		$this->assertSame( $orders, array_keys( $this->service->orders ) );
		$this->assertSame( 'fill_copy_held', $this->service->orders[ $orders[1] ]['lines'][0]['fill_id'] );
		$this->assertFalse( as_has_scheduled_action( 'platen_finalize' ) );
		do_action( 'init' );
		run_actions();
		$this->assertCount( 3, $this->messages() );
	}

	public function test_what_the_service_says_is_kept_and_noted_once() {
		$this->service->lines['fill_A'] = array( 'state' => 'held', 'reason' => 'cart_mismatch', 'label' => 'Held', 'message' => 'Made in another cart.', 'actions' => array( array( 'action' => 'release', 'label' => 'Print anyway' ) ) );
		Site::$kept['locale'] = 'de_DE';
		$order = $this->order();
		$this->last( $order );
		run_actions( DAY_IN_SECONDS );
		$line = $this->line( $order );
		$this->assertSame( array( 'held', 'cart_mismatch', 'release' ), array( $line->state(), $line->reason(), $line->actions()[0]['action'] ) );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'Platen, Card: Held: Made in another cart.' ) );
		$this->assertSame( 'yes', wc_get_order( $order )->get_meta( Line::ORDER_HELD ) );
		$asked = array_filter( Site::$sent, function ( $one ) { return '/v1/storefront/orders' === $one['path']; } );
		$this->assertStringContainsString( 'locale=de-DE', end( $asked )['query'] );
	}

	public function test_asking_ends_once_the_answer_to_the_last_message_is_settled() {
		Site::$now = time();
		$order = $this->order();
		run_actions( DAY_IN_SECONDS );
		$asked = count( array_filter( Site::$sent, function ( $one ) { return '/v1/storefront/orders' === $one['path']; } ) );
		$this->assertSame( 1, $asked );
		$this->assertTrue( Snapshot::of( wc_get_order( $order ) )['settled'] );
	}

	public function test_a_removed_line_that_was_printed_is_noted() {
		$order = $this->order( array( 'fill_A', 'fill_B' ) );
		$this->last( $order );
		$told = array( 'id' => 'sor_1', 'lines' => array( array( 'external_line_id' => '1', 'external_product_id' => '11', 'state' => 'withdrawn', 'reason' => 'withdrawn_after_print', 'label' => 'Withdrawn', 'message' => 'Stop it on the press.' ) ) );
		foreach ( array( 1, 2 ) as $time ) $this->snapshot()->keep( wc_get_order( $order ), $told );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'Platen, Card: Withdrawn: Stop it on the press.' ) );
	}
}
