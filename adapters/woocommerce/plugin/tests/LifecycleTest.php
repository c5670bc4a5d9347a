<?php
/** From switching on to removing: without WooCommerce, deactivated, uninstalled. */

// phpcs:disable

final class LifecycleTest extends ShopTestCase {

	/** A PHP of its own, where no class of WooCommerce is. */
	public function test_without_woocommerce_there_is_a_notice_and_nothing_else() {
		$code = 'error_reporting( E_ALL ); ini_set( "display_errors", "1" ); define( "ABSPATH", "/" );'
			. 'require ' . var_export( __DIR__ . '/stubs/wordpress.php', true ) . '; Site::reset();'
			. 'require ' . var_export( dirname( __DIR__ ) . '/platen-for-woocommerce.php', true ) . ';'
			. 'foreach ( array( "before_woocommerce_init", "plugins_loaded", "init", "admin_init", "admin_notices" ) as $name ) do_action( $name );'
			. 'do_action( "deactivate", false );';
		if ( ! function_exists( 'shell_exec' ) ) $this->markTestSkipped( 'This PHP starts no other.' );
		$said = shell_exec( escapeshellarg( PHP_BINARY ) . ' -r ' . escapeshellarg( $code ) . ' 2>&1' );
		$this->assertSame( '<div class="notice notice-warning"><p>Platen for WooCommerce needs WooCommerce. Activate WooCommerce first.</p></div>', $said );
	}

	public function test_translations_are_loaded_at_init_and_not_before() {
		$GLOBALS['wp_textdomain_registry'] = new class {
			public $paths = array();
			public function set_custom_path( $domain, $path ) { $this->paths[ $domain ] = $path; }
		};
		$this->assertSame( array(), $GLOBALS['wp_textdomain_registry']->paths );
		do_action( 'init' );
		$this->assertSame( array( 'platen-for-woocommerce' => dirname( __DIR__ ) . '/languages' ), $GLOBALS['wp_textdomain_registry']->paths );
	}

	public function test_switching_off_takes_all_scheduled_work_away() {
		$this->order();
		do_action( 'admin_init' );
		$this->assertNotSame( array(), Site::$kept['actions'] );
		Platen\WooCommerce\Queue::clear();
		$this->assertSame( array(), Site::$kept['actions'] );
	}

	public function test_removing_leaves_nothing_but_what_orders_say() {
		$order = $this->order();
		do_action( 'admin_init' );
		$this->add_product( 30, '', 'variable' );
		$this->add_product( 31, '', 'variation', 30 );
		$this->map( 31 );
		$picture = Site::id();
		Site::$kept['attachments'][ $picture ] = array( 'post' => 30 );
		update_post_meta( $picture, '_pp_image_of', 30 );
		Site::$multisite = true;
		Site::$kept['options'][2] = array( 'platen_settings' => array( 'x' ), 'other' => 1 );
		define( 'WP_UNINSTALL_PLUGIN', 'platen-for-woocommerce/platen-for-woocommerce.php' );
		require dirname( __DIR__ ) . '/uninstall.php';
		$this->assertSame( array( 1 => array(), 2 => array( 'other' => 1 ) ), Site::$kept['options'] );
		$this->assertSame( array(), Site::$kept['actions'] );
		$this->assertSame( 'fill_A', $this->line( $order )->fill_id() );
		$this->assertSame( array( array(), array(), array() ), array( wc_get_product( self::CARD )->all_meta(), wc_get_product( 31 )->all_meta(), Site::$kept['postmeta'] ) );
		$this->assertSame( array( array(), array() ), array( Site::$kept['attachments'], $this->service->mappings ) );
		$this->assertSame( array(), array_filter( array_map( 'array_filter', Site::$kept['transients'] ) ) );
	}

	private function map( $id ) {
		( new Platen\WooCommerce\Mappings( new Platen\WooCommerce\Client( new Platen\WooCommerce\Settings() ), new Platen\WooCommerce\Queue() ) )->save( wc_get_product( $id ), 'tpl_card' );
	}

	/** WooCommerce shows every text of an item's meta in the order, underscore or not, once nobody hides it. */
	public function test_switched_off_no_order_shows_raw_rows() {
		$this->service->add_fill( 'fill_H', array( 'external_product_id' => '12' ) );
		$order = $this->order( array( 'fill_A', 'fill_H' ) );
		run_actions();
		foreach ( wc_get_order( $order )->get_items() as $item ) {
			$this->assertNotSame( array(), $item->all_meta() );
			$this->assertSame( array(), array_filter( $item->all_meta(), function ( $value ) { return is_scalar( $value ) && '' !== $value; } ) );
		}
	}

	/** The adapter for REST keys, and earlier versions, wrote on lines what happened to them. */
	public function test_what_was_printed_before_shows_its_file_until_the_service_has_answered() {
		$order = $this->order();
		$line  = $this->line( $order );
		foreach ( array( '_pp_state' => 'fulfilled', '_pp_render_id' => 'rnd_9', '_pp_render_status' => 'succeeded' ) as $name => $value ) $line->item->update_meta_data( $name, $value );
		$line->item->save();
		$line = $this->line( $order );
		$this->assertSame( array( 'fulfilled', 'rnd_9', true ), array( $line->state(), $line->render_id(), $line->is_made() ) );
		$this->service->before = function ( $method, $target ) { return 0 === strpos( $target, '/v1/storefront/orders' ) ? $this->service->error( 503, 'overloaded' ) : null; };
		run_actions( 10 );
		$this->assertSame( 'rnd_9', $this->line( $order )->render_id(), 'The order is sent, and not answered yet.' );
		$this->service->before = null;
		run_actions();
		$this->assertSame( 'rnd_' . $line->id(), $this->line( $order )->render_id() );
	}
}
