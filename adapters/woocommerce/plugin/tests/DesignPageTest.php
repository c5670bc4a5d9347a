<?php
/** The page on which the design of an ordered line is made that came without one. */

// phpcs:disable

use Platen\WooCommerce\Client;
use Platen\WooCommerce\Design_Page;
use Platen\WooCommerce\Designs;
use Platen\WooCommerce\Line;
use Platen\WooCommerce\Mappings;
use Platen\WooCommerce\Offer;
use Platen\WooCommerce\Product_Page;
use Platen\WooCommerce\Queue;
use Platen\WooCommerce\Settings;

final class DesignPageTest extends ShopTestCase {

	/** A phone order: the card without a design. */
	private function phone_order( $status = 'processing', $product = self::CARD, $variation = 0 ) {
		$order = new WC_Order();
		$item  = new WC_Order_Item_Product();
		$item->product_id   = $product;
		$item->variation_id = $variation;
		$item->quantity     = 4;
		$order->add_item( $item );
		$order->save();
		$order->update_status( $status );
		return $order->get_id();
	}

	private function item( $order, $at = 0 ): Line {
		return Line::all( wc_get_order( $order ) )[ $at ];
	}

	private function token( $order ) {
		parse_str( (string) parse_url( Design_Page::url( $this->item( $order ) ), PHP_URL_QUERY ), $query );
		return $query['platen_design'];
	}

	private function page( $token ) {
		$settings = new Settings();
		$client   = new Client( $settings );
		$offer    = new Offer( $settings, new Mappings( $client, new Queue() ) );
		$page     = new Design_Page( $client, $offer, new Designs( $settings ), new Product_Page( $settings, $offer ) );
		return $this->printed( function () use ( $page, $token ) { $page->page( $token ); } );
	}

	private function post( $action, $given ) {
		$_REQUEST = $given;
		$ended    = $this->ended( function () use ( $action ) { do_action( "wc_ajax_$action" ); } );
		$_REQUEST = array();
		return $ended;
	}

	/** Saves a design that was made on the page, or in another cart. */
	private function save( $token, $fill = 'fill_N', $cart = null ) {
		$cart = $cart ?? $this->post( 'platen_design', array( 'platen_design' => $token ) )->what['cart'];
		$this->service->add_fill( $fill, array( 'external_product_id' => '11', 'external_cart_id' => $cart ) );
		return $this->post( 'platen_designed', array( 'platen_design' => $token, 'pp_fill_id' => $fill, 'pp_preview' => "https://platen.test/files/previews/$fill.png?rev=1&sig=a", 'pp_label' => 'First name', 'pp_text' => 'Ada' ) );
	}

	public function test_a_guest_makes_the_design_in_a_session_that_the_shop_opens() {
		Site::$may = array();
		$order = $this->phone_order();
		$token = $this->token( $order );
		do_action( 'wp_enqueue_scripts' );
		$html  = $this->page( $token );
		foreach ( array( '<h1>Card</h1>', "Order $order, quantity 4", 'platen-personalize__button', '/?wc-ajax=platen_design', '/?wc-ajax=platen_designed', 'product.js' ) as $shown ) $this->assertStringContainsString( $shown, $html );
		$this->assertStringNotContainsString( 'sk_test', $html );
		$told = $this->post( 'platen_design', array( 'platen_design' => $token ) )->what;
		$this->assertSame( array( 'id' => 'esn_new', 'secret' => 'secret_new' ), $told['design']['session'] );
		$this->assertSame( array( 'external_product_id' => '11', 'external_variant_id' => null, 'external_cart_id' => $told['cart'] ), end( Site::$sent )['body'] );
	}

	public function test_the_saved_design_is_on_the_line_and_the_order_is_sent_again() {
		Site::$may = array();
		$order = $this->phone_order();
		run_actions( 10 );
		$this->assertSame( array( null ), array_column( $this->service->orders[ $order ]['lines'], 'fill_id' ) );
		$this->assertSame( array( 'kept' => true, 'changed' => true ), $this->save( $this->token( $order ) )->what );
		$line = $this->item( $order );
		$this->assertSame( array( 'fill_N', 'First name: Ada' ), array( $line->fill_id(), $line->text() ) );
		$this->assertStringContainsString( 'The customer added the design.', $this->notes( $order ) );
		run_actions( 10 );
		$sent = $this->service->orders[ $order ]['lines'][0];
		$this->assertSame( array( 'fill_N', $this->service->fills['fill_N']['external_cart_id'] ), array( $sent['fill_id'], $sent['cart_id'] ) );
	}

	public function test_a_link_works_once() {
		$token = $this->token( $this->phone_order() );
		$this->save( $token );
		$this->assertTrue( $this->save( $token )->what['changed'], 'The answer to the first was lost.' );
		$this->assertSame( array( 'kept' => true, 'changed' => false ), $this->post( 'platen_designed', array( 'platen_design' => $token, 'pp_fill_id' => 'fill_O' ) )->what );
		$this->assertNull( $this->post( 'platen_design', array( 'platen_design' => $token ) )->what['line'] );
		$html = $this->page( $token );
		$this->assertStringContainsString( 'Your design is saved in the order.', $html );
		$this->assertStringContainsString( 'src="https://platen.test/files/previews/fill_N.png?rev=1&amp;sig=a"', $html );
	}

	public function test_only_a_design_that_was_made_on_the_page_is_taken() {
		$order = $this->phone_order();
		$this->assertSame( 400, $this->save( $this->token( $order ), 'fill_X', 'cart_' . str_repeat( '0', 32 ) )->getCode() );
		$this->service->down = array( null, '' );
		$this->assertSame( 503, $this->post( 'platen_designed', array( 'platen_design' => $this->token( $order ), 'pp_fill_id' => 'fill_X' ) )->getCode(), 'The page offers to try again.' );
		$this->assertSame( '', $this->item( $order )->fill_id() );
	}

	/** @dataProvider ends */
	public function test_a_link_expires_with_its_order( $status ) {
		$order = $this->phone_order();
		$token = $this->token( $order );
		wc_get_order( $order )->update_status( $status );
		$may = Site::$may;
		Site::$may = array();
		$this->assertStringContainsString( 'This link no longer works.', $this->page( $token ) );
		$this->assertSame( 410, Site::$registered['status'] );
		$this->assertFalse( $this->save( $token, 'fill_N', 'cart_x' )->what['changed'] );
		Site::$may = $may;
		$this->assertSame( 'completed' === $status, false !== strpos( $this->page( $token ), 'platen-personalize__button' ), 'Staff may complete what was shipped too early.' );
	}

	public function ends() {
		return array( array( 'completed' ), array( 'cancelled' ), array( 'refunded' ), array( 'trash' ) );
	}

	public function test_a_link_is_signed_for_one_line() {
		$order = $this->phone_order();
		$token = $this->token( $order );
		$other = $this->token( $this->phone_order() );
		foreach ( array( '', 'x', substr( $token, 0, -1 ), preg_replace( '/[0-9a-f]{32}$/', substr( $other, -32 ), $token ) ) as $wrong ) {
			$this->assertStringContainsString( 'Link expired', $this->page( $wrong ) );
			$this->assertNull( $this->post( 'platen_design', array( 'platen_design' => $wrong ) )->what['line'] );
		}
	}

	public function test_staff_lead_back_to_the_order_and_variations_are_those_of_the_line() {
		$this->add_product( 20, '', 'variable' );
		$this->add_product( 21, 'tpl_card', 'variation', 20 );
		$order = $this->phone_order( 'processing', 20, 21 );
		$token = $this->token( $order );
		$html  = $this->page( $token );
		$this->assertStringContainsString( 'data-platen-cart-page="' . esc_html( wc_get_order( $order )->get_edit_order_url() ) . '"', $html );
		$this->assertStringNotContainsString( 'data-platen-variable', $html );
		$this->assertSame( array( 'variation' => 21 ), $this->post( 'platen_design', array( 'platen_design' => $token ) )->what['line'] );
		$this->save( $token );
		$this->assertStringContainsString( 'Design added.', $this->notes( $order ) );
	}

	public function test_a_product_that_is_not_personalized_any_more_has_no_page() {
		$order = $this->phone_order();
		$token = $this->token( $order );
		$card  = wc_get_product( self::CARD );
		$card->delete_meta_data( '_pp_template_id' );
		$card->save();
		$this->assertStringContainsString( 'Link expired', $this->page( $token ) );
	}
}
