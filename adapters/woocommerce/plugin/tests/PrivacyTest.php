<?php
/** Export and erasure through WordPress' own tools. */

// phpcs:disable

final class PrivacyTest extends ShopTestCase {

	private function export( $page = 1 ) {
		return ( apply_filters( 'wp_privacy_personal_data_exporters', array() )['platen']['callback'] )( 'ann@example.test', $page );
	}

	private function erase( $page = 1 ) {
		return ( apply_filters( 'wp_privacy_personal_data_erasers', array() )['platen']['callback'] )( 'ann@example.test', $page );
	}

	public function test_what_a_person_entered_is_exported_by_address_and_by_order() {
		$this->service->add_fill( 'fill_Z', array( 'customer_email' => 'ann@example.test', 'values' => array( 'fld_name' => 'Anouk' ) ) );
		$this->order();
		$export = $this->export();
		$this->assertTrue( $export['done'] );
		$words = json_encode( $export['data'] );
		$this->assertStringContainsString( 'Anouk', $words );
		$this->assertStringContainsString( 'Ada', $words );
		$this->assertCount( 2, $export['data'] );
	}

	public function test_erasing_reaches_designs_of_orders_and_all_others_of_the_address() {
		$this->order();
		run_actions();
		$answer = $this->erase();
		$this->assertSame( array( 'fill_A', 'ann@example.test' ), $this->service->erased );
		$this->assertSame( array( true, false, array(), true ), array( $answer['items_removed'], $answer['items_retained'], $answer['messages'], $answer['done'] ) );
	}

	public function test_many_orders_are_erased_page_by_page() {
		for ( $n = 0; $n < 12; $n++ ) $this->order( array( "fill_$n" ) );
		run_actions();
		$this->assertFalse( $this->erase( 1 )['done'] );
		$this->assertTrue( $this->erase( 2 )['done'] );
		$this->assertCount( 13, $this->service->erased );
	}

	public function test_what_is_paid_and_not_printed_yet_is_kept_and_said() {
		$order = $this->order();
		$answer = $this->erase();
		$this->assertSame( array(), $this->service->erased );
		$this->assertTrue( $answer['items_retained'] );
		$this->assertStringContainsString( "Order $order is not printed yet", $answer['messages'][0] );
	}

	/** As WooCommerce registers its own, at 5, and removes the address from orders when it is set to. */
	private function woocommerce_erases() {
		add_filter( 'wp_privacy_personal_data_erasers', function ( $erasers ) {
			$erasers['woocommerce-customer-orders'] = array( 'callback' => function ( $email, $page ) {
				foreach ( wc_get_orders( array( 'limit' => 50, 'billing_email' => $email ) ) as $order ) remove_order_personal_data( $order );
				return array( 'items_removed' => true, 'items_retained' => false, 'messages' => array(), 'done' => true );
			} );
			return $erasers;
		}, 5 );
	}

	/** As WordPress does it: one eraser after the other, each page by page. */
	private function run_erasers() {
		$messages = array();
		foreach ( apply_filters( 'wp_privacy_personal_data_erasers', array() ) as $eraser ) {
			$page = 1;
			do {
				$answer = $eraser['callback']( 'ann@example.test', $page++ );
				$messages = array_merge( $messages, $answer['messages'] );
			} while ( ! $answer['done'] );
		}
		return $messages;
	}

	public function test_designs_go_though_woocommerce_takes_the_address_off_the_orders() {
		$this->connect( array( 'send_customer' => 'no' ) );
		$this->woocommerce_erases();
		$this->order();
		run_actions();
		$this->assertSame( array(), $this->run_erasers() );
		$this->assertContains( 'fill_A', $this->service->erased );
	}

	public function test_what_is_kept_until_printed_is_said_and_erased_by_itself_then() {
		$this->connect( array( 'send_customer' => 'no' ) );
		$this->woocommerce_erases();
		$order = $this->order( array( 'fill_A' ), 'on-hold' );
		$this->assertStringContainsString( "Order $order is not printed yet", implode( $this->run_erasers() ) );
		$this->assertSame( array(), $this->service->erased );
		$this->assertStringContainsString( 'erased then', $this->notes( $order ) );
		wc_get_order( $order )->update_status( 'processing' );
		run_actions();
		$this->assertSame( 'finalized', $this->line( $order )->state() );
		$this->assertSame( array(), $this->service->erased, 'The press may not have the file yet.' );
		wc_get_order( $order )->update_status( 'completed' );
		run_actions();
		$this->assertSame( array( 'fill_A' ), $this->service->erased );
	}

	public function test_the_clean_up_of_old_orders_and_the_bulk_action_reach_designs() {
		$this->connect( array( 'send_customer' => 'no' ) );
		$order = $this->order();
		run_actions();
		remove_order_personal_data( wc_get_order( $order ) );
		$this->assertSame( array(), $this->service->erased, 'Nothing is asked while many orders are cleaned up.' );
		$this->service->down = array( 503, 'overloaded' );
		Site::$now = time();
		run_actions();
		$this->service->down = null;
		run_actions( HOUR_IN_SECONDS );
		$this->assertSame( array( 'fill_A' ), $this->service->erased );
	}

	public function test_an_order_whose_designs_were_erased_is_not_sent_again() {
		$order = $this->order();
		run_actions();
		remove_order_personal_data( wc_get_order( $order ) );
		run_actions();
		$sent = $this->service->orders;
		wc_get_order( $order )->update_status( 'completed' );
		run_actions();
		$this->assertSame( $sent, $this->service->orders );
	}

	public function test_an_order_that_woocommerce_made_anonymous_is_sent_without_its_customer() {
		$order = wc_get_order( $this->order( array( 'fill_A' ), 'on-hold' ) );
		$order->email = 'deleted@site.invalid';
		$order->update_meta_data( '_anonymized', 'yes' );
		$order->update_status( 'processing' );
		run_actions();
		$this->assertArrayNotHasKey( 'customer', $this->service->orders[ $order->get_id() ] );
	}

	public function test_everything_else_of_the_address_goes_while_an_order_waits() {
		$this->service->add_fill( 'fill_Z', array( 'customer_email' => 'ann@example.test' ) );
		$this->service->add_fill( 'fill_A', array( 'customer_email' => 'ann@example.test', 'external_product_id' => '11' ) );
		$this->order();
		$this->erase();
		$this->assertSame( array( 'fill_Z' ), $this->service->erased );
	}

	public function test_the_export_names_fields_by_their_labels() {
		$this->order();
		$rows = array_column( $this->export()['data'][0]['data'], 'value', 'name' );
		$this->assertSame( array( 'Template' => 'Card', 'Created' => '2026-11-21T12:00:00.000Z', 'First name' => 'Ada' ), $rows );
	}

	public function test_a_service_that_is_away_erases_nothing_and_says_so() {
		$this->order();
		run_actions();
		$this->service->down = array( null, '' );
		$answer = $this->erase();
		$this->assertSame( array( false, true ), array( $answer['items_removed'], $answer['items_retained'] ) );
		$this->assertStringContainsString( 'Try the erasure again later', $answer['messages'][0] );
	}

	public function test_a_design_that_may_be_another_persons_is_neither_exported_nor_erased() {
		$this->service->lines['fill_A'] = array( 'state' => 'held', 'reason' => 'cart_mismatch', 'printed_quantity' => 0 );
		$order = $this->order();
		run_actions();
		$this->assertSame( array(), $this->export()['data'] );
		$this->erase();
		$this->assertNotContains( 'fill_A', $this->service->erased );
		wc_get_order( $order )->update_status( 'cancelled' );
		run_actions();
		$this->assertSame( 'canceled', $this->service->orders[ $order ]['status'], 'It can be canceled still.' );
	}

	public function test_a_design_of_which_more_is_to_be_printed_is_kept_until_its_order_is_done() {
		$this->service->lines['fill_A'] = array( 'state' => 'held', 'reason' => 'more_to_print', 'printed_quantity' => 3 );
		$order = $this->order();
		run_actions();
		$this->assertStringContainsString( "Order $order is not printed yet", $this->erase()['messages'][0] );
		wc_get_order( $order )->update_status( 'completed' );
		run_actions();
		$this->assertSame( array( 'fill_A' ), $this->service->erased );
	}

	public function test_a_policy_is_suggested() {
		do_action( 'admin_init' );
		$this->assertStringContainsString( 'platen_cart', Site::$registered['policy'] );
	}
}
