<?php
/**
 * The order screen: states in words, the PDF, trying again and printing all the same.
 *
 * @package Platen\WooCommerce\Tests
 */

// phpcs:disable

use Platen\WooCommerce\Line;

final class OrderScreenTest extends ShopTestCase {

	private function box( $order ) {
		do_action( 'add_meta_boxes', 'woocommerce_page_wc-orders', wc_get_order( $order ) );
		$box = Site::$registered['boxes']['platen-print-files'] ?? null;
		return null === $box ? null : $this->printed( function () use ( $box, $order ) { $box[1]( wc_get_order( $order ) ); } );
	}

	/** Follows a link of the box, as its reader's browser does. */
	private function follow( $html, $action, $change = array() ) {
		$this->assertSame( 1, preg_match( '/href="([^"]*action=' . $action . '[^"]*)"/', $html, $found ), "There is no link to $action." );
		return $this->go( html_entity_decode( $found[1] ), $change );
	}

	private function go( $url, $change = array() ) {
		parse_str( (string) parse_url( $url, PHP_URL_QUERY ), $query );
		$_GET = $_REQUEST = $change + $query;
		$ended = $this->ended( function () use ( $query ) { do_action( 'admin_post_' . $query['action'] ); } );
		$_GET = $_REQUEST = array();
		return $ended;
	}

	public function test_a_printed_line_has_its_state_and_its_pdf_freshly_linked() {
		$order = $this->order();
		run_actions();
		$html = $this->box( $order );
		$this->assertStringContainsString( 'Print file ready', $html );
		$this->assertStringContainsString( 'Preflight passed', $html );
		$this->assertStringNotContainsString( 'files/renders', $html, 'Links end after an hour.' );
		$this->assertSame( 'https://platen.test/files/renders/rnd_1.pdf?sig=x', $this->follow( $html, 'platen_pdf' )->what );
	}

	public function test_the_screen_asks_nobody() {
		$order = $this->order();
		run_actions();
		Site::$sent = array();
		$this->box( $order );
		$this->assertSame( array(), Site::$sent );
	}

	public function test_an_order_without_designs_has_no_box() {
		$this->add_product( 12 );
		WC()->cart->add_classic( 12, 1 );
		$this->assertNull( $this->box( WC()->cart->check_out() ) );
	}

	public function test_orders_that_are_posts_are_shown_too() {
		$order = $this->order();
		do_action( 'add_meta_boxes', 'shop_order', (object) array( 'ID' => $order ) );
		$this->assertArrayHasKey( 'platen-print-files', Site::$registered['boxes'] );
	}

	public function test_the_pdf_is_for_staff_with_a_nonce() {
		$order = $this->order();
		run_actions();
		$html = $this->box( $order );
		$this->assertSame( 403, $this->follow( $html, 'platen_pdf', array( '_wpnonce' => 'wrong' ) )->getCode() );
		Site::$may = array( 'manage_woocommerce' );
		$this->assertSame( 403, $this->follow( $html, 'platen_pdf' )->getCode() );
	}

	public function test_an_answer_that_leads_elsewhere_is_not_followed() {
		$order = $this->order();
		run_actions();
		$this->service->renders['rnd_1']['signed_url'] = 'https://evil.test/x.pdf';
		$this->assertSame( 503, $this->follow( $this->box( $order ), 'platen_pdf' )->getCode() );
	}

	public function test_a_failed_line_is_tried_again() {
		$this->service->down = array( null, '' );
		$order = $this->order();
		Site::$now = time();
		run_actions( 3 * DAY_IN_SECONDS );
		$this->service->down = null;
		$this->assertSame( 'redirected', $this->follow( $this->box( $order ), 'platen_retry' )->kind );
		run_actions();
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
	}

	public function test_a_held_line_is_printed_once_somebody_has_looked() {
		$this->service->add_fill( 'fill_A', array( 'external_product_id' => '12' ) );
		$order = $this->order();
		run_actions();
		$html = $this->box( $order );
		$this->assertStringContainsString( 'made for another product', $html );
		$this->follow( $html, 'platen_retry' );
		run_actions();
		$this->assertSame( Line::HELD, $this->line( $order )->state(), 'Trying again is not looking.' );
		$this->follow( $this->box( $order ), 'platen_retry', array( 'release' => '1' ) );
		run_actions();
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
		$this->assertStringContainsString( 'Released for printing', $this->notes( $order ) );
	}

	public function test_what_another_order_has_printed_cannot_be_released() {
		$this->order();
		run_actions();
		$second = $this->order();
		run_actions();
		$html = $this->box( $second );
		$this->assertStringNotContainsString( 'release', $html );
		$this->follow( $html, 'platen_retry', array( 'release' => '1' ) );
		run_actions();
		$this->assertSame( Line::HELD, $this->line( $second )->state() );
		$this->assertCount( 1, $this->service->renders );
	}

	public function test_the_print_files_of_an_order_are_read_by_its_own_reference() {
		$this->service->render_status = 'queued';
		$order = $this->order( array( 'fill_A', 'fill_B' ) );
		run_actions();
		foreach ( $this->service->renders as &$render ) $render['status'] = 'succeeded';
		$html = $this->box( $order );
		$this->assertStringContainsString( 'Creating print file', $html );
		$this->assertSame( 403, $this->follow( $html, 'platen_refresh', array( '_wpnonce' => 'wrong' ) )->getCode() );
		$this->assertSame( 'redirected', $this->follow( $html, 'platen_refresh' )->kind );
		$this->assertSame( 2, substr_count( $this->box( $order ), 'Print file ready' ) );
		Site::$may = array();
		$this->assertSame( 403, $this->follow( $html, 'platen_refresh' )->getCode() );
	}

	public function test_words_of_shoppers_are_escaped() {
		$order = wc_get_order( $this->order() );
		$item = current( $order->items );
		$item->name = '<script>alert(1)</script>';
		$item->save();
		$this->assertStringNotContainsString( '<script', $this->box( $order->get_id() ) );
	}
}
