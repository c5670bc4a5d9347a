<?php
/** Connecting: by the code of Platen's console, and the notice that leads there. */

// phpcs:disable

use Platen\WooCommerce\Settings;

final class ConnectionTest extends ShopTestCase {

	/** Made by the console of a Platen at https://platen.test. */
	const CODE = 'platen_connect_1.eyJzZXJ2aWNlX3VybCI6Imh0dHBzOi8vcGxhdGVuLnRlc3QiLCJzZWNyZXRfa2V5IjoicGxhdGVuX3NrX3Rlc3QiLCJwdWJsaXNoYWJsZV9rZXkiOiJwbGF0ZW5fcGtfdGVzdCJ9.40156626';

	protected function setUp(): void {
		parent::setUp();
		Site::$kept['options'] = array();
	}

	private function connect_by( $code ) {
		$_POST = array( 'connection_code' => $code, 'do' => 'connect' );
		$_REQUEST = array( '_wpnonce' => wp_create_nonce( 'platen_save_settings' ) );
		$this->ended( function () { do_action( 'admin_post_platen_save_settings' ); } );
		$_POST = $_REQUEST = array();
		do_action( 'admin_menu' );
		return $this->printed( Site::$registered['pages']['platen'][1] );
	}

	private function made( $fields, $version = '1' ) {
		$body = "platen_connect_$version." . rtrim( strtr( base64_encode( json_encode( $fields ) ), '+/', '-_' ), '=' );
		return $body . '.' . hash( 'crc32b', $body );
	}

	public function test_a_code_fills_in_url_and_keys_and_tests_the_connection() {
		$html = $this->connect_by( self::CODE );
		$settings = new Settings();
		$this->assertSame( array( 'https://platen.test', 'platen_sk_test', 'platen_pk_test' ), array( $settings->service_url(), $settings->secret_key(), $settings->publishable_key() ) );
		$this->assertStringContainsString( 'Connected: 1 live template.', $html );
	}

	public function test_the_key_of_a_code_is_stored_sealed_and_never_printed() {
		$html = $this->connect_by( self::CODE );
		$this->assertStringNotContainsString( 'platen_sk_test', json_encode( Site::$kept ) );
		$this->assertStringNotContainsString( 'platen_sk_test', $html );
		$this->assertStringNotContainsString( self::CODE, $html . json_encode( Site::$kept ) );
	}

	public function test_a_code_with_line_breaks_is_whole() {
		$this->assertStringContainsString( 'Connected', $this->connect_by( "\u{FEFF} " . chunk_split( self::CODE, 40 ) ) );
	}

	public function test_a_code_names_a_widget_with_an_origin_of_its_own() {
		$this->connect_by( $this->made( array( 'service_url' => 'https://platen.test', 'widget_url' => 'https://widget.test', 'secret_key' => 'platen_sk_test', 'publishable_key' => 'platen_pk_test' ) ) );
		$this->assertSame( 'https://widget.test', ( new Settings() )->widget_url() );
	}

	public function test_a_new_code_forgets_the_widget_of_the_old_one() {
		update_option( 'platen_settings', array( 'widget_url' => 'https://widget.test' ) );
		$this->connect_by( self::CODE );
		$this->assertSame( 'https://platen.test', ( new Settings() )->widget_url() );
	}

	/** @dataProvider faults */
	public function test_a_code_that_is_not_whole_changes_nothing_and_says_why( $code, $said ) {
		$html = $this->connect_by( $code );
		$this->assertStringContainsString( $said, $html );
		$this->assertSame( array(), Site::$kept['options'] );
		$this->assertSame( array(), Site::$sent );
	}

	public function faults() {
		$dot = strrpos( self::CODE, '.' );
		$faults = array(
			'nothing' => array( '', 'Paste the connection code' ),
			'a key' => array( 'platen_sk_test', 'does not start with platen_connect_' ),
			'its end alone' => array( substr( self::CODE, 9 ), 'does not start with platen_connect_' ),
			'a middle that is missing' => array( substr_replace( self::CODE, '', 60, 5 ), 'missing or changed' ),
			'other capitals' => array( strtolower( self::CODE ), 'missing or changed' ),
			'more than the code' => array( self::CODE . 'x', 'missing or changed' ),
			'a newer version' => array( $this->made( array( 'anything' => 1 ), '2' ), 'Update the plugin' ),
			'other fields' => array( $this->made( array( 'service_url' => 'https://platen.test' ) ), 'missing or changed' ),
			'a list' => array( $this->made( array( 1, 2 ) ), 'missing or changed' ),
		);
		foreach ( array( 16, 17, 18, 40, $dot - 1, $dot, $dot + 1, strlen( self::CODE ) - 1 ) as $length ) {
			$faults[ "its first $length characters" ] = array( substr( self::CODE, 0, $length ), 'is cut off' );
		}
		return $faults;
	}

	public function test_a_code_that_the_service_rejects_is_said_with_its_reason() {
		$this->service->down = array( 401, 'invalid_api_key' );
		$this->assertStringContainsString( 'Invalid secret key', $this->connect_by( self::CODE ) );
	}

	/** A PHP of its own, for a constant lasts as long as its process. */
	public function test_a_key_in_wp_config_stays_in_use_and_the_page_says_so() {
		if ( ! function_exists( 'shell_exec' ) ) $this->markTestSkipped( 'This PHP starts no other.' );
		$code = 'error_reporting( E_ALL ); ini_set( "display_errors", "1" ); define( "ABSPATH", "/" ); define( "PLATEN_SECRET_KEY", "platen_sk_config" );'
			. 'foreach ( array( "stubs/wordpress.php", "stubs/woocommerce.php" ) as $file ) require ' . var_export( __DIR__ . '/', true ) . ' . $file; Site::reset();'
			. 'require ' . var_export( dirname( __DIR__ ) . '/platen-for-woocommerce.php', true ) . '; do_action( "plugins_loaded" );'
			. 'Site::$http = function () { return new WP_Error( "http_request_failed" ); };'
			. '$_POST = array( "do" => "connect", "connection_code" => ' . var_export( self::CODE, true ) . ' );'
			. '$_REQUEST = array( "_wpnonce" => wp_create_nonce( "platen_save_settings" ) );'
			. 'try { do_action( "admin_post_platen_save_settings" ); } catch ( Ended $ended ) { do_action( "admin_menu" ); Site::$registered["pages"]["platen"][1](); }'
			. 'echo ( new Platen\\WooCommerce\\Settings() )->secret_key();';
		$said = shell_exec( escapeshellarg( PHP_BINARY ) . ' -r ' . escapeshellarg( $code ) . ' 2>&1' );
		$this->assertStringContainsString( 'The secret key in wp-config.php is used, not the key of the connection code.', $said );
		$this->assertStringEndsWith( 'platen_sk_config', $said );
	}

	public function test_a_list_in_the_place_of_a_code_is_none() {
		$this->assertStringContainsString( 'Paste the connection code', $this->connect_by( array( self::CODE ) ) );
	}

	public function test_a_notice_leads_to_the_settings_until_the_shop_is_connected() {
		$this->assertStringContainsString( 'href="https://shop.test/wp-admin/admin.php?page=platen">Connect shop</a>', $this->notices() );
		$this->connect_by( self::CODE );
		$this->assertSame( '', $this->notices() );
	}

	public function test_the_notice_is_dismissed_for_good() {
		Site::$kept['referer'] = 'https://shop.test/wp-admin/plugins.php';
		preg_match( '/href="([^"]*action=platen_dismiss_setup[^"]*)"/', $this->notices(), $found );
		parse_str( (string) parse_url( html_entity_decode( $found[1] ), PHP_URL_QUERY ), $_REQUEST );
		$ended = $this->ended( function () { do_action( 'admin_post_platen_dismiss_setup' ); } );
		$this->assertSame( 'https://shop.test/wp-admin/plugins.php', $ended->what );
		$this->assertSame( '', $this->notices() );
	}

	public function test_the_notice_is_dismissed_by_nobody_without_nonce_or_permission() {
		$_REQUEST = array( '_wpnonce' => 'wrong' );
		$this->assertSame( 403, $this->ended( function () { do_action( 'admin_post_platen_dismiss_setup' ); } )->getCode() );
		Site::$may = array( 'edit_shop_orders' );
		$this->assertSame( 403, $this->ended( function () { do_action( 'admin_post_platen_dismiss_setup' ); } )->getCode() );
		$this->assertSame( array(), Site::$kept['options'] );
	}

	public function test_the_notice_is_shown_neither_on_the_settings_page_nor_to_those_who_cannot_connect() {
		$_REQUEST['page'] = 'platen';
		$this->assertSame( '', $this->notices() );
		$_REQUEST = array();
		Site::$may = array( 'edit_shop_orders' );
		$this->assertSame( '', $this->notices() );
	}
}
