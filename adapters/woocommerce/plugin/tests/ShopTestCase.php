<?php
/** A shop with the plugin, a mapped card and a service, before each test. */

// phpcs:disable

use PHPUnit\Framework\TestCase;
use Platen\WooCommerce\Line;
use Platen\WooCommerce\Plugin;
use Platen\WooCommerce\Secrets;

require_once __DIR__ . '/FakeService.php';

abstract class ShopTestCase extends TestCase {
	const CARD = 11;
	/** @var FakeService */
	protected $service;

	protected function setUp(): void {
		Site::reset();
		$_COOKIE = $_REQUEST = $_POST = array();
		$this->service = new FakeService();
		$this->service->add_template();
		Site::$http = $this->service;
		$this->connect();
		$this->add_product( self::CARD, 'tpl_card' );
		Plugin::boot();
	}

	protected function connect( $changes = array() ) {
		update_option( 'platen_settings', $changes + array( 'service_url' => 'https://platen.test', 'publishable_key' => 'platen_pk_test', 'secret_key' => Secrets::seal( 'platen_sk_test' ) ), false );
		update_option( 'platen_site', 'shop.test', false );
	}

	protected function add_product( $id, $template = '', $type = 'simple', $parent = 0 ) {
		$product = new WC_Product();
		Site::$kept['next'] = $id;
		$product->type = $type;
		$product->parent = $parent;
		if ( '' !== $template ) $product->update_meta_data( '_pp_template_id', $template );
		$product->save();
		Site::$kept['next'] = max( 1000, Site::$kept['next'] );
		if ( $parent ) {
			$owner = wc_get_product( $parent );
			$owner->children[] = $id;
			$owner->save();
		}
		return $product;
	}

	protected function snapshot() {
		$settings = new Platen\WooCommerce\Settings();
		return new Platen\WooCommerce\Snapshot( $settings, new Platen\WooCommerce\Client( $settings ), new Platen\WooCommerce\Queue() );
	}

	protected function outbox() {
		$settings = new Platen\WooCommerce\Settings();
		$client   = new Platen\WooCommerce\Client( $settings );
		$queue    = new Platen\WooCommerce\Queue();
		$message  = new Platen\WooCommerce\Order_Message( $settings, new Platen\WooCommerce\Mappings( $client, $queue ) );
		return new Platen\WooCommerce\Outbox( $settings, $client, $queue, $message, new Platen\WooCommerce\Shop_Registration( $settings, $client ), $this->snapshot() );
	}

	/** A fill as the widget makes it in this shop, put on a paid order. */
	protected function order( $fills = array( 'fill_A' ), $status = 'processing', $quantity = 1 ) {
		foreach ( $fills as $id ) {
			if ( ! isset( $this->service->fills[ $id ] ) ) $this->service->add_fill( $id, array( 'external_product_id' => (string) self::CARD ) );
			WC()->cart->add_classic( self::CARD, $quantity, 0, array( 'pp_fill_id' => $id ) );
		}
		return WC()->cart->check_out( $status );
	}

	protected function line( $order_id, $at = 0 ) {
		return Line::of( wc_get_order( $order_id ) )[ $at ];
	}

	protected function notes( $order_id ) {
		return implode( "\n", wc_get_order( $order_id )->notes );
	}

	/** Paths of requests that change something, oldest first. */
	protected function writes() {
		$writes = array_filter( Site::$sent, function ( $one ) { return 'GET' !== $one['method']; } );
		return array_values( array_map( function ( $one ) { return $one['method'] . ' ' . substr( $one['path'], 3 ); }, $writes ) );
	}

	/** What a call prints. */
	protected function printed( $call ) {
		ob_start();
		try {
			$call();
		} finally {
			$html = ob_get_clean();
		}
		return $html;
	}

	/** What staff are told on a screen. */
	protected function notices() {
		return $this->printed( function () { do_action( 'admin_notices' ); } );
	}

	/** How a request ends that a call makes. */
	protected function ended( $call ): Ended {
		try {
			$call();
		} catch ( Ended $ended ) {
			return $ended;
		}
		$this->fail( 'The request did not end.' );
	}
}
