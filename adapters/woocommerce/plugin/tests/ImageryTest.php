<?php
/** Pictures of templates among those of the products: our own alone, and no more than one. */

// phpcs:disable

final class ImageryTest extends ShopTestCase {

	protected function setUp(): void {
		parent::setUp();
		$this->connect( array( 'listing_images' => 'yes' ) );
	}

	/** The merchant's own: the first is the product's main picture. */
	private function give_pictures( $ids ) {
		$card = wc_get_product( self::CARD );
		$card->set_image_id( array_shift( $ids ) );
		$card->set_gallery_image_ids( $ids );
		$card->save();
		foreach ( array( 501, 502, 503 ) as $id ) Site::$kept['attachments'][ $id ] = array( 'name' => 'own.png' );
	}

	private function refresh() {
		do_action( 'platen_product_mapped', self::CARD, 'tpl_card' );
		run_actions();
	}

	private function own() {
		return (int) wc_get_product( self::CARD )->get_meta( '_pp_image_id' );
	}

	private function pictures() {
		$card = wc_get_product( self::CARD );
		return array_merge( array( (int) $card->get_image_id() ), $card->get_gallery_image_ids() );
	}

	public function test_the_picture_stands_behind_those_of_the_merchant() {
		$this->give_pictures( array( 501, 502 ) );
		$this->refresh();
		$this->assertSame( array( 501, 502, $this->own() ), $this->pictures() );
		$this->assertSame( hash( 'sha256', $this->service->png ), Site::$kept['attachments'][ $this->own() ]['sha256'] );
		$this->assertSame( 'Card', get_post_meta( $this->own(), '_wp_attachment_image_alt', true ) );
	}

	public function test_a_product_without_any_picture_gets_it_as_its_first() {
		$this->refresh();
		$this->assertSame( array( $this->own() ), $this->pictures() );
	}

	public function test_the_same_picture_is_not_uploaded_again_and_a_new_one_takes_its_place() {
		$this->give_pictures( array( 501, 502 ) );
		$this->refresh();
		$first = $this->own();
		$card  = wc_get_product( self::CARD );
		$card->set_gallery_image_ids( array( 502, $first, 503 ) );
		$card->save();
		$this->refresh();
		$this->assertSame( $first, $this->own() );
		$this->service->png .= ' two';
		$this->refresh();
		$this->assertSame( array( 501, 502, $this->own(), 503 ), $this->pictures() );
		$this->assertArrayNotHasKey( $first, Site::$kept['attachments'], 'The old one is an orphan.' );
		$this->assertCount( 4, Site::$kept['attachments'] );
	}

	public function test_a_picture_that_the_merchant_took_out_stays_out() {
		$this->give_pictures( array( 501 ) );
		$this->refresh();
		$this->give_pictures( array( 501 ) );
		$this->service->png .= ' two';
		$this->refresh();
		$this->assertSame( array( 501 ), $this->pictures() );
	}

	public function test_a_picture_that_is_not_ours_is_never_deleted() {
		$this->give_pictures( array( 501, 502 ) );
		$card = wc_get_product( self::CARD );
		$card->update_meta_data( '_pp_image_id', 502 );
		$card->save();
		$this->refresh();
		$this->assertSame( array( 501, 502 ), $this->pictures() );
		$this->assertArrayHasKey( 502, Site::$kept['attachments'] );
	}

	public function test_a_failed_upload_leaves_what_is_there() {
		$this->refresh();
		$first = $this->own();
		Site::$kept['media_full'] = true;
		$this->service->png .= ' two';
		$this->refresh();
		$this->assertSame( array( $first ), $this->pictures() );
	}

	public function test_a_changed_template_is_noticed_within_the_hour() {
		$this->refresh();
		$first = $this->own();
		do_action( 'admin_init' );
		Site::$now = time();
		run_actions( HOUR_IN_SECONDS );
		$this->assertSame( $first, $this->own() );
		$this->service->templates['tpl_card']['live_revision'] = 2;
		$this->service->png .= ' two';
		run_actions( HOUR_IN_SECONDS );
		$this->assertNotSame( $first, $this->own() );
	}

	public function test_what_is_no_picture_is_not_uploaded() {
		$this->service->png = '<html>';
		$this->refresh();
		$this->assertSame( array(), Site::$kept['attachments'] );
	}

	public function test_an_unmapped_product_loses_our_picture_alone() {
		$this->give_pictures( array( 501 ) );
		$this->refresh();
		$card = wc_get_product( self::CARD );
		$card->delete_meta_data( '_pp_template_id' );
		$card->save();
		$this->refresh();
		$this->assertSame( array( 501 ), $this->pictures() );
		$this->assertSame( array( 501, 502, 503 ), array_keys( Site::$kept['attachments'] ) );
	}

	public function test_switched_off_nothing_happens() {
		$this->connect();
		$this->refresh();
		$this->assertSame( array(), Site::$sent );
	}
}
