<?php
/** The product screen with its mapping, and the product page with its button. */

// phpcs:disable

final class ProductTest extends ShopTestCase {

	private function map( $id, $template, $loop = null ) {
		$_POST = null === $loop ? array( 'platen_template' => $template ) : array( 'platen_variation_template' => array( $loop => $template ) );
		null === $loop ? do_action( 'woocommerce_process_product_meta', $id ) : do_action( 'woocommerce_save_product_variation', $id, $loop );
		$_POST = array();
	}

	private function screen( $id ) {
		$GLOBALS['post'] = (object) array( 'ID' => $id );
		return $this->printed( function () { do_action( 'woocommerce_product_options_general_product_data' ); } );
	}

	private function page( $id ) {
		$GLOBALS['product'] = wc_get_product( $id );
		return $this->printed( function () { do_action( 'woocommerce_before_add_to_cart_button' ); } );
	}

	public function test_a_product_is_mapped_mapped_anew_and_unmapped() {
		$this->service->add_template( 'tpl_tag', 'Tag' );
		$this->add_product( 30 );
		$this->map( 30, 'tpl_card' );
		$this->assertSame( array( 'id' => 'pm_1', 'external_product_id' => '30', 'external_variant_id' => null, 'template_id' => 'tpl_card' ), $this->service->mappings['pm_1'] );
		$this->assertSame( array( 'tpl_card', 'pm_1' ), array( wc_get_product( 30 )->get_meta( '_pp_template_id' ), wc_get_product( 30 )->get_meta( '_pp_mapping_id' ) ) );
		$this->map( 30, 'tpl_card' );
		$this->map( 30, 'tpl_tag' );
		$this->assertSame( 'tpl_tag', $this->service->mappings['pm_1']['template_id'] );
		$this->map( 30, '' );
		$this->assertSame( array( array(), array() ), array( $this->service->mappings, wc_get_product( 30 )->all_meta() ) );
		$this->assertSame( array( 'POST /product_mappings', 'PATCH /product_mappings/pm_1', 'DELETE /product_mappings/pm_1' ), $this->writes() );
	}

	public function test_a_variation_has_a_mapping_of_its_own() {
		$this->add_product( 30, '', 'variable' );
		$this->add_product( 31, '', 'variation', 30 );
		$this->map( 31, 'tpl_card', 0 );
		$this->assertSame( array( '30', '31' ), array( $this->service->mappings['pm_1']['external_product_id'], $this->service->mappings['pm_1']['external_variant_id'] ) );
		$html = $this->printed( function () { do_action( 'woocommerce_product_after_variable_attributes', 0, array(), (object) array( 'ID' => 31 ) ); } );
		$this->assertStringContainsString( 'name="platen_variation_template[0]"', $html );
		$this->assertStringContainsString( '<option value="tpl_card" selected>Card</option>', $html );
	}

	public function test_a_mapping_that_is_there_already_is_taken_over() {
		$this->add_product( 30 );
		$this->service->mappings['pm_7'] = array( 'id' => 'pm_7', 'external_product_id' => '30', 'external_variant_id' => null, 'template_id' => 'tpl_old' );
		$this->map( 30, 'tpl_card' );
		$this->assertSame( array( 'tpl_card', 'pm_7' ), array( $this->service->mappings['pm_7']['template_id'], wc_get_product( 30 )->get_meta( '_pp_mapping_id' ) ) );
	}

	public function test_what_the_service_refuses_changes_nothing_and_is_said() {
		$this->add_product( 30 );
		$this->map( 30, 'tpl_gone' );
		$this->assertSame( array(), wc_get_product( 30 )->all_meta() );
		$notice = $this->notices();
		$this->assertStringContainsString( 'No such template.', $notice );
		$this->assertSame( '', $this->notices() );
	}

	public function test_who_may_not_edit_the_product_maps_nothing() {
		$this->add_product( 30 );
		Site::$may = array();
		$this->map( 30, 'tpl_card' );
		$this->assertSame( array(), Site::$sent );
	}

	public function test_the_screen_keeps_what_is_set_while_the_service_is_away() {
		$this->service->down = array( null, '' );
		$html = $this->screen( self::CARD );
		$this->assertStringContainsString( '<option value="tpl_card" selected>tpl_card</option>', $html );
		$this->assertStringContainsString( 'cannot be loaded', $html );
	}

	public function test_the_choice_holds_all_live_templates_of_several_pages() {
		for ( $n = 0; $n < 150; $n++ ) $this->service->add_template( "tpl_$n", "Template $n", $n % 2 ? 'live' : 'draft' );
		$html = $this->screen( self::CARD );
		$this->assertSame( 1 + 1 + 75, substr_count( $html, '<option' ) );
		$this->screen( self::CARD );
		$this->assertCount( 2, Site::$sent, 'Read once in five minutes.' );
	}

	public function test_a_deleted_product_is_unmapped_and_a_copy_has_no_mapping() {
		$this->add_product( 30 );
		$this->map( 30, 'tpl_card' );
		$this->assertContains( '_pp_mapping_id', apply_filters( 'woocommerce_duplicate_product_exclude_meta', array() ) );
		do_action( 'woocommerce_before_delete_product', 30 );
		run_actions();
		$this->assertSame( array(), $this->service->mappings );
	}

	public function test_the_button_carries_what_the_widget_needs_and_no_secret() {
		$html = $this->page( self::CARD );
		foreach ( array( 'data-service-key="platen_pk_test"', 'data-service-product="11"', 'data-service-variant=""', 'data-service-cart=""', 'https://platen.test/widget/v1.js', 'name="pp_fill_id"' ) as $part ) $this->assertStringContainsString( $part, $html );
		$this->assertStringNotContainsString( 'platen_sk', $html );
		$this->assertStringNotContainsString( 'cart_', str_replace( 'platen_cart', '', $html ), 'The page is cached for everybody.' );
		$this->assertSame( array( 'platen-shop', 'platen-product' ), Site::$enqueued );
		$this->assertSame( array(), Site::$sent );
	}

	private function listed( $name, $html ) {
		preg_match( '/data-platen-' . $name . '="([^"]*)"/', $html, $found );
		return json_decode( html_entity_decode( $found[1] ), true );
	}

	public function test_a_variable_product_names_the_template_of_each_variation_that_differs_from_it() {
		$this->add_product( 30, 'tpl_card', 'variable' );
		$this->add_product( 31, '', 'variation', 30 );
		$this->add_product( 32, 'tpl_tag', 'variation', 30 );
		$this->add_product( 33, 'tpl_card', 'variation', 30 );
		$html = $this->page( 30 );
		$this->assertSame( array( 0 => 'tpl_card', 32 => 'tpl_tag' ), $this->listed( 'templates', $html ) );
		$this->assertSame( array(), $this->listed( 'variants', $html ) );
	}

	public function test_a_variation_that_is_mapped_alone_is_the_only_one_named() {
		$this->add_product( 30, '', 'variable' );
		$this->add_product( 31, '', 'variation', 30 );
		$this->add_product( 32, 'tpl_tag', 'variation', 30 );
		$this->assertSame( array( 32 => 'tpl_tag' ), $this->listed( 'templates', $this->page( 30 ) ) );
	}

	public function test_a_variation_is_named_by_its_reference_where_that_is_not_its_id() {
		$this->add_product( 30, 'tpl_card', 'variable' );
		$this->add_product( 31, '', 'variation', 30 );
		$this->add_product( 32, '', 'variation', 30 );
		add_filter( 'platen_product_reference', function ( $reference, $id ) { return 32 === $id ? 'second shop 32' : $reference; }, 10, 2 );
		$this->assertSame( array( 32 => 'second shop 32' ), $this->listed( 'variants', $this->page( 30 ) ) );
	}

	public function test_the_page_of_a_product_with_a_hundred_variations_costs_one_query() {
		$this->add_product( 300, 'tpl_card', 'variable' );
		for ( $id = 301; $id <= 400; $id++ ) $this->add_product( $id, 400 === $id ? 'tpl_tag' : '', 'variation', 300 );
		$GLOBALS['product'] = wc_get_product( 300 );
		Site::begin_request();
		$html = $this->printed( function () { do_action( 'woocommerce_before_add_to_cart_button' ); } );
		$this->assertSame( 1, Site::$queries );
		$this->assertSame( array( 0 => 'tpl_card', 400 => 'tpl_tag' ), $this->listed( 'templates', $html ) );
		$this->assertLessThan( 4000, strlen( $html ) );
	}

	public function test_a_variation_can_be_sold_as_it_is_under_a_mapped_product() {
		$this->add_product( 30, 'tpl_card', 'variable' );
		$this->add_product( 31, '', 'variation', 30 );
		$this->add_product( 32, '', 'variation', 30 );
		$this->map( 32, 'tpl_card', 1 );
		$this->map( 32, 'none', 1 );
		$this->assertSame( array(), $this->service->mappings );
		$this->assertSame( 'none', wc_get_product( 32 )->get_meta( '_pp_template_id' ) );
		$this->assertSame( array( 0 => 'tpl_card', 32 => '' ), $this->listed( 'templates', $this->page( 30 ) ) );
		$this->assertNotFalse( WC()->cart->add_classic( 30, 1, 32 ) );
		$this->assertFalse( WC()->cart->add_classic( 30, 1, 31 ) );
		$html = $this->printed( function () { do_action( 'woocommerce_product_after_variable_attributes', 1, array(), (object) array( 'ID' => 32 ) ); } );
		$this->assertStringContainsString( '<option value="none" selected>Not personalized</option>', $html );
		$this->add_product( 33 );
		$this->map( 33, 'none' );
		$this->assertSame( '', wc_get_product( 33 )->get_meta( '_pp_template_id' ), 'A product has nothing that it would not follow.' );
	}

	public function test_the_button_has_the_class_of_the_themes_buttons() {
		$this->assertStringContainsString( 'class="button alt platen-personalize__button"', $this->page( self::CARD ) );
		Site::$kept['block_theme'] = true;
		$this->assertStringContainsString( 'class="button alt platen-personalize__button wp-element-button"', $this->page( self::CARD ) );
	}

	/** @dataProvider unfinished_settings */
	public function test_without_a_button_a_mapped_product_sells_as_it_is( $missing ) {
		$this->connect( array( $missing => '' ) );
		$this->assertSame( '', $this->page( self::CARD ) );
		$this->assertNotFalse( WC()->cart->add_classic( self::CARD, 1 ) );
		WC()->cart->add_store_api( self::CARD, 1 );
		do_action( 'woocommerce_check_cart_items' );
		$this->assertSame( array(), Site::$notices );
		$this->assertTrue( apply_filters( 'woocommerce_product_supports', true, 'ajax_add_to_cart', wc_get_product( self::CARD ) ) );
	}

	public function unfinished_settings() {
		return array( array( 'service_url' ), array( 'publishable_key' ) );
	}

	public function test_no_filter_asks_for_a_design_that_nobody_can_make() {
		$this->add_product( 40 );
		add_filter( 'platen_requires_fill', function () { return true; } );
		$this->assertSame( '', $this->page( 40 ) );
		$this->assertNotFalse( WC()->cart->add_classic( 40, 1 ) );
	}

	public function test_without_mapping_or_connection_there_is_no_button() {
		$this->add_product( 30 );
		$this->assertSame( '', $this->page( 30 ) );
		$this->connect( array( 'publishable_key' => '' ) );
		$this->assertSame( '', $this->page( self::CARD ) );
	}

	public function test_lists_of_products_lead_to_the_page() {
		$card = wc_get_product( self::CARD );
		$this->assertFalse( apply_filters( 'woocommerce_product_supports', true, 'ajax_add_to_cart', $card ) );
		$this->assertTrue( apply_filters( 'woocommerce_product_supports', true, 'other', $card ) );
		$this->assertSame( 'https://shop.test/product/11', apply_filters( 'woocommerce_product_add_to_cart_url', '?add-to-cart=11', $card ) );
		$this->assertSame( 'Personalize', apply_filters( 'woocommerce_product_add_to_cart_text', 'Add to cart', $card ) );
	}

	public function test_words_of_others_are_escaped() {
		$this->service->add_template( 'tpl_x', '"><script>alert(1)</script>' );
		$this->connect( array( 'publishable_key' => '"><script>' ) );
		$this->assertStringNotContainsString( '<script', $this->screen( self::CARD ) . $this->page( self::CARD ) );
	}

	public function test_a_paused_template_is_named_and_said() {
		$this->service->add_template( 'tpl_card', 'Wedding card', 'paused' );
		$GLOBALS['post'] = (object) array( 'ID' => self::CARD );
		$html = $this->printed( function () { do_action( 'woocommerce_product_options_general_product_data' ); } );
		$this->assertStringContainsString( '<option value="tpl_card" selected>Wedding card (paused)</option>', $html );
		$this->assertStringContainsString( 'cannot personalize the product until', $html );
	}

	public function test_all_mappings_are_sent_again_after_a_move() {
		for ( $id = 50; $id < 75; $id++ ) $this->add_product( $id, 'tpl_card' );
		$this->add_product( 80, '', 'variable' );
		$this->add_product( 81, 'tpl_card', 'variation', 80 );
		$this->add_product( 82, 'tpl_gone' );
		wc_get_product( 50 )->update_meta_data( '_pp_mapping_id', 'pm_of_the_old_service' );
		$_REQUEST = array( '_wpnonce' => wp_create_nonce( 'platen_remap' ) );
		$this->assertSame( 'redirected', $this->ended( function () { do_action( 'admin_post_platen_remap' ); } )->kind );
		Site::$now = time();
		$this->service->down = array( 503, 'overloaded' );
		run_actions();
		$this->service->down = null;
		run_actions( HOUR_IN_SECONDS );
		$this->assertCount( 27, $this->service->mappings, 'Card, 25 products and a variation, each once.' );
		$this->assertSame( array( '80', '81' ), array( ...array_values( array_map( function ( $one ) { return $one['external_product_id']; }, array_filter( $this->service->mappings, function ( $one ) { return null !== $one['external_variant_id']; } ) ) ), ...array_values( array_filter( array_column( $this->service->mappings, 'external_variant_id' ) ) ) ) );
		$this->assertNotSame( '', wc_get_product( 81 )->get_meta( '_pp_mapping_id' ) );
		do_action( 'admin_menu' );
		$html = $this->printed( Site::$registered['pages']['platen'][1] );
		$this->assertStringContainsString( '27 products sent. Platen rejected: Card.', $html );
		$_REQUEST = array( '_wpnonce' => 'wrong' );
		$this->assertSame( 403, $this->ended( function () { do_action( 'admin_post_platen_remap' ); } )->getCode() );
	}
}
