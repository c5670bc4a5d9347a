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
		$this->assertSame( 1, preg_match( '/(href|formaction|action)="([^"]*action=' . $action . '[^"]*)"/', $html, $found ), "There is no link to $action." );
		return $this->go( html_entity_decode( $found[2] ), $change, 'href' === $found[1] ? 'GET' : 'POST' );
	}

	private function go( $url, $change = array(), $method = 'GET' ) {
		$_SERVER['REQUEST_METHOD'] = $method;
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
		$this->assertSame( 'https://platen.test/files/renders/rnd_1.pdf?sig=x&filename=' . $order . '-' . $this->line( $order )->id() . '-card.pdf', $this->follow( $html, 'platen_pdf' )->what );
	}

	public function test_a_line_says_its_ink_and_paper_with_swatches() {
		$order = $this->order();
		run_actions();
		$html = $this->box( $order );
		foreach ( array( 'Ink:', 'Letterpress Indigo', 'background:#2f3e6e', 'Paper:', 'Blush', 'background:#f4dcd6' ) as $shown ) {
			$this->assertStringContainsString( $shown, $html );
		}
	}

	public function test_several_inks_stand_together_and_a_paper_without_name_has_no_row() {
		$gold = array( 'index' => 2, 'key' => 'gold', 'name' => 'Gold <Foil>', 'hex' => 'red;background:url(x)', 'field_ids' => array() );
		$this->service->add_fill( 'fill_A', array( 'inks' => array( array( 'name' => 'Black', 'hex' => '#000000' ), $gold ), 'paper' => null ) );
		$order = $this->order();
		run_actions();
		$html = $this->box( $order );
		$this->assertStringContainsString( 'Inks:', $html );
		$this->assertStringContainsString( 'Gold &lt;Foil&gt;', $html );
		$this->assertStringNotContainsString( 'url(x)', $html, 'What is no colour is in no style.' );
		$this->assertStringNotContainsString( 'Paper:', $html );
	}

	public function test_an_older_service_names_neither_and_there_is_no_empty_row() {
		$this->service->add_fill( 'fill_A', array( 'inks' => null, 'paper' => null ) );
		$order = $this->order();
		run_actions();
		$this->assertStringNotContainsString( 'platen-materials', $this->box( $order ) );
	}

	public function test_a_corrected_ink_is_shown_after_a_refresh() {
		$order = $this->order();
		run_actions();
		$this->service->renders['rnd_1']['inks'][0] = array( 'name' => 'Letterpress Green', 'hex' => '#2e5b4f' );
		$this->follow( $this->box( $order ), 'platen_refresh' );
		$html = $this->box( $order );
		$this->assertStringContainsString( 'Letterpress Green', $html );
		$this->assertStringNotContainsString( 'Indigo', $html );
	}

	public function test_ink_and_paper_stand_on_the_page_of_a_held_line() {
		$this->service->add_fill( 'fill_A', array( 'external_product_id' => '12' ) );
		$order = $this->order();
		run_actions();
		$this->assertStringContainsString( 'Letterpress Indigo', $this->box( $order ), 'Also before it is printed.' );
		$page = $this->review( $order );
		$this->assertStringContainsString( 'background:#2f3e6e', $page );
		$this->assertStringContainsString( 'Blush', $page );
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

	/** The page on which a line is looked at, with this row's link. */
	private function review( $order ) {
		do_action( 'admin_menu' );
		$_GET = array( 'page' => 'platen-review', 'order' => (string) $order, 'item' => (string) $this->line( $order )->id() );
		$html = $this->printed( Site::$registered['pages']['platen-review'][1] );
		$_GET = array();
		return $html;
	}

	public function test_a_held_line_is_looked_at_and_then_printed() {
		$this->service->add_fill( 'fill_A', array( 'external_product_id' => '12', 'preview_url' => 'https://platen.test/files/previews/fill_A.png?sig=x', 'values' => array( 'fld_name' => '<b>Ada' ) ) );
		$order = $this->order();
		run_actions();
		$html = $this->box( $order );
		$this->assertStringContainsString( 'made for another product', $html );
		$this->assertStringNotContainsString( 'platen_release', $html, 'Nothing is printed before it was looked at.' );
		$this->follow( $html, 'platen_retry' );
		run_actions();
		$this->assertSame( Line::HELD, $this->line( $order )->state(), 'Trying again is not looking.' );
		$page = $this->review( $order );
		foreach ( array( 'src="https://platen.test/files/previews/fill_A.png?sig=x"', 'First name', '&lt;b&gt;Ada', 'https://platen.test/console/orders/fill_A', 'Print this design anyway?' ) as $shown ) {
			$this->assertStringContainsString( $shown, $page );
		}
		$this->follow( $page, 'platen_release' );
		run_actions();
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
		$this->assertStringContainsString( 'Released for printing', $this->notes( $order ) );
	}

	public function test_a_printed_line_is_looked_at_and_asks_nothing() {
		$order = $this->order();
		run_actions();
		$page = $this->review( $order );
		$this->assertStringContainsString( 'Ada', $page );
		$this->assertStringNotContainsString( '<form', $page );
	}

	public function test_a_picture_from_elsewhere_is_not_shown_and_an_outage_is_said() {
		$this->service->add_fill( 'fill_A', array( 'external_product_id' => '11', 'preview_url' => 'https://evil.test/x.png' ) );
		$order = $this->order();
		$this->assertStringNotContainsString( 'evil', $this->review( $order ) );
		$this->service->down = array( null, '' );
		$this->assertStringContainsString( 'did not respond', $this->review( $order ) );
		Site::$may = array();
		$this->assertSame( 404, $this->ended( function () use ( $order ) { $this->review( $order ); } )->getCode() );
	}

	public function test_what_another_order_has_printed_cannot_be_released() {
		$this->order();
		run_actions();
		$second = $this->order();
		run_actions();
		$this->assertStringNotContainsString( 'platen_release', $this->review( $second ) );
		$url = Platen\WooCommerce\Order_Actions::url( 'platen_release', $this->line( $second ) );
		$this->assertSame( 409, $this->go( $url, array(), 'POST' )->getCode() );
		$this->assertSame( Line::HELD, $this->line( $second )->state() );
		$this->assertCount( 1, $this->service->renders );
	}

	public function test_what_changes_something_is_posted() {
		$this->service->down = array( null, '' );
		$order = $this->order();
		run_actions();
		foreach ( array( 'platen_retry', 'platen_release' ) as $action ) {
			$this->assertSame( 405, $this->go( Platen\WooCommerce\Order_Actions::url( $action, $this->line( $order ) ) )->getCode() );
		}
		$this->box( $order );
		$this->assertStringContainsString( '<form id="platen-order-actions" method="post">', $this->printed( function () { do_action( 'admin_footer' ); } ) );
	}

	public function test_a_line_that_waits_says_why_and_until_when_and_is_tried_at_once() {
		Site::$now = time();
		$this->service->down = array( null, '' );
		$order = $this->order();
		run_actions();
		$html = $this->box( $order );
		$this->assertStringContainsString( 'Platen does not respond', $html );
		$this->assertStringContainsString( 'Next attempt: ' . gmdate( 'Y-m-d H:i', Site::$now + 60 ), $html );
		$this->service->down = null;
		$this->follow( $html, 'platen_retry' );
		run_actions();
		$this->assertSame( Line::FINALIZED, $this->line( $order )->state() );
	}

	public function test_a_key_that_is_refused_is_named_as_the_reason() {
		$this->service->down = array( 403, 'insufficient_scope' );
		$order = $this->order();
		run_actions();
		$this->assertStringContainsString( 'rejects the secret key', $this->box( $order ) );
	}

	public function test_refreshing_says_that_the_service_is_away() {
		$order = $this->order();
		run_actions();
		$html = $this->box( $order );
		$this->service->down = array( null, '' );
		$this->follow( $html, 'platen_refresh' );
		$this->assertStringContainsString( 'did not respond', $this->printed( function () { do_action( 'admin_notices' ); } ) );
	}

	public function test_the_box_tells_what_was_refunded_and_what_went_to_press() {
		$order = $this->order( array( 'fill_A' ), 'processing', 3 );
		run_actions();
		refund_order( $order, array( $this->line( $order )->id() => 1 ) );
		$this->assertStringContainsString( '3, 1 refunded, 3 sent to print', $this->box( $order ) );
	}

	public function test_what_was_printed_and_canceled_is_printed_again_from_its_page() {
		$order = $this->order();
		run_actions();
		foreach ( array( 'cancelled', 'processing' ) as $status ) {
			wc_get_order( $order )->update_status( $status );
			run_actions();
		}
		$html = $this->box( $order );
		$this->assertStringContainsString( 'src="data:image/png;base64,', $this->review( $order ), 'A fill that is over has no link to its picture.' );
		$this->assertStringNotContainsString( 'platen_retry', $html, 'It would be held again.' );
		$this->follow( $this->review( $order ), 'platen_release' );
		run_actions();
		$this->assertSame( array( Line::FINALIZED, 'fill_A_copy' ), array( $this->line( $order )->state(), $this->line( $order )->print_fill_id() ) );
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
