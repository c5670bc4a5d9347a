<?php
/** The list of orders: column, filter and print files of many; the count in the menu and the notice. */

// phpcs:disable

final class OrderListTest extends ShopTestCase {

	private function held() {
		$this->service->lines['fill_H'] = array( 'state' => 'held', 'reason' => 'template_mismatch', 'label' => 'Held', 'tone' => 'warning', 'message' => 'Not printed: the design was made for another product.', 'actions' => array( array( 'action' => 'release', 'label' => 'Print anyway' ) ), 'render_id' => null, 'render_status' => null );
		$order = $this->order( array( 'fill_H' ) );
		run_actions( 10 );
		return $order;
	}

	private function cell( $hook, $given ) {
		return $this->printed( function () use ( $hook, $given ) { do_action( $hook, 'platen', $given ); } );
	}

	private function menu() {
		do_action( 'admin_menu' );
		return Site::$registered['pages']['platen'][2];
	}

	public function test_the_column_stands_behind_the_status_in_both_kinds_of_lists() {
		foreach ( array( 'manage_woocommerce_page_wc-orders_columns', 'manage_edit-shop_order_columns' ) as $hook ) {
			$columns = apply_filters( $hook, array( 'order_number' => 'Order', 'order_status' => 'Status', 'order_total' => 'Total' ) );
			$this->assertSame( array( 'order_number', 'order_status', 'platen', 'order_total' ), array_keys( $columns ) );
		}
	}

	public function test_the_column_says_what_is_held_and_why() {
		$order = $this->held();
		foreach ( array( array( 'manage_woocommerce_page_wc-orders_custom_column', wc_get_order( $order ) ), array( 'manage_shop_order_posts_custom_column', $order ) ) as list( $hook, $given ) ) {
			$cell = $this->cell( $hook, $given );
			$this->assertStringContainsString( '<span>Held</span>', $cell );
			$this->assertStringContainsString( 'made for another product', $cell );
		}
		$done = $this->order();
		run_actions( 10 );
		$this->assertStringContainsString( '<span>Print file ready</span>', $this->cell( 'manage_woocommerce_page_wc-orders_custom_column', wc_get_order( $done ) ) );
	}

	public function test_the_column_shows_the_line_that_needs_somebody_most() {
		$this->service->lines['fill_M'] = array( 'label' => '4 more to print', 'tone' => 'warning', 'reason' => 'more_to_print', 'state' => 'held' );
		$this->service->lines['fill_A'] = array( 'tone' => 'good' );
		$order = $this->order( array( 'fill_A', 'fill_M' ) );
		do_action( 'shutdown' );
		$this->assertStringContainsString( '<span>Not sent yet</span>', $this->cell( 'manage_shop_order_posts_custom_column', $order ) );
		run_actions( 10 );
		$this->assertStringContainsString( '<span>4 more to print</span>', $this->cell( 'manage_shop_order_posts_custom_column', $order ) );
	}

	public function test_the_column_says_that_the_answer_to_a_change_is_not_here_yet() {
		$order = $this->order();
		run_actions( 10 );
		$this->service->answered[ $order ] = array( 'changed_at' => '2026-11-21T12:00:00.000Z', 'status' => 'paid' );
		wc_get_order( $order )->update_status( 'cancelled' );
		run_actions( 10 );
		$cell = $this->cell( 'manage_shop_order_posts_custom_column', $order );
		foreach ( array( '<span>Waiting for Platen</span>', 'Platen has the change. Its answer is not here yet.', 'Last known: Print file ready' ) as $shown ) $this->assertStringContainsString( $shown, $cell );
	}

	public function test_the_column_of_an_accepted_order_without_an_answer_is_not_empty() {
		Site::$now = time();
		$order = $this->order();
		run_actions( 6 );
		$this->assertStringContainsString( '<span>Waiting for Platen</span>', $this->cell( 'manage_shop_order_posts_custom_column', $order ) );
	}

	public function test_the_column_does_not_wait_for_ever_for_an_order_that_the_service_does_not_keep() {
		$this->service->before = function ( $method, $target ) { return 0 === strpos( $target, '/v1/storefront/orders' ) ? array( 'status' => 200, 'headers' => array( 'content-type' => 'application/json' ), 'body' => '{"data":[],"has_more":false}' ) : null; };
		Site::$now = time();
		$order = $this->order();
		run_actions( 15 );
		$this->assertStringContainsString( '<span>Waiting for Platen</span>', $this->cell( 'manage_shop_order_posts_custom_column', $order ) );
		run_actions( 10 * MINUTE_IN_SECONDS );
		$this->assertSame( '', $this->cell( 'manage_shop_order_posts_custom_column', $order ) );
	}

	public function test_an_order_without_designs_has_an_empty_cell_and_so_has_an_old_one_that_was_never_sent() {
		$old = wc_get_order( $this->order( array( 'fill_A' ), 'cancelled' ) );
		$old->delete_meta_data( '_pp_outbox' );
		$old->save_meta_data();
		$this->assertSame( '', $this->cell( 'manage_shop_order_posts_custom_column', $old->get_id() ) );
		$this->add_product( 12 );
		WC()->cart->add_classic( 12, 1 );
		$this->assertSame( '', $this->cell( 'manage_shop_order_posts_custom_column', WC()->cart->check_out() ) );
	}

	public function test_held_and_waiting_orders_can_be_filtered_in_both_kinds_of_lists() {
		$order = $this->held();
		$_REQUEST = array( 'platen_status' => 'held' );
		$html = $this->printed( function () { do_action( 'woocommerce_order_list_table_restrict_manage_orders', 'shop_order', 'top' ); } );
		$this->assertStringContainsString( '<option value="held" selected>', $html );
		$this->assertSame( $html, $this->printed( function () { do_action( 'restrict_manage_posts', 'shop_order' ); } ) );
		$this->assertSame( '', $this->printed( function () { do_action( 'restrict_manage_posts', 'post' ); } ) );
		$asked = array( array( 'key' => '_pp_held', 'value' => 'yes' ) );
		$this->assertSame( $asked, apply_filters( 'woocommerce_order_list_table_prepare_items_query_args', array() )['meta_query'] );
		$this->assertSame( $asked, apply_filters( 'request', array( 'post_type' => 'shop_order' ) )['meta_query'] );
		$this->assertArrayNotHasKey( 'meta_query', apply_filters( 'request', array( 'post_type' => 'product' ) ) );
		$this->assertSame( 'yes', wc_get_order( $order )->get_meta( '_pp_held' ) );
	}

	public function test_the_menu_counts_what_is_held_and_forgets_it_once_it_is_printed() {
		$this->assertSame( 'Platen', $this->menu() );
		$order = $this->held();
		$this->assertStringContainsString( 'count-1', $this->menu() );
		unset( $this->service->lines['fill_H'] );
		$this->snapshot()->ask_now( wc_get_order( $order ) );
		$this->assertSame( 'Platen', $this->menu() );
	}

	public function test_what_waits_for_more_than_an_hour_is_told_on_every_screen() {
		$this->service->down = array( null, '' );
		$order = $this->order();
		run_actions();
		$this->assertStringNotContainsString( 'more than an hour', $this->notices() );
		$kept = wc_get_order( $order );
		$kept->update_meta_data( '_pp_waiting_since', (string) ( time() - 3700 ) );
		$kept->save();
		delete_transient( 'platen_attention' );
		$said = $this->notices();
		$this->assertStringContainsString( '1 order has been waiting for Platen for more than an hour', $said );
		$this->assertStringContainsString( 'platen_status=waiting', $said );
		$this->assertStringContainsString( 'count-1', $this->menu() );
		Site::$may = array();
		$this->assertStringNotContainsString( 'more than an hour', $this->notices() );
	}

	public function test_the_print_files_of_many_orders_are_one_archive() {
		$orders = array( $this->order(), $this->order( array( 'fill_B' ) ) );
		run_actions( 10 );
		foreach ( array( 'woocommerce_page_wc-orders', 'edit-shop_order' ) as $screen ) {
			$this->assertArrayHasKey( 'platen_download', apply_filters( "bulk_actions-$screen", array( 'trash' => 'Trash' ) ) );
			$ended = $this->ended( function () use ( $screen, $orders ) { apply_filters( "handle_bulk_actions-$screen", '/back', 'platen_download', $orders ); } );
			$this->assertSame( 'https://platen.test/files/exports/exp_1.zip?sig=x', $ended->what );
		}
		$asked = end( Site::$sent );
		$this->assertSame( 'render_ids=' . rawurlencode( $this->line( $orders[0] )->render_id() . ',' . $this->line( $orders[1] )->render_id() ), $asked['query'] );
	}

	public function test_orders_without_print_files_and_a_service_that_is_away_are_said() {
		$order = $this->held();
		$this->assertSame( '/back', apply_filters( 'handle_bulk_actions-edit-shop_order', '/back', 'platen_download', array( $order ) ) );
		$this->assertStringContainsString( 'no print files', $this->notices() );
		$done = $this->order();
		run_actions( 10 );
		$this->service->down = array( null, '' );
		$this->assertSame( '/back', apply_filters( 'handle_bulk_actions-edit-shop_order', '/back', 'platen_download', array( $done ) ) );
		$this->assertStringContainsString( 'cannot be downloaded', $this->notices() );
		$this->assertSame( '/other', apply_filters( 'handle_bulk_actions-edit-shop_order', '/other', 'trash', array( $done ) ) );
	}
}
