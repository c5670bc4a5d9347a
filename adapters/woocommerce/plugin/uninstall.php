<?php
/**
 * Removes what the plugin has kept: settings, scheduled work, mappings, and what products and their pictures carry. What
 * orders say about their print files stays with the orders, as a record of what was sold.
 */

namespace Platen\WooCommerce;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/autoload.php';

if ( ! defined( __NAMESPACE__ . '\\VERSION' ) ) {
	define( __NAMESPACE__ . '\\VERSION', 'uninstall' );
}

/** The ids of products or pictures that carry a meta key. */
function ids_with( array $types, string $meta ): array {
	// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key
	return get_posts( array( 'post_type' => $types, 'post_status' => 'any', 'numberposts' => -1, 'fields' => 'ids', 'meta_key' => $meta ) );
}

/** Ends the mappings in the service; one that is away keeps them, and nobody waits for it. */
function uninstall_mappings(): void {
	$client = new Client( new Settings() );
	foreach ( ids_with( array( 'product', 'product_variation' ), Mappings::MAPPING ) as $product_id ) {
		$reply = $client->archive_mapping( (string) get_post_meta( $product_id, Mappings::MAPPING, true ) );
		if ( ! $reply->ok() && 404 !== $reply->status ) {
			return;
		}
	}
}

/** One site's traces. */
function uninstall_site(): void {
	uninstall_mappings();
	foreach ( ids_with( array( 'attachment' ), Imagery::OWN ) as $picture_id ) {
		wp_delete_attachment( $picture_id, true );
	}
	foreach ( array( Mappings::TEMPLATE, Mappings::MAPPING, Imagery::ATTACHMENT, Imagery::HASH, Imagery::REVISION, Imagery::OWN ) as $meta ) {
		delete_post_meta_by_key( $meta );
	}
	foreach ( array( Settings::OPTION, Settings::SITE, Shop_Registration::OPTION, Orders::VERSION, Orders::RECONCILED, 'platen_trouble', Remapping::RESULT, Connection_Notices::DISMISSED ) as $option ) {
		delete_option( $option );
	}
	delete_transient( Mappings::TEMPLATES_CACHE );
	delete_transient( Line::ATTENTION );
	foreach ( get_users( array( 'fields' => 'ID', 'role__in' => array( 'administrator', 'shop_manager' ) ) ) as $user_id ) {
		delete_transient( Settings_Page::SAID . $user_id );
		delete_transient( Notices::SAID . $user_id );
	}
	Queue::clear();
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $site_id ) {
		switch_to_blog( (int) $site_id );
		uninstall_site();
		restore_current_blog();
	}
} else {
	uninstall_site();
}
