<?php
/**
 * Export and erasure through WordPress' own tools.
 *
 * @package Platen\WooCommerce\Tests
 */

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

	public function test_a_service_that_is_away_erases_nothing_and_says_so() {
		$this->order();
		run_actions();
		$this->service->down = array( null, '' );
		$answer = $this->erase();
		$this->assertSame( array( false, true ), array( $answer['items_removed'], $answer['items_retained'] ) );
		$this->assertStringContainsString( 'Try the erasure again later', $answer['messages'][0] );
	}

	public function test_a_design_that_may_be_another_persons_is_not_erased() {
		$this->service->add_fill( 'fill_A', array( 'external_product_id' => '12' ) );
		$this->order();
		run_actions();
		$this->erase();
		$this->assertNotContains( 'fill_A', $this->service->erased );
	}

	public function test_a_policy_is_suggested() {
		do_action( 'admin_init' );
		$this->assertStringContainsString( 'platen_cart', Site::$registered['policy'] );
	}
}
