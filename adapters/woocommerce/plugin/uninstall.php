<?php
/**
 * Removes the plugin's settings and scheduled work; what orders say about their print files stays with the orders.
 *
 * @package Platen\WooCommerce
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** One site's traces. */
function platen_for_woocommerce_uninstall_site() {
	foreach ( array( 'platen_settings', 'platen_site', 'platen_trouble' ) as $option ) {
		delete_option( $option );
	}
	delete_transient( 'platen_templates' );
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		foreach ( array( 'platen_finalize', 'platen_render', 'platen_withdraw', 'platen_unmap', 'platen_image', 'platen_reconcile', 'platen_erase', 'platen_remap' ) as $hook ) {
			as_unschedule_all_actions( $hook );
		}
	}
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $platen_site_id ) {
		switch_to_blog( (int) $platen_site_id );
		platen_for_woocommerce_uninstall_site();
		restore_current_blog();
	}
} else {
	platen_for_woocommerce_uninstall_site();
}
