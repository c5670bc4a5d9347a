<?php
/**
 * Removes what the plugin has kept: settings, scheduled work, mappings, and what products and their pictures carry. What
 * orders say about their print files stays with the orders, as a record of what was sold.
 *
 * @package Platen\WooCommerce
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/class-secrets.php';
require_once __DIR__ . '/includes/class-settings.php';
require_once __DIR__ . '/includes/class-reply.php';
require_once __DIR__ . '/includes/class-client.php';

if ( ! defined( 'Platen\\WooCommerce\\VERSION' ) ) {
	define( 'Platen\\WooCommerce\\VERSION', 'uninstall' );
}

/** Ends the mappings in the service; one that is away keeps them, and nobody waits for it. */
function platen_for_woocommerce_uninstall_mappings() {
	$client = new Platen\WooCommerce\Client( new Platen\WooCommerce\Settings() );
	$query  = array(
		'post_type'   => array( 'product', 'product_variation' ),
		'post_status' => 'any',
		'numberposts' => -1,
		'fields'      => 'ids',
		'meta_key'    => '_pp_mapping_id', // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key
	);
	foreach ( get_posts( $query ) as $platen_product_id ) {
		$reply = $client->archive_mapping( (string) get_post_meta( $platen_product_id, '_pp_mapping_id', true ) );
		if ( ! $reply->ok() && 404 !== $reply->status ) {
			return;
		}
	}
}

/** The pictures of templates that the plugin has added to products. */
function platen_for_woocommerce_uninstall_pictures() {
	$query = array(
		'post_type'   => 'attachment',
		'post_status' => 'any',
		'numberposts' => -1,
		'fields'      => 'ids',
		'meta_key'    => '_pp_image_of', // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key
	);
	foreach ( get_posts( $query ) as $platen_picture_id ) {
		wp_delete_attachment( $platen_picture_id, true );
	}
}

/** One site's traces. */
function platen_for_woocommerce_uninstall_site() {
	platen_for_woocommerce_uninstall_mappings();
	platen_for_woocommerce_uninstall_pictures();
	foreach ( array( '_pp_template_id', '_pp_mapping_id', '_pp_image_id', '_pp_image_hash', '_pp_image_revision', '_pp_image_of' ) as $meta ) {
		delete_post_meta_by_key( $meta );
	}
	foreach ( array( 'platen_settings', 'platen_site', 'platen_trouble', 'platen_remapped', 'platen_setup_dismissed' ) as $option ) {
		delete_option( $option );
	}
	foreach ( array( 'platen_templates', 'platen_templates_2', 'platen_attention' ) as $transient ) {
		delete_transient( $transient );
	}
	foreach ( get_users( array( 'fields' => 'ID', 'role__in' => array( 'administrator', 'shop_manager' ) ) ) as $platen_user_id ) {
		foreach ( array( 'platen_settings_said_', 'platen_mapping_trouble_', 'platen_order_said_' ) as $transient ) {
			delete_transient( $transient . $platen_user_id );
		}
	}
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		foreach ( array( 'platen_finalize', 'platen_render', 'platen_withdraw', 'platen_surplus', 'platen_unmap', 'platen_image', 'platen_reconcile', 'platen_erase', 'platen_remap' ) as $hook ) {
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
