<?php
/** The order screen: lines in the service's words, their print files, and what staff do. */

// phpcs:disable

use Platen\WooCommerce\Line;
use Platen\WooCommerce\Order_Actions;

final class OrderScreenTest extends ShopTestCase {

	const HELD = array( 'state' => 'held', 'reason' => 'template_mismatch', 'label' => 'Held', 'tone' => 'warning', 'message' => 'Not printed: the design was made for another product.', 'render_id' => null, 'render_status' => null, 'actions' => array( array( 'action' => 'release', 'label' => 'Print anyway' ) ) );

	/** An order that the service has answered about. */
	private function known( $line = array(), $quantity = 1 ) {
		$this->service->lines['fill_A'] = $line;
		$order = $this->order( array( 'fill_A' ), 'processing', $quantity );
		run_actions( 10 );
		return $order;
	}

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
		$_REQUEST = $change + $query;
		$ended = $this->ended( function () use ( $query ) { do_action( 'admin_post_' . $query['action'] ); } );
		$_REQUEST = array();
		return $ended;
	}

	/** The page on which a line is looked at. */
	private function review( $order ) {
		do_action( 'admin_menu' );
		$_REQUEST = array( 'page' => 'platen-review', 'order' => (string) $order, 'item' => (string) $this->line( $order )->id() );
		$html = $this->printed( Site::$registered['pages']['platen-review'][1] );
		$_REQUEST = array();
		return $html;
	}

	public function test_a_printed_line_has_its_state_and_its_pdf_freshly_linked() {
		$order = $this->known();
		$html  = $this->box( $order );
		$this->assertStringContainsString( 'Print file ready', $html );
		$this->assertStringContainsString( 'Preflight passed', $html );
		$this->assertStringNotContainsString( 'files/renders', $html, 'Links end after an hour.' );
		$line = $this->line( $order );
		$this->assertSame( 'https://platen.test/files/renders/' . $line->render_id() . '.pdf?sig=x&filename=' . $order . '-' . $line->id() . '-card.pdf', $this->follow( $html, 'platen_pdf' )->what );
	}

	/** @dataProvider lines */
	public function test_a_line_is_shown_in_the_words_of_the_service( $line, $shown, $hidden ) {
		$html = $this->box( $this->known( $line, 3 ) );
		foreach ( $shown as $text ) $this->assertStringContainsString( $text, $html );
		foreach ( $hidden as $text ) $this->assertStringNotContainsString( $text, $html );
	}

	public function lines() {
		$more = array( 'state' => 'held', 'reason' => 'more_to_print', 'label' => '4 more to print', 'tone' => 'warning', 'quantity_label' => '7 ordered, 3 sent to print', 'actions' => array( array( 'action' => 'release', 'label' => 'Print 4 more' ) ) );
		$many = array( 'reason' => 'too_many_at_press', 'label' => '2 too many at the press', 'tone' => 'warning', 'message' => '3 pieces went to print, then the quantity fell to 1.', 'quantity_label' => '3 ordered, 2 refunded, 3 sent to print' );
		$fail = array( 'state' => 'failed', 'reason' => 'render_failed', 'label' => 'Failed', 'tone' => 'critical', 'render_status' => 'failed', 'actions' => array( array( 'action' => 'retry', 'label' => 'Try again' ) ) );
		return array(
			'held'          => array( self::HELD, array( 'data-platen-tone="warning"', '>Held<', 'made for another product', 'Review design' ), array( 'platen_release', 'platen_pdf' ) ),
			'more to print' => array( $more, array( '>4 more to print<', '>7 ordered, 3 sent to print<', 'action=platen_release', '>Print 4 more<', 'platen_pdf' ), array( 'platen_retry' ) ),
			'too many'      => array( $many, array( '>2 too many at the press<', '>3 ordered, 2 refunded, 3 sent to print<', 'the quantity fell to 1' ), array( 'platen_release', 'platen_retry' ) ),
			'failed'        => array( $fail, array( 'data-platen-tone="critical"', '>Failed<', '>Try again<', 'action=platen_retry' ), array( 'platen_pdf' ) ),
			'escaped'       => array( array( 'label' => '<script>', 'message' => '<script>' ), array( '&lt;script&gt;' ), array( '<script' ) ),
		);
	}

	public function test_a_line_without_a_design_offers_one_to_staff_and_a_link_for_the_customer() {
		$html = $this->box( $this->known( array( 'state' => 'held', 'reason' => 'design_missing', 'label' => 'Design missing', 'render_id' => null, 'render_status' => null, 'actions' => array( array( 'action' => 'add_design', 'label' => 'Add design' ) ) ) ) );
		$this->assertStringNotContainsString( 'Add design', $html, 'It has one by now.' );
		$order = $this->known();
		$line  = $this->line( $order );
		$core  = array( 'state' => 'held', 'label' => 'Design missing', 'actions' => array( array( 'action' => 'add_design', 'label' => 'Add design' ) ) );
		Line::write( $line->item, Line::FILL, '' );
		Line::write( $line->item, Line::CORE, json_encode( $core ) );
		$line->item->save();
		$html = $this->box( $order );
		$this->assertMatchesRegularExpression( '#href="https://shop.test/\?platen_design=\d+-\d+-[0-9a-f]{32}">Add design</a>#', $html );
		$this->assertMatchesRegularExpression( '#data-platen-copy="https://shop.test/\?platen_design=#', $html );
		$this->assertStringNotContainsString( 'View design', $html );
	}

	public function test_a_removed_line_that_was_printed_stays_with_its_warning() {
		$order = $this->known( array(), 2 );
		$item  = $this->line( $order )->id();
		$this->service->lines['fill_A'] = array( 'state' => 'withdrawn', 'reason' => 'withdrawn_after_print', 'label' => 'Withdrawn', 'tone' => 'warning', 'message' => 'Stop production.', 'quantity_label' => '2' );
		$told = array( 'id' => 'sor_1', 'status' => 'paid', 'lines' => array( $this->service->lines['fill_A'] + array( 'external_line_id' => (string) $item, 'external_product_id' => (string) self::CARD ) ) );
		delete_order_item( $order, $item );
		$this->snapshot()->keep( wc_get_order( $order ), $told );
		$html = $this->box( $order );
		foreach ( array( 'Card (removed from the order)', '>Withdrawn<', 'Stop production.' ) as $shown ) $this->assertStringContainsString( $shown, $html );
	}

	public function test_a_line_that_an_earlier_version_has_printed_is_still_shown() {
		$order = $this->order( array( 'fill_A' ), 'pending' );
		$line  = $this->line( $order );
		Line::write( $line->item, Line::STATE, 'finalized' );
		Line::write( $line->item, Line::RENDER, 'rnd_7' );
		Line::write( $line->item, Line::RENDER_STATUS, 'succeeded' );
		$line->item->save();
		$html = $this->box( $order );
		$this->assertStringContainsString( 'Print file ready', $html );
		$this->assertStringContainsString( 'platen_pdf', $html );
	}

	public function test_a_line_says_its_ink_and_paper_with_swatches() {
		$gold = array( 'name' => 'Gold <Foil>', 'hex' => 'red;background:url(x)' );
		$html = $this->box( $this->known( array( 'inks' => array( array( 'name' => 'Letterpress Indigo', 'hex' => '#2f3e6e' ), $gold ) ) ) );
		foreach ( array( 'Inks:', 'Letterpress Indigo', 'background:#2f3e6e', 'Gold &lt;Foil&gt;', 'Paper:', 'Blush', 'background:#f4dcd6' ) as $shown ) $this->assertStringContainsString( $shown, $html );
		$this->assertStringNotContainsString( 'url(x)', $html, 'What is no colour is in no style.' );
		$this->assertStringNotContainsString( 'platen-materials', $this->box( $this->known( array( 'inks' => array(), 'paper' => null ) ) ) );
	}

	public function test_the_screen_asks_nobody_while_staff_wait() {
		$order = $this->known();
		Site::$sent = array();
		$this->box( $order );
		$this->assertSame( array(), Site::$sent );
		run_actions();
		$this->assertSame( array( '/v1/storefront/orders' ), array_column( Site::$sent, 'path' ) );
	}

	public function test_an_order_without_designs_has_no_box() {
		$this->add_product( 12 );
		WC()->cart->add_classic( 12, 1 );
		$this->assertNull( $this->box( WC()->cart->check_out() ) );
	}

	public function test_orders_that_are_posts_are_shown_too() {
		do_action( 'add_meta_boxes', 'shop_order', (object) array( 'ID' => $this->order() ) );
		$this->assertArrayHasKey( 'platen-print-files', Site::$registered['boxes'] );
	}

	public function test_the_pdf_is_for_staff_with_a_nonce_and_comes_from_the_service_alone() {
		$html = $this->box( $order = $this->known() );
		$this->service->renders[ $this->line( $order )->render_id() ]['signed_url'] = 'https://evil.test/x.pdf';
		$this->assertSame( 503, $this->follow( $html, 'platen_pdf' )->getCode() );
		$this->assertSame( 403, $this->follow( $html, 'platen_pdf', array( '_wpnonce' => 'wrong' ) )->getCode() );
		Site::$may = array( 'manage_woocommerce' );
		$this->assertSame( 403, $this->follow( $html, 'platen_pdf' )->getCode() );
	}

	public function test_a_held_line_is_looked_at_and_then_printed() {
		$this->service->add_fill( 'fill_A', array( 'external_product_id' => '12', 'preview_url' => 'https://platen.test/files/previews/fill_A.png?sig=x', 'values' => array( 'fld_name' => '<b>Ada' ) ) );
		$order = $this->known( self::HELD );
		$page  = $this->review( $order );
		foreach ( array( 'src="https://platen.test/files/previews/fill_A.png?sig=x"', 'First name', '&lt;b&gt;Ada', 'https://platen.test/console/orders/fill_A', 'background:#2f3e6e', 'Print this design?', '>Print anyway<' ) as $shown ) $this->assertStringContainsString( $shown, $page );
		$this->follow( $page, 'platen_release' );
		$this->assertSame( 'finalized', $this->line( $order )->state(), 'The answer to the click is shown at once.' );
		$this->assertStringContainsString( 'Released for printing', $this->notes( $order ) );
		$this->assertStringNotContainsString( '<form', $this->review( $order ) );
	}

	public function test_a_line_that_others_have_printed_meanwhile_is_not_printed_again() {
		$order = $this->known( self::HELD );
		$page  = $this->review( $order );
		$this->service->before = function ( $method, $target ) { return strpos( $target, '/release' ) ? $this->service->error( 409, 'line_status_conflict' ) : null; };
		$this->follow( $page, 'platen_release' );
		$this->assertStringContainsString( 'cannot be printed from here', $this->notices() );
		unset( $this->service->lines['fill_A'] );
		run_actions();
		$this->assertSame( 'finalized', $this->line( $order )->state() );
	}

	public function test_a_picture_from_elsewhere_is_not_shown_and_an_outage_is_said() {
		$this->service->add_fill( 'fill_A', array( 'external_product_id' => '11', 'preview_url' => 'https://evil.test/x.png' ) );
		$order = $this->order();
		$this->assertStringNotContainsString( 'evil', $this->review( $order ) );
		unset( $this->service->fills['fill_A']['preview_url'] );
		$this->assertStringContainsString( 'src="data:image/png;base64,', $this->review( $order ), 'A fill that is over has no link to its picture.' );
		$this->service->down = array( null, '' );
		$this->assertStringContainsString( 'did not respond', $this->review( $order ) );
		Site::$may = array();
		$this->assertSame( 404, $this->ended( function () use ( $order ) { $this->review( $order ); } )->getCode() );
	}

	public function test_what_changes_something_is_posted_by_staff_with_a_nonce() {
		$order = $this->known( self::HELD );
		$urls  = array( Order_Actions::order_url( 'platen_refresh', wc_get_order( $order ) ), Order_Actions::order_url( 'platen_send_now', wc_get_order( $order ) ) );
		foreach ( array( 'platen_retry', 'platen_release' ) as $action ) $urls[] = Order_Actions::url( $action, $this->line( $order ) );
		Site::$sent = array();
		foreach ( $urls as $url ) {
			Site::$may = array( 'edit_shop_orders' );
			$this->assertSame( 405, $this->go( $url )->getCode() );
			$this->assertSame( 403, $this->go( $url, array( '_wpnonce' => 'wrong' ), 'POST' )->getCode() );
			Site::$may = array();
			$this->assertSame( 403, $this->go( $url, array(), 'POST' )->getCode() );
		}
		$this->assertSame( array(), Site::$sent );
		$this->box( $order );
		$this->assertStringContainsString( '<form id="platen-order-actions" method="post">', $this->printed( function () { do_action( 'admin_footer' ); } ) );
	}

	public function test_an_order_that_is_not_sent_says_why_and_until_when_and_is_sent_at_once() {
		Site::$now = time();
		$this->service->down = array( null, '' );
		$order = $this->order();
		run_actions( 10 );
		$html = $this->box( $order );
		$this->assertStringContainsString( 'Not sent to Platen yet: Platen does not respond. Next attempt: ', $html );
		$this->service->down = null;
		$this->follow( $html, 'platen_send_now' );
		run_actions( 10 );
		$html = $this->box( $order );
		$this->assertStringNotContainsString( 'Not sent', $html );
		$this->assertStringContainsString( 'Print file ready', $html );
	}

	/** The service has accepted what changed, and answers as before. */
	private function behind( $order, $at = '2026-11-21T12:00:00.000Z' ) {
		$this->service->answered[ $order ] = array( 'changed_at' => $at, 'status' => 'paid' );
	}

	public function test_a_state_from_before_a_change_is_not_shown_as_current() {
		$order = $this->known( array(), 2 );
		wc_get_order( $order )->update_status( 'cancelled' );
		do_action( 'shutdown' );
		$html = $this->box( $order );
		foreach ( array( 'Not sent to Platen yet.', '>Last known: Print file ready<', 'data-platen-tone="neutral"' ) as $shown ) $this->assertStringContainsString( $shown, $html );
		$this->assertStringNotContainsString( 'Preflight', $html );
		$this->behind( $order );
		run_actions( 10 );
		$html = $this->box( $order );
		foreach ( array( 'Platen has the change. Its answer is not here yet.', '>Last known: Print file ready<' ) as $shown ) $this->assertStringContainsString( $shown, $html );
		$this->assertStringNotContainsString( 'platen_send_now', $html );
		unset( $this->service->answered[ $order ] );
		run_actions( 60 );
		$html = $this->box( $order );
		$this->assertStringContainsString( '>Withdrawn<', $html );
		$this->assertStringNotContainsString( 'data-platen-look', $html );
	}

	public function test_an_accepted_order_without_an_answer_says_so() {
		Site::$now = time();
		$order = $this->order();
		run_actions( 6 );
		$html = $this->box( $order );
		foreach ( array( 'Platen has the order. Its answer is not here yet.', '>Waiting for Platen<' ) as $shown ) $this->assertStringContainsString( $shown, $html );
	}

	public function test_an_open_screen_sends_a_change_and_gets_its_answer() {
		$order = $this->known();
		wc_get_order( $order )->update_status( 'cancelled' );
		do_action( 'shutdown' );
		$ended = $this->follow( str_replace( 'data-platen-look', 'action', $this->box( $order ) ), 'platen_look' );
		$this->assertStringContainsString( '>Withdrawn<', $ended->what['html'] );
		$this->assertStringNotContainsString( 'data-platen-look', $ended->what['html'] );
	}

	public function test_an_open_screen_leaves_an_order_alone_whose_next_attempt_is_later() {
		$this->service->down = array( null, '' );
		$order = $this->order();
		run_actions( 10 );
		$this->assertStringContainsString( 'data-platen-look=""', $this->box( $order ) );
	}

	public function test_nothing_is_printed_by_an_answer_from_before_a_change() {
		$order = $this->known( array( 'state' => 'held', 'reason' => 'more_to_print', 'label' => '4 more to print', 'actions' => array( array( 'action' => 'release', 'label' => 'Print 4 more' ) ) ), 7 );
		$old   = $this->box( $order );
		set_quantity( $order, $this->line( $order )->id(), 3 );
		do_action( 'shutdown' );
		$this->assertStringNotContainsString( 'platen_release', $this->box( $order ) );
		Site::$sent = array();
		$this->follow( $old, 'platen_release' );
		$this->assertSame( array(), Site::$sent );
		$this->assertStringContainsString( 'This order has changed', $this->notices() );
	}

	public function test_an_old_order_that_was_never_sent_has_no_empty_box() {
		$item             = new WC_Order_Item_Product();
		$item->product_id = self::CARD;
		$order            = new WC_Order();
		$order->add_item( $item );
		$order->update_status( 'processing' );
		$this->assertNull( $this->box( $order->get_id() ) );
		do_action( 'shutdown' );
		$html = $this->box( $order->get_id() );
		$this->assertStringContainsString( 'Not sent to Platen yet.', $html );
		$this->assertStringNotContainsString( '<table', $html, 'There is nothing to say of its lines yet.' );
	}

	public function test_the_page_of_a_line_has_a_title() {
		do_action( 'admin_menu' );
		unset( $GLOBALS['title'] );
		do_action( 'load-admin_page_platen-review' );
		$this->assertSame( 'Review design', $GLOBALS['title'] );
	}

	/** @dataProvider refusals */
	public function test_the_way_to_the_service_is_said_in_the_plugins_words( $fault, $said ) {
		$this->service->before = function ( $method, $target ) use ( $fault ) { return 0 === strpos( $target, '/v1/storefront/shops' ) || '/adapters/rest/orders' === $target ? $this->service->error( ...$fault ) : null; };
		$order = $this->order();
		run_actions( 10 );
		$this->assertStringContainsString( $said, $this->box( $order ) );
	}

	public function refusals() {
		return array(
			'key'  => array( array( 403, 'insufficient_scope' ), 'Platen rejects the secret key of this shop.' ),
			'age'  => array( array( 404, 'route_not_found' ), 'Not sent to Platen yet: this Platen is older than the plugin. Update Platen.' ),
			'busy' => array( array( 503, 'overloaded' ), 'Not sent to Platen yet (overloaded).' ),
		);
	}

	public function test_refreshing_reads_the_order_again_and_says_that_the_service_is_away() {
		$order = $this->known( self::HELD );
		$html  = $this->box( $order );
		unset( $this->service->lines['fill_A'] );
		$this->follow( $html, 'platen_refresh' );
		$this->assertStringContainsString( 'Print file ready', $this->box( $order ) );
		$this->service->down = array( null, '' );
		$this->follow( $html, 'platen_refresh' );
		$this->assertStringContainsString( 'did not respond', $this->notices() );
	}
}
