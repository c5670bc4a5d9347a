<?php
/** Designs that are opened again: from the cart, from an order, and with an order that is repeated. */

// phpcs:disable

use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

final class EditingTest extends ShopTestCase {

	const PICTURE = 'https://platen.test/files/previews/fill_A.png?rev=1&w=880&sig=aB';

	private function lines() {
		return array_values( WC()->cart->get_cart() );
	}

	private function ask( $given = array() ) {
		$_REQUEST = $given;
		$told = $this->ended( function () { do_action( 'wc_ajax_platen_cart' ); } )->what;
		$_REQUEST = array();
		return $told;
	}

	private function save( $given ) {
		$_REQUEST = $given + array( 'cart' => $this->ask()['cart'], 'product_id' => (string) self::CARD, 'variation_id' => '0', 'pp_preview' => '' );
		$told = $this->ended( function () { do_action( 'wc_ajax_platen_saved' ); } )->what;
		$_REQUEST = array();
		return $told;
	}

	private function add( $fill = 'fill_A', $quantity = 3 ) {
		$this->service->add_fill( $fill, array( 'external_product_id' => (string) self::CARD ) );
		return WC()->cart->add_classic( self::CARD, $quantity, 0, array( 'pp_fill_id' => $fill, 'pp_preview' => str_replace( 'fill_A', $fill, self::PICTURE ) ) );
	}

	private function printed_order( $changes = array() ) {
		$this->add();
		$id = WC()->cart->check_out();
		run_actions( 10 );
		$order = wc_get_order( $id );
		foreach ( $changes as $name => $value ) $order->$name = $value;
		$order->save();
		return $id;
	}

	public function test_a_line_of_every_cart_leads_to_its_design() {
		$key  = $this->add();
		$line = $this->lines()[0];
		$url  = 'https://shop.test/product/11?platen_line=' . $key;
		$html = $this->printed( function () use ( $line, $key ) { do_action( 'woocommerce_after_cart_item_name', $line, $key ); } );
		$this->assertStringContainsString( '<a href="' . $url . '">Change design</a>', $html );
		$this->assertSame( $url, apply_filters( 'woocommerce_cart_item_permalink', 'https://shop.test/product/11', $line, $key ) );
		$this->assertSame( array( 'fill_id' => 'fill_A', 'edit_url' => $url, 'edit_text' => 'Change design' ), $this->store_api( $line ) );
	}

	private function store_api( $line ) {
		do_action( 'woocommerce_blocks_loaded' );
		return ( end( Site::$registered['store_api'] )['data_callback'] )( $line );
	}

	public function test_the_store_api_is_extended_also_where_the_blocks_were_loaded_before_the_plugin() {
		Site::$hooks = array();
		do_action( 'woocommerce_blocks_loaded' );
		Platen\WooCommerce\Plugin::boot();
		$this->assertSame( array( 'pp' ), array_column( Site::$registered['store_api'], 'namespace' ) );
	}

	public function test_a_line_without_a_design_has_no_link() {
		$this->add_product( 12 );
		$key  = WC()->cart->add_classic( 12, 1 );
		$line = $this->lines()[0];
		$this->assertSame( '', $this->printed( function () use ( $line, $key ) { do_action( 'woocommerce_after_cart_item_name', $line, $key ); } ) );
		$this->assertSame( 'own', apply_filters( 'woocommerce_cart_item_permalink', 'own', $line, $key ) );
	}

	public function test_the_page_gets_a_session_on_the_design_of_the_line() {
		$key  = $this->add();
		$told = $this->ask( array( 'platen_line' => $key ) );
		$this->assertSame( array( 'fill' => 'fill_A', 'variation' => 0, 'preview' => self::PICTURE, 'session' => array( 'id' => 'esn_1', 'secret' => 'secret_1' ) ), $told['design'] );
		$asked = end( Site::$sent )['body'];
		$this->assertSame( array( 'fill_A', '11', null, $told['cart'], false ), array( $asked['fill_id'], $asked['external_product_id'], $asked['external_variant_id'], $asked['external_cart_id'], isset( $asked['copy'] ) ) );
	}

	public function test_a_line_that_is_not_in_this_cart_is_not_told() {
		$this->assertNull( $this->ask( array( 'platen_line' => 'f00' ) )['design'] );
		$this->assertSame( array(), Site::$sent );
	}

	public function test_without_a_session_the_browser_goes_on_by_itself() {
		$key = $this->add();
		$this->service->down = array( 403, 'insufficient_scope' );
		$told = $this->ask( array( 'platen_line' => $key ) );
		$this->assertSame( array( 'fill_A', null ), array( $told['design']['fill'], $told['design']['session'] ) );
	}

	public function test_a_design_that_is_gone_is_said_to_be_gone() {
		$key = $this->add();
		unset( $this->service->fills['fill_A'] );
		$told = $this->ask( array( 'platen_line' => $key ) );
		$this->assertSame( array( array( 'variation' => 0 ), null ), array( $told['line'], $told['design'] ), 'The line gets another one.' );
	}

	public function test_a_design_that_was_ordered_meanwhile_is_opened_as_a_copy() {
		$key = $this->add();
		$this->service->fills['fill_A']['status'] = 'finalized';
		$this->assertNotNull( $this->ask( array( 'platen_line' => $key ) )['design']['session'] );
		$this->assertTrue( end( Site::$sent )['body']['copy'] );
	}

	public function test_saving_changes_the_line_in_its_place_with_all_that_is_on_it() {
		$key  = $this->add();
		$this->add( 'fill_other', 1 );
		$cart = WC()->cart->get_cart();
		$cart[ $key ]['gift'] = 'yes';
		WC()->cart->set_cart_contents( $cart );
		$this->assertSame( array( 'kept' => true, 'changed' => true ), $this->save( array( 'pp_fill_id' => 'fill_B', 'platen_line' => $key ) ) );
		$this->assertSame( array( 'fill_B' => 3, 'fill_other' => 1 ), array_column( $this->lines(), 'quantity', 'pp_fill_id' ) );
		$this->assertSame( 'yes', $this->lines()[0]['gift'] );
		$this->assertSame( array_keys( WC()->cart->get_cart() )[0], $this->lines()[0]['key'] );
	}

	public function test_a_line_that_is_saved_twice_keeps_its_quantity() {
		$key  = $this->add();
		$this->add( 'fill_other', 1 );
		$save = array( 'pp_fill_id' => 'fill_B', 'platen_line' => $key );
		$this->assertSame( array( true, true ), array( $this->save( $save )['changed'], $this->save( $save )['changed'] ), 'The answer to the first was lost.' );
		$this->assertSame( array( 'fill_B' => 3, 'fill_other' => 1 ), array_column( $this->lines(), 'quantity', 'pp_fill_id' ) );
	}

	public function test_the_design_of_a_changed_line_is_not_added_again_by_a_cart_without_a_form() {
		$this->save( array( 'pp_fill_id' => 'fill_A' ) );
		$key = $this->add();
		$this->save( array( 'pp_fill_id' => 'fill_A', 'platen_line' => $key, 'pp_preview' => self::PICTURE ) );
		try {
			WC()->cart->add_store_api( self::CARD, 1 );
			$this->fail( 'It was added.' );
		} catch ( RouteException $refused ) {
			$this->assertStringContainsString( 'Please personalize', $refused->getMessage() );
		}
		$this->assertSame( array( 3 ), array_column( $this->lines(), 'quantity' ) );
		$this->assertStringContainsString( 'fill_A.png', apply_filters( 'woocommerce_cart_item_thumbnail', 'own', $this->lines()[0] ) );
	}

	public function test_a_line_that_was_removed_meanwhile_is_not_put_back_and_its_design_can_be_added() {
		$key = $this->add();
		WC()->cart->set_cart_contents( array() );
		$this->assertNull( $this->ask( array( 'platen_line' => $key ) )['line'] );
		$this->assertFalse( $this->save( array( 'pp_fill_id' => 'fill_A', 'platen_line' => $key ) )['changed'] );
		$this->assertSame( array(), $this->lines() );
		WC()->cart->add_store_api( self::CARD, 1 );
		$this->assertSame( array( 'fill_A' => 1 ), array_column( $this->lines(), 'quantity', 'pp_fill_id' ) );
	}

	public function test_a_line_of_one_variation_never_takes_the_design_of_another() {
		$this->add_product( 20, '', 'variable' );
		foreach ( array( 21, 22 ) as $id ) $this->add_product( $id, 'tpl_card', 'variation', 20 );
		$key = WC()->cart->add_classic( 20, 2, 21, array( 'pp_fill_id' => 'fill_A' ) );
		$this->assertSame( array( 'variation' => 21 ), $this->ask( array( 'platen_line' => $key ) )['line'] );
		$this->assertFalse( $this->save( array( 'pp_fill_id' => 'fill_B', 'platen_line' => $key, 'variation_id' => '22' ) )['changed'] );
		$this->assertTrue( $this->save( array( 'pp_fill_id' => 'fill_B', 'platen_line' => $key, 'variation_id' => '21' ) )['changed'] );
		$this->assertSame( array( 'fill_B' => 2 ), array_column( $this->lines(), 'quantity', 'pp_fill_id' ) );
	}

	public function test_a_line_that_has_changed_meanwhile_is_found_by_its_design() {
		$key = $this->add();
		$this->save( array( 'pp_fill_id' => 'fill_B', 'platen_line' => $key ) );
		$this->assertTrue( $this->save( array( 'pp_fill_id' => 'fill_C', 'platen_line' => $key, 'replaces' => 'fill_B' ) )['changed'] );
		$this->assertSame( array( 'fill_C' => 3 ), array_column( $this->lines(), 'quantity', 'pp_fill_id' ) );
	}

	public function test_the_same_design_saved_again_changes_no_line_and_says_so() {
		$key = $this->add();
		$this->assertTrue( $this->save( array( 'pp_fill_id' => 'fill_A', 'platen_line' => $key ) )['changed'] );
		$this->assertSame( array( $key ), array_keys( WC()->cart->get_cart() ) );
	}

	public function test_an_order_that_is_repeated_has_a_copy_of_its_design() {
		$id = $this->printed_order();
		WC()->cart->order_again( $id );
		$this->assertSame( array(), Site::$notices );
		$line = $this->lines()[0];
		$this->assertSame( array( 'fill_A_copy', 3, $this->ask()['cart'] ), array( $line['pp_fill_id'], $line['quantity'], $line['pp_cart'] ) );
		$this->assertSame( $line['pp_cart'], $this->service->fills['fill_A_copy']['external_cart_id'] );
		$this->assertStringContainsString( 'fill_A_copy.png', apply_filters( 'woocommerce_cart_item_thumbnail', 'own', $line ) );
		do_action( 'woocommerce_check_cart_items' );
		$this->assertSame( array(), Site::$notices );
		WC()->cart->check_out();
		run_actions();
		$this->assertSame( array( 'fill_A_copy' ), array_column( end( $this->service->orders )['lines'], 'fill_id' ) );
	}

	/** @dataProvider faults_of_copies */
	public function test_without_a_copy_the_line_says_in_the_cart_what_it_needs( $fault ) {
		$id = $this->printed_order();
		// Another design of the product lies in the session: it is not what was ordered.
		$this->save( array( 'pp_fill_id' => 'fill_other' ) );
		$fault( $this->service );
		WC()->cart->order_again( $id );
		$this->assertSame( array(), Site::$notices );
		$line = $this->lines()[0];
		$this->assertArrayNotHasKey( 'pp_fill_id', $line );
		$this->assertSame( 'Personalize', $this->store_api( $line )['edit_text'] );
		do_action( 'woocommerce_check_cart_items' );
		$this->assertSame( array( array( 'error', 'Please personalize “Card” in your cart before you order.' ) ), Site::$notices );
		$this->save( array( 'pp_fill_id' => 'fill_C', 'platen_line' => $line['key'] ) );
		Site::$notices = array();
		do_action( 'woocommerce_check_cart_items' );
		$this->assertSame( array(), Site::$notices );
		$this->assertSame( array( 'fill_C', false ), array( $this->lines()[0]['pp_fill_id'], isset( $this->lines()[0]['pp_missing'] ) ) );
	}

	public function faults_of_copies() {
		return array(
			'away'          => array( function ( $service ) { $service->down = array( null, '' ); } ),
			'erased'        => array( function ( $service ) { unset( $service->fills['fill_A'] ); } ),
			'not printable' => array( function ( $service ) { $service->printable = false; } ),
		);
	}

	public function test_a_service_that_is_away_is_waited_for_once() {
		$this->add( 'fill_A', 1 );
		$this->add( 'fill_B', 1 );
		$id = WC()->cart->check_out();
		Site::$sent = array();
		$this->service->down = array( null, '' );
		WC()->cart->order_again( $id );
		$this->assertCount( 1, Site::$sent );
		$this->assertCount( 2, $this->lines() );
	}

	public function test_a_product_that_is_personalized_no_longer_is_ordered_again_as_it_is() {
		$id   = $this->printed_order();
		$card = wc_get_product( self::CARD );
		$card->delete_meta_data( '_pp_template_id' );
		$card->save();
		Site::$sent = array();
		WC()->cart->order_again( $id );
		$this->assertSame( array( 1, array() ), array( count( $this->lines() ), Site::$sent ) );
	}

	private function order_item( $id, $plain = false ) {
		$order = wc_get_order( $id );
		$item  = array_values( $order->get_items() )[0];
		return $this->printed( function () use ( $order, $item, $plain ) { do_action( 'woocommerce_order_item_meta_end', $item->get_id(), $item, $order, $plain ); } );
	}

	public function test_confirmation_and_account_show_the_design_and_lead_to_a_copy() {
		$id   = $this->printed_order();
		$item = $this->line( $id )->id();
		$html = $this->order_item( $id );
		$this->assertStringContainsString( 'Personalized', $html );
		$this->assertStringContainsString( 'src="' . esc_html( self::PICTURE ) . '"', $html );
		$this->assertStringContainsString( 'width="160" height="160"', $html );
		$this->assertStringContainsString( 'https://shop.test/product/11?platen_item=' . $item . '&amp;platen_order=wc_order_' . $id, $html );
		$told = $this->ask( array( 'platen_item' => (string) $item, 'platen_order' => 'wc_order_' . $id ) );
		$this->assertNotNull( $told['design']['session'] );
		$this->assertTrue( end( Site::$sent )['body']['copy'] );
	}

	public function test_mails_say_it_too_and_lead_nowhere() {
		$id = $this->printed_order();
		do_action( 'woocommerce_email_before_order_table' );
		$html = $this->order_item( $id );
		do_action( 'woocommerce_email_after_order_table' );
		$this->assertStringContainsString( 'Personalized', $html );
		$this->assertStringContainsString( 'width="120"', $html );
		$this->assertStringNotContainsString( 'platen_order', $html );
		$this->assertSame( "\nPersonalized\nInk: Letterpress Indigo\nPaper: Blush", $this->order_item( $id, true ) );
		$this->assertStringContainsString( 'platen_order', $this->order_item( $id ) );
	}

	public function test_a_picture_whose_address_has_ended_is_left_out() {
		$id = $this->printed_order( array( 'made' => time() - 86 * DAY_IN_SECONDS ) );
		$this->assertStringNotContainsString( '<img', $this->order_item( $id ) );
		$this->assertStringContainsString( 'Personalized', $this->order_item( $id ) );
	}

	public function test_the_picture_of_an_erased_design_is_left_out() {
		$id = $this->printed_order();
		$this->assertStringContainsString( '<img', $this->order_item( $id ) );
		do_action( 'woocommerce_privacy_before_remove_order_personal_data', wc_get_order( $id ) );
		$this->assertStringNotContainsString( '<img', $this->order_item( $id ) );
	}

	public function test_an_order_is_told_to_its_own_customer_alone() {
		$id    = $this->printed_order();
		$other = $this->printed_order( array( 'customer' => 8 ) );
		$item  = (string) $this->line( $id )->id();
		foreach ( array( '', 'wc_order_0', 'wc_order_' . $other ) as $key ) $this->assertNull( $this->ask( array( 'platen_item' => $item, 'platen_order' => $key ) )['design'] );
		$this->assertNull( $this->ask( array( 'platen_item' => (string) $this->line( $other )->id(), 'platen_order' => 'wc_order_' . $other ) )['design'] );
		$own = $this->printed_order( array( 'customer' => 7 ) );
		$this->assertNotNull( $this->ask( array( 'platen_item' => (string) $this->line( $own )->id(), 'platen_order' => 'wc_order_' . $own ) )['design'] );
	}

	public function test_the_pictures_of_carts_have_both_measures() {
		$this->add();
		$html = apply_filters( 'woocommerce_cart_item_thumbnail', 'own', $this->lines()[0] );
		$this->assertStringContainsString( 'width="300" height="300"', $html );
	}
}
