<?php
/**
 * From switching on to removing: without WooCommerce, deactivated, uninstalled.
 *
 * @package Platen\WooCommerce\Tests
 */

// phpcs:disable

final class LifecycleTest extends ShopTestCase {

	/** A PHP of its own, where no class of WooCommerce is. */
	public function test_without_woocommerce_there_is_a_notice_and_nothing_else() {
		$code = 'error_reporting( E_ALL ); ini_set( "display_errors", "1" ); define( "ABSPATH", "/" );'
			. 'require ' . var_export( __DIR__ . '/stubs/wordpress.php', true ) . '; Site::reset();'
			. 'require ' . var_export( dirname( __DIR__ ) . '/platen-for-woocommerce.php', true ) . ';'
			. 'foreach ( array( "before_woocommerce_init", "plugins_loaded", "init", "admin_init", "admin_notices" ) as $name ) do_action( $name );'
			. 'do_action( "deactivate" );';
		$said = shell_exec( escapeshellarg( PHP_BINARY ) . ' -r ' . escapeshellarg( $code ) . ' 2>&1' );
		$this->assertSame( '<div class="notice notice-warning"><p>Platen for WooCommerce needs WooCommerce. Activate WooCommerce first.</p></div>', $said );
	}

	public function test_translations_are_loaded_at_init_and_not_before() {
		$this->assertArrayNotHasKey( 'textdomain', Site::$registered );
		do_action( 'init' );
		$this->assertSame( array( 'platen-for-woocommerce', 'platen-for-woocommerce/languages' ), Site::$registered['textdomain'] );
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
		Site::$multisite = true;
		Site::$kept['options'][2] = array( 'platen_settings' => array( 'x' ), 'other' => 1 );
		define( 'WP_UNINSTALL_PLUGIN', 'platen-for-woocommerce/platen-for-woocommerce.php' );
		require dirname( __DIR__ ) . '/uninstall.php';
		$this->assertSame( array( 1 => array(), 2 => array( 'other' => 1 ) ), Site::$kept['options'] );
		$this->assertSame( array(), Site::$kept['actions'] );
		$this->assertSame( 'fill_A', $this->line( $order )->fill_id() );
	}
}
