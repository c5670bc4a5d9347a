<?php
/** The fill on its way into every kind of cart and onto the order. */

// phpcs:disable

use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

use Platen\WooCommerce\Line;

final class CartTest extends ShopTestCase {

	private function lines() {
		return array_values( WC()->cart->get_cart() );
	}

	public function test_classic_and_ajax_forms_put_the_fill_on_the_line() {
		WC()->cart->add_classic( self::CARD, 2, 0, array( 'pp_fill_id' => 'fill_A' ) );
		$this->assertSame( 'fill_A', $this->lines()[0]['pp_fill_id'] );
		$this->assertMatchesRegularExpression( '/^cart_[a-f0-9]{32}$/', $this->lines()[0]['pp_cart'] );
	}

	public function test_the_store_api_puts_the_fill_on_the_line() {
		WC()->cart->add_store_api( self::CARD, 2, array( 'pp_fill_id' => 'fill_A' ) );
		$this->assertSame( 'fill_A', $this->lines()[0]['pp_fill_id'] );
		$this->assertSame( 'fill_A', ( $this->store_api_data()['data_callback'] )( $this->lines()[0] )['fill_id'] );
	}

	private function store_api_data() {
		do_action( 'woocommerce_blocks_loaded' );
		return Site::$registered['store_api'][0];
	}

	public function test_two_fills_of_one_product_are_two_lines_and_one_fill_twice_is_one() {
		WC()->cart->add_classic( self::CARD, 1, 0, array( 'pp_fill_id' => 'fill_A' ) );
		WC()->cart->add_classic( self::CARD, 1, 0, array( 'pp_fill_id' => 'fill_B' ) );
		WC()->cart->add_store_api( self::CARD, 1, array( 'pp_fill_id' => 'fill_A' ) );
		$this->assertSame( array( 'fill_A' => 2, 'fill_B' => 1 ), array_column( $this->lines(), 'quantity', 'pp_fill_id' ) );
	}

	public function test_a_mapped_product_without_a_fill_is_stopped_with_a_clear_word() {
		$this->assertFalse( WC()->cart->add_classic( self::CARD, 1 ) );
		$this->assertSame( array( 'error', 'Please personalize this product before you add it to the cart. <a href="https://shop.test/product/11">Personalize</a>' ), Site::$notices[0] );
		try {
			WC()->cart->add_store_api( self::CARD, 1 );
			$this->fail( 'It was added.' );
		} catch ( RouteException $refused ) {
			$this->assertStringContainsString( 'Please personalize', $refused->getMessage() );
		}
		$this->assertSame( array(), $this->lines() );
	}

	public function test_the_store_api_hook_refuses_by_itself_too() {
		$this->expectException( RouteException::class );
		$this->expectExceptionMessage( 'Please personalize' );
		do_action( 'woocommerce_store_api_validate_add_to_cart', wc_get_product( self::CARD ), array( 'id' => self::CARD, 'cart_item_data' => array() ) );
	}

	public function test_what_is_no_fill_is_refused() {
		$this->assertFalse( WC()->cart->add_classic( self::CARD, 1, 0, array( 'pp_fill_id' => "fill_A' or 1" ) ) );
		$this->assertStringContainsString( 'could not be read', Site::$notices[0][1] );
	}

	public function test_a_product_that_is_not_mapped_is_left_alone() {
		$this->add_product( 12 );
		$this->assertNotFalse( WC()->cart->add_classic( 12, 1 ) );
		$this->assertNotFalse( WC()->cart->add_store_api( 12, 1 ) );
		$this->assertSame( array(), array_filter( array_column( $this->lines(), 'pp_fill_id' ) ) );
	}

	public function test_a_variation_that_is_mapped_alone_is_asked_for() {
		$this->add_product( 20, '', 'variable' );
		$this->add_product( 21, 'tpl_card', 'variation', 20 );
		$this->add_product( 22, '', 'variation', 20 );
		$this->assertFalse( WC()->cart->add_classic( 20, 1, 21 ) );
		$this->assertNotFalse( WC()->cart->add_classic( 20, 1, 22 ) );
		WC()->cart->add_store_api( 21, 1, array( 'pp_fill_id' => 'fill_V' ) );
		$this->assertContains( 'fill_V', array_column( $this->lines(), 'pp_fill_id' ) );
	}

	public function test_the_page_is_told_one_cart_reference_in_a_cookie_of_its_own() {
		$first = $this->ended( function () { do_action( 'wc_ajax_platen_cart' ); } )->what['cart'];
		$again = $this->ended( function () { do_action( 'wc_ajax_platen_cart' ); } )->what['cart'];
		$this->assertMatchesRegularExpression( '/^cart_[a-f0-9]{32}$/', $first );
		$this->assertSame( $first, $again );
		WC()->cart->add_classic( self::CARD, 1, 0, array( 'pp_fill_id' => 'fill_A' ) );
		$this->assertSame( $first, $this->lines()[0]['pp_cart'] );
	}

	public function test_a_cookie_that_is_none_of_ours_is_replaced() {
		$_COOKIE['platen_cart'] = 'cart_" onload="';
		$told = $this->ended( function () { do_action( 'wc_ajax_platen_cart' ); } )->what['cart'];
		$this->assertMatchesRegularExpression( '/^cart_[a-f0-9]{32}$/', $told );
	}

	private function save_design( $changes = array() ) {
		$cart     = $this->ended( function () { do_action( 'wc_ajax_platen_cart' ); } )->what['cart'];
		$_REQUEST = $changes + array( 'cart' => $cart, 'pp_fill_id' => 'fill_A', 'pp_preview' => 'https://platen.test/files/previews/fill_A.png?rev=1&w=880&sig=aB-_', 'product_id' => (string) self::CARD, 'variation_id' => '0' );
		$ended    = $this->ended( function () { do_action( 'wc_ajax_platen_saved' ); } );
		$_REQUEST = array();
		return $ended;
	}

	public function test_a_saved_design_reaches_a_cart_that_is_filled_without_the_form() {
		$this->assertSame( array( 'kept' => true, 'changed' => false ), $this->save_design()->what );
		WC()->cart->add_store_api( self::CARD, 1 );
		$this->assertSame( 'fill_A', $this->lines()[0]['pp_fill_id'] );
	}

	public function test_another_site_cannot_leave_a_design_in_the_session() {
		$ended = $this->save_design( array( 'cart' => 'cart_' . str_repeat( '0', 32 ) ) );
		$this->assertSame( 400, $ended->getCode() );
		$this->assertFalse( WC()->cart->add_classic( self::CARD, 1 ) );
	}

	public function test_a_changed_design_takes_the_place_of_the_first_in_the_cart() {
		$this->save_design();
		WC()->cart->add_classic( self::CARD, 3 );
		WC()->cart->add_classic( self::CARD, 1, 0, array( 'pp_fill_id' => 'fill_other' ) );
		$this->save_design( array( 'pp_fill_id' => 'fill_B', 'replaces' => 'fill_A' ) );
		$this->assertSame( array( 'fill_B' => 3, 'fill_other' => 1 ), array_column( $this->lines(), 'quantity', 'pp_fill_id' ) );
		$this->save_design( array( 'pp_fill_id' => 'fill_C', 'replaces' => 'fill_unknown' ) );
		$this->assertSame( array( 'fill_B' => 3, 'fill_other' => 1 ), array_column( $this->lines(), 'quantity', 'pp_fill_id' ) );
	}

	public function test_a_design_is_not_taken_over_into_the_next_order() {
		$this->save_design();
		WC()->cart->add_classic( self::CARD, 1 );
		WC()->cart->check_out();
		$this->assertFalse( WC()->cart->add_classic( self::CARD, 1 ) );
	}

	public function test_the_cart_shows_the_design() {
		$this->save_design();
		WC()->cart->add_classic( self::CARD, 1 );
		$line = $this->lines()[0];
		$html = apply_filters( 'woocommerce_cart_item_thumbnail', '<img src="own.png">', $line );
		$this->assertStringContainsString( 'src="https://platen.test/files/previews/fill_A.png?rev=1&amp;w=880&amp;sig=aB-_"', $html );
		$this->assertStringContainsString( 'alt="Your design"', $html );
		$images = apply_filters( 'woocommerce_store_api_cart_item_images', array( (object) array( 'id' => 17 ) ), $line );
		$this->assertSame( 'https://platen.test/files/previews/fill_A.png?rev=1&w=880&sig=aB-_', $images[0]->thumbnail );
		$this->assertSame( 17, $images[1]->id );
		$this->assertSame( array( array( 'key' => 'Personalized', 'value' => 'Yes' ) ), apply_filters( 'woocommerce_get_item_data', array(), $line ) );
	}

	public function test_cart_and_order_say_the_first_text_of_the_design() {
		$this->save_design( array( 'pp_label' => 'First name', 'pp_text' => "Anna <b>&</b>\nBel" ) );
		WC()->cart->add_classic( self::CARD, 1 );
		$line = $this->lines()[0];
		$this->assertSame( array( 'key' => 'First name', 'value' => 'Anna &amp; Bel' ), apply_filters( 'woocommerce_get_item_data', array(), $line )[1] );
		$order = WC()->cart->check_out( 'pending' );
		$item  = $this->line( $order )->item;
		$this->assertSame( 'First name: Anna & Bel', $this->line( $order )->text() );
		$show = function ( $plain ) use ( $order, $item ) { return $this->printed( function () use ( $order, $item, $plain ) { do_action( 'woocommerce_order_item_meta_end', $item->get_id(), $item, wc_get_order( $order ), $plain ); } ); };
		$this->assertStringContainsString( '<p>First name: Anna &amp; Bel</p>', $show( false ) );
		$this->assertStringStartsWith( "\nPersonalized\nFirst name: Anna", $show( true ) );
		$this->assertStringContainsString( 'First name: Anna &amp; Bel', $this->printed( function () use ( $item ) { do_action( 'woocommerce_after_order_itemmeta', $item->get_id(), $item, null ); } ) );
		$this->assertSame( array(), Site::$sent );
	}

	public function test_the_text_of_an_erased_design_leaves_the_order() {
		$this->save_design( array( 'pp_label' => 'First name', 'pp_text' => 'Anna' ) );
		WC()->cart->add_classic( self::CARD, 1 );
		$order = WC()->cart->check_out( 'cancelled' );
		$this->assertSame( 'First name: Anna', $this->line( $order )->text() );
		do_action( 'woocommerce_privacy_before_remove_order_personal_data', wc_get_order( $order ) );
		$this->assertSame( '', $this->line( $order )->text() );
	}

	public function test_the_order_screen_shows_the_design_in_the_row_of_its_line() {
		$this->save_design();
		WC()->cart->add_classic( self::CARD, 1 );
		$item = $this->line( WC()->cart->check_out( 'pending' ) )->item;
		$this->assertStringContainsString( 'src="https://platen.test/files/previews/fill_A.png?', apply_filters( 'woocommerce_admin_order_item_thumbnail', 'own', $item->get_id(), $item ) );
		$this->add_product( 12 );
		WC()->cart->add_classic( 12, 1 );
		$plain = array_values( wc_get_order( WC()->cart->check_out( 'pending' ) )->get_items() )[0];
		$this->assertSame( 'own', apply_filters( 'woocommerce_admin_order_item_thumbnail', 'own', $plain->get_id(), $plain ) );
	}

	public function test_mini_cart_and_checkout_lead_to_the_design_behind_the_quantity() {
		$key = WC()->cart->add_classic( self::CARD, 1, 0, array( 'pp_fill_id' => 'fill_A' ) );
		foreach ( array( 'woocommerce_widget_cart_item_quantity', 'woocommerce_checkout_cart_item_quantity' ) as $hook ) {
			$this->assertSame( '1 x<p class="platen-cart-edit"><a href="https://shop.test/product/11?platen_line=' . $key . '">Change design</a></p>', apply_filters( $hook, '1 x', $this->lines()[0], $key ) );
		}
		$this->add_product( 12 );
		$plain = WC()->cart->add_classic( 12, 1 );
		$this->assertSame( '1 x', apply_filters( 'woocommerce_widget_cart_item_quantity', '1 x', $this->lines()[1], $plain ) );
	}

	/** @dataProvider foreign_pictures */
	public function test_a_browser_does_not_choose_what_the_cart_shows( $url ) {
		$this->save_design( array( 'pp_preview' => $url ) );
		WC()->cart->add_classic( self::CARD, 1, 0, array( 'pp_fill_id' => 'fill_A', 'pp_preview' => $url ) );
		$this->assertSame( 'own', apply_filters( 'woocommerce_cart_item_thumbnail', 'own', $this->lines()[0] ) );
		$this->assertSame( array(), apply_filters( 'woocommerce_store_api_cart_item_images', array(), $this->lines()[0] ) );
	}

	public function foreign_pictures() {
		return array(
			array( 'https://evil.test/files/previews/fill_A.png?x' ),
			array( 'https://platen.test.evil.test/files/previews/fill_A.png?x' ),
			array( 'https://platen.test/files/previews/fill_B.png?x' ),
			array( 'https://platen.test/files/previews/fill_A.png?"onerror=alert(1)' ),
			array( 'javascript:alert(1)' ),
		);
	}

	public function test_the_fill_reaches_the_order_line_and_not_the_customer() {
		WC()->cart->add_store_api( self::CARD, 2, array( 'pp_fill_id' => 'fill_A' ) );
		$item = $this->line( WC()->cart->check_out( 'pending' ) )->item;
		$this->assertSame( 'fill_A', Line::read( $item, '_pp_fill_id' ) );
		foreach ( array_keys( $item->all_meta() ) as $name ) $this->assertStringStartsWith( '_', $name, 'WooCommerce shows it to customers.' );
		$hidden = apply_filters( 'woocommerce_hidden_order_itemmeta', array() );
		$this->assertSame( array(), array_diff( array_keys( $item->all_meta() ), $hidden ) );
	}

	public function test_nothing_of_it_asks_the_service() {
		$this->save_design();
		WC()->cart->add_classic( self::CARD, 1 );
		WC()->cart->add_store_api( self::CARD, 1, array( 'pp_fill_id' => 'fill_B' ) );
		WC()->cart->check_out( 'processing' );
		$this->assertSame( array(), Site::$sent );
	}
}
