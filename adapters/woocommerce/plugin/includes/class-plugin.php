<?php
/** Puts the parts together and hangs them on WooCommerce's hooks. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The plugin as a whole. */
final class Plugin {

	/** Tells WooCommerce that orders are read by its own functions alone, and that its cart and checkout blocks work. */
	public static function declare_compatibility(): void {
		if ( ! class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			return;
		}
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, FILE, true );
		}
	}

	/** Without WooCommerce there is a notice and nothing else. */
	public static function boot(): void {
		add_action( 'init', array( self::class, 'load_words' ) );
		if ( ! class_exists( 'WooCommerce' ) ) {
			add_action( 'admin_notices', array( self::class, 'say_woocommerce_is_missing' ) );
			return;
		}
		$settings = new Settings();
		$client   = new Client( $settings );
		$queue    = new Queue();
		$mappings = new Mappings( $client, $queue );
		$offer    = new Offer( $settings, $mappings );
		$designs  = new Designs( $settings );
		$editing  = new Editing( $client, $offer, $designs );
		$page     = new Product_Page( $settings, $offer );
		$secret   = new Shop_Registration( $settings, $client );
		$snapshot = new Snapshot( $settings, $client, $queue );
		$outbox   = new Outbox( $settings, $client, $queue, new Order_Message( $settings, $mappings ), $secret, $snapshot );

		( new Settings_Page( $settings, new Connection_Check( $settings, $client ) ) )->hook();
		( new Connection_Notices( $settings ) )->hook();
		Notices::hook();
		( new Product_Screen( $mappings ) )->hook();
		$page->hook();
		( new Design_Page( $client, $offer, $designs, $page ) )->hook();
		( new Cart( $offer, $designs ) )->hook();
		$editing->hook();
		( new Cart_Display( $editing, $designs ) )->hook();
		( new Order_Display( $editing, $designs ) )->hook();
		$secret->hook();
		$outbox->hook();
		$snapshot->hook();
		( new Orders( $settings, $queue, $outbox, $snapshot ) )->hook();
		( new Order_Screen( $outbox, $snapshot ) )->hook();
		( new Order_Actions( $settings, $client, $outbox, $snapshot ) )->hook();
		( new Order_Review( $settings, $client ) )->hook();
		( new Order_List( $settings, $client ) )->hook();
		( new Attention() )->hook();
		( new Imagery( $settings, $client, $queue ) )->hook();
		( new Privacy( $client, $queue ) )->hook();
		$mappings->hook();
		( new Remapping( $mappings, $queue ) )->hook();
	}

	/** Language packs come first. Since 6.8 WordPress reads the folder from the plugin's header by itself. */
	public static function load_words(): void {
		global $wp_textdomain_registry;
		if ( is_object( $wp_textdomain_registry ) && method_exists( $wp_textdomain_registry, 'set_custom_path' ) ) {
			$wp_textdomain_registry->set_custom_path( 'platen-for-woocommerce', dirname( FILE ) . '/languages' );
		}
	}

	public static function say_woocommerce_is_missing(): void {
		if ( ! current_user_can( 'activate_plugins' ) ) {
			return;
		}
		printf(
			'<div class="notice notice-warning"><p>%s</p></div>',
			esc_html__( 'Platen for WooCommerce needs WooCommerce. Activate WooCommerce first.', 'platen-for-woocommerce' )
		);
	}
}
