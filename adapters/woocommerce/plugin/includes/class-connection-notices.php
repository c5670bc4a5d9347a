<?php
/** Notices about the connection on the screens of WordPress: not set up yet, or rejected by the service. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Leads to the settings. */
final class Connection_Notices {

	const DISMISS   = 'platen_dismiss_setup';
	const DISMISSED = 'platen_setup_dismissed';

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	public function hook(): void {
		add_action( 'admin_notices', array( $this, 'show_setup' ) );
		add_action( 'admin_notices', array( $this, 'show_trouble' ) );
		add_action( 'admin_post_' . self::DISMISS, array( $this, 'dismiss' ) );
	}

	/** From activation until the shop is connected or somebody dismisses it. */
	public function show_setup(): void {
		if ( $this->settings->can_print() && $this->settings->can_personalize() ) {
			return;
		}
		if ( ! current_user_can( Settings_Page::CAPABILITY ) || self::on_settings_page() || 'yes' === get_option( self::DISMISSED ) ) {
			return;
		}
		printf(
			'<div class="notice notice-info"><p>%1$s</p><p><a class="button button-primary" href="%2$s">%3$s</a> <a href="%4$s">%5$s</a></p></div>',
			esc_html__( 'Platen for WooCommerce is active. Connect this shop to your Platen.', 'platen-for-woocommerce' ),
			esc_url( Settings_Page::url() ),
			esc_html__( 'Connect shop', 'platen-for-woocommerce' ),
			esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=' . self::DISMISS ), self::DISMISS ) ),
			esc_html__( 'Dismiss', 'platen-for-woocommerce' )
		);
	}

	public function dismiss(): void {
		Request::require_staff( Settings_Page::CAPABILITY, self::DISMISS );
		update_option( self::DISMISSED, 'yes', false );
		wp_safe_redirect( wp_get_referer() ? wp_get_referer() : admin_url() );
		exit;
	}

	/** A key that the service refused stops all orders: it is said on every screen until it is mended. */
	public function show_trouble(): void {
		$trouble = (string) get_option( 'platen_trouble', '' );
		if ( '' === $trouble || ! current_user_can( Settings_Page::CAPABILITY ) ) {
			return;
		}
		printf( '<div class="notice notice-error"><p>%1$s <a href="%2$s">%3$s</a></p></div>', esc_html( self::trouble( $trouble ) ), esc_url( Settings_Page::url() ), esc_html__( 'Check the connection', 'platen-for-woocommerce' ) );
	}

	private static function trouble( string $code ): string {
		if ( 'insufficient_scope' === $code ) {
			return __( 'The secret key of this shop lacks the scope storefront:write. Paid orders are waiting and are not printed. Create a key with this scope in Platen.', 'platen-for-woocommerce' );
		}
		if ( 'route_not_found' === $code ) {
			return __( 'This Platen is older than the plugin. Paid orders are waiting and are not printed. Update Platen.', 'platen-for-woocommerce' );
		}
		/* translators: %s: a code of the service, such as invalid_api_key */
		return sprintf( __( 'Platen rejects requests of this shop (%s). Paid orders are waiting and are not printed.', 'platen-for-woocommerce' ), $code );
	}

	private static function on_settings_page(): bool {
		return 'platen' === Request::text( 'page' );
	}
}
