<?php
/** The settings page: who may, what is kept, and that the key never comes out again. */

// phpcs:disable

use Platen\WooCommerce\Line;
use Platen\WooCommerce\Settings;

final class SettingsTest extends ShopTestCase {

	private function send( $form = array(), $do = 'test', $nonce = null ) {
		$form += array( 'service_url' => 'https://platen.test/', 'publishable_key' => 'platen_pk_test', 'secret_key' => '', 'statuses' => array( 'processing' ), 'do' => $do );
		$_POST = $form;
		$_REQUEST = array( '_wpnonce' => $nonce ?? wp_create_nonce( 'platen_save_settings' ) );
		$ended = $this->ended( function () { do_action( 'admin_post_platen_save_settings' ); } );
		$_POST = $_REQUEST = array();
		return $ended;
	}

	private function page() {
		do_action( 'admin_menu' );
		list( $capability, $show ) = Site::$registered['pages']['platen'];
		$this->assertSame( 'manage_woocommerce', $capability );
		return $this->printed( $show );
	}

	public function test_the_key_is_stored_sealed_and_never_printed() {
		$this->send( array( 'secret_key' => 'platen_sk_verysecret' ) );
		$this->assertSame( 'platen_sk_verysecret', ( new Settings() )->secret_key() );
		$this->assertStringNotContainsString( 'verysecret', json_encode( Site::$kept ) );
		$this->assertTrue( Site::$kept['autoload']['platen_settings'] );
		$html = $this->page();
		$this->assertStringNotContainsString( 'verysecret', $html );
		$this->assertStringContainsString( 'A key is stored', $html );
		$this->assertStringContainsString( 'name="secret_key" type="password" value=""', $html );
	}

	public function test_settings_of_an_earlier_version_are_autoloaded() {
		update_option( 'platen_settings', array( 'service_url' => 'https://old.test' ), false );
		do_action( 'init' );
		$this->assertTrue( Site::$kept['autoload']['platen_settings'] );
	}

	public function test_the_options_leave_the_connection_as_it_is() {
		$this->send( array( 'service_url' => 'https://other.test', 'debug' => 'yes' ), 'save' );
		$settings = new Settings();
		$this->assertSame( array( 'https://platen.test', 'platen_sk_test', true ), array( $settings->service_url(), $settings->secret_key(), $settings->debugs() ) );
	}

	public function test_the_connection_leaves_the_options_as_they_are() {
		$this->send( array( 'statuses' => array( 'completed' ), 'send_customer' => 'yes' ), 'save' );
		$this->send( array( 'statuses' => array() ), 'test' );
		$settings = new Settings();
		$this->assertSame( array( array( 'completed' ), true ), array( $settings->statuses(), $settings->sends_customer() ) );
	}

	public function test_the_fields_stand_in_the_order_of_the_console_with_their_button() {
		preg_match_all( '/name="(service_url|secret_key|publishable_key|statuses\[\])"|name="do" value="(\w+)"/', $this->page(), $found );
		$this->assertSame( array( 'connect', 'service_url', 'secret_key', 'publishable_key', 'test', 'statuses[]' ), array_slice( array_map( function ( $name, $do ) { return $name . $do; }, $found[1], $found[2] ), 0, 6 ) );
	}

	public function test_a_fault_opens_the_fields_to_correct() {
		$this->assertStringContainsString( '<details>', $this->page() );
		$this->send( array( 'secret_key' => 'nonsense' ), 'test' );
		$this->assertStringContainsString( '<details open>', $this->page() );
	}

	public function test_a_refused_field_is_not_followed_by_a_test_of_the_others() {
		$this->send( array( 'secret_key' => 'nonsense' ), 'test' );
		$this->assertSame( array(), Site::$sent );
		$this->assertStringNotContainsString( 'Connected', $this->page() );
	}

	public function test_an_empty_key_keeps_the_stored_one() {
		$this->send( array( 'secret_key' => '' ) );
		$this->assertSame( 'platen_sk_test', ( new Settings() )->secret_key() );
	}

	public function test_changed_salts_are_told_instead_of_sending_nonsense() {
		Site::$kept['salt'] = 'new';
		$this->assertSame( '', ( new Settings() )->secret_key() );
		$this->assertStringContainsString( 'Enter the key again', $this->page() );
	}

	public function test_who_may_not_and_who_has_no_nonce_changes_nothing() {
		$before = Site::$kept['options'];
		$this->assertSame( 403, $this->send( array( 'service_url' => 'https://evil.test' ), 'test', 'wrong' )->getCode() );
		Site::$may = array( 'edit_shop_orders' );
		$this->assertSame( 403, $this->send( array( 'service_url' => 'https://evil.test' ) )->getCode() );
		$this->assertSame( $before, Site::$kept['options'] );
		$this->assertSame( '', $this->page() );
	}

	/** @dataProvider addresses */
	public function test_an_address_is_an_origin( $given, $kept ) {
		$this->send( array( 'service_url' => $given ) );
		$this->assertSame( $kept, ( new Settings() )->service_url() );
	}

	public function addresses() {
		return array(
			array( 'https://Platen.Test/', 'https://platen.test' ),
			array( 'http://10.0.0.5:3000', 'http://10.0.0.5:3000' ),
			array( '', '' ),
			// Refused: what was there stays.
			array( 'javascript:alert(1)', 'https://platen.test' ),
			array( 'https://platen.test/v1', 'https://platen.test' ),
			array( 'https://user:pass@platen.test', 'https://platen.test' ),
			array( 'platen', 'https://platen.test' ),
			// Often copied without it.
			array( 'print.test:8443', 'https://print.test:8443' ),
		);
	}

	public function test_a_secret_key_in_the_public_field_is_refused() {
		$this->send( array( 'publishable_key' => 'platen_sk_oops' ) );
		$this->assertSame( 'platen_pk_test', ( new Settings() )->publishable_key() );
		$html = $this->page();
		$this->assertStringContainsString( 'publishable keys are public', $html );
		$this->assertStringNotContainsString( 'oops', $html );
	}

	public function test_only_real_statuses_are_kept() {
		$this->send( array( 'statuses' => array( 'processing', 'nonsense', '<b>' ) ), 'save' );
		$this->assertSame( array( 'processing' ), ( new Settings() )->statuses() );
	}

	/** @dataProvider connections */
	public function test_the_connection_is_tested( $down, $said ) {
		$this->service->down = $down;
		$this->send( array(), 'test' );
		$this->assertStringContainsString( $said, $this->page() );
	}

	public function connections() {
		return array(
			array( null, 'Connected: 1 live template.' ),
			array( array( null, '' ), 'did not respond' ),
			array( array( 401, 'invalid_api_key' ), 'Invalid secret key' ),
			array( array( 404, 'route_not_found' ), 'older than the plugin' ),
			array( array( 502, '' ), 'responded with 502' ),
			array( array( 500, 'internal_error' ), '500 (internal_error)' ),
		);
	}

	/** @dataProvider faults */
	public function test_each_fault_of_the_connection_is_said_with_its_mend( $change, $said ) {
		$change( $this->service );
		$this->send( array(), 'test' );
		$html = $this->page();
		$this->assertStringContainsString( $said, $html );
		$this->assertStringNotContainsString( 'Connected', $html );
	}

	public function faults() {
		$key = function ( $facts ) {
			return function ( $service ) use ( $facts ) { $service->connection['publishable_key'] = $facts + $service->connection['publishable_key']; };
		};
		$without = function ( $scope ) {
			return function ( $service ) use ( $scope ) { $service->connection['scopes'] = array_diff( $service->connection['scopes'], array( $scope ) ); };
		};
		return array(
			array( $without( 'templates:read' ), 'lacks the scope templates:read' ),
			array( $without( 'product_mappings:write' ), 'lacks the scope product_mappings:write' ),
			array( $without( 'storefront:write' ), 'storefront:write: paid orders are not printed' ),
			array( $without( 'fills:write' ), 'lacks the scope fills:write' ),
			array( $without( 'renders:write' ), 'lacks the scope renders:write' ),
			array( $without( 'previews:write' ), 'lacks the scope previews:write' ),
			array( $without( 'embed_sessions:write' ), 'lacks the scope embed_sessions:write' ),
			array( $key( array( 'status' => 'invalid' ) ), 'Invalid publishable key' ),
			array( $key( array( 'status' => 'other_team' ) ), 'another team' ),
			array( $key( array( 'status' => 'application_archived' ) ), 'archived' ),
			array( $key( array( 'origin_allowed' => false ) ), 'does not work on https://shop.test. Add this URL to the allowed origins of its application in Platen (Shop).' ),
			array( function ( $service ) { $service->loader = 404; }, 'cannot be loaded from https://platen.test/widget/v1.js (HTTP 404)' ),
			array( function ( $service ) { $service->templates['tpl_card']['status'] = 'paused'; }, 'no live template' ),
			array( function ( $service ) {
				$service->before = function ( $method, $path, $request ) use ( $service ) { return 0 === strpos( $request["url"], "https:" ) ? new WP_Error( "http_request_failed" ) : $service->error( 401, 'invalid_api_key' ); };
			}, 'Platen responds at http://platen.test, not at https://platen.test' ),
		);
	}

	public function test_an_editor_without_https_is_refused_to_a_shop_with_https() {
		$this->send( array( 'widget_url' => 'http://platen.test' ), 'test' );
		$this->assertStringContainsString( 'Browsers block it', $this->page() );
	}

	public function test_a_browser_is_asked_to_load_the_editor_too() {
		$html = $this->page();
		$this->assertContains( 'platen-settings', Site::$enqueued );
		$this->assertStringContainsString( 'data-platen-loader="https://platen.test/widget/v1.js" hidden', $html );
	}

	public function test_orders_that_wait_are_tried_again_as_soon_as_the_settings_are_saved() {
		Site::$now = time();
		$this->service->down = array( 403, 'insufficient_scope' );
		$order = $this->order();
		run_actions();
		$this->service->down = null;
		$this->assertSame( array(), $this->service->orders );
		$this->send( array() );
		run_actions( 0 );
		$this->assertSame( array( $order ), array_keys( $this->service->orders ) );
		run_actions( DAY_IN_SECONDS );
		$this->assertSame( 1, count( array_keys( array_column( Site::$sent, 'path' ), '/adapters/rest/orders', true ) ), 'The old try is gone.' );
	}

	public function test_every_request_carries_the_key_to_the_set_address_alone_and_follows_nobody() {
		$this->send( array(), 'test' );
		foreach ( Site::$sent as $one ) {
			$this->assertStringStartsWith( 'https://platen.test/', $one['url'] );
			$own = '/widget/v1.js' === $one['path'] ? null : 'Bearer platen_sk_test';
			$this->assertSame( $own, $one['headers']['Authorization'] ?? null );
			$this->assertSame( 0, $one['redirection'] );
			$this->assertLessThanOrEqual( 30, $one['timeout'] );
		}
		$this->assertNotSame( array(), Site::$sent );
	}

	public function test_a_service_on_an_inner_address_is_reached_and_no_other_inner_host_is() {
		Site::$http = function ( $method, $target, $request ) { return ( $this->service )( $method, $target, $request ); };
		$this->send( array( 'service_url' => 'http://127.0.0.1:3000' ), 'test' );
		$this->assertStringContainsString( 'Connected', $this->page() );
		$this->assertTrue( is_wp_error( wp_safe_remote_request( 'http://127.0.0.2:3000/', array( 'method' => 'GET', 'headers' => array(), 'timeout' => 1, 'redirection' => 0 ) ) ) );
		$this->assertTrue( is_wp_error( wp_safe_remote_request( 'http://127.0.0.1:3000/', array( 'method' => 'GET', 'headers' => array(), 'timeout' => 1, 'redirection' => 0 ) ) ), 'It stays open.' );
	}

	public function test_the_log_holds_neither_keys_nor_addresses() {
		$this->connect( array( 'debug' => 'yes' ) );
		$this->order();
		run_actions();
		( new Platen\WooCommerce\Client( new Settings() ) )->erase_customer( 'ann@example.test' );
		$log = implode( "\n", Site::$log );
		$this->assertStringContainsString( 'POST /adapters/rest/orders: 200', $log );
		$this->assertStringNotContainsString( 'platen_sk', $log );
		$this->assertStringNotContainsString( 'ann@', $log );
	}

	public function test_the_shop_keeps_its_name_when_it_moves() {
		$this->assertSame( 'shop.test', ( new Settings() )->site() );
		Site::$kept['home'] = 'https://new.test';
		$this->assertSame( 'shop.test', ( new Settings() )->site() );
	}

	public function test_sites_of_a_network_are_apart() {
		Site::$multisite = true;
		Site::$blog = 2;
		Site::$kept['home'] = 'https://shop.test/de';
		$settings = new Settings();
		$this->assertSame( '', $settings->service_url() );
		$this->assertSame( 'shop.test/de', $settings->site() );
		$this->assertSame( '2:11', Platen\WooCommerce\References::product( 11 ) );
	}
}
