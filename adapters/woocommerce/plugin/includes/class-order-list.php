<?php
/** The list of orders: a column that says what is printed, held or waits, a filter, and the print files of many orders. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The same on WooCommerce's own order tables and where orders are posts. */
final class Order_List {

	const FILTER   = 'platen_status';
	const DOWNLOAD = 'platen_download';
	const MOST     = 100;

	private Settings $settings;
	private Client $client;

	public function __construct( Settings $settings, Client $client ) {
		$this->settings = $settings;
		$this->client   = $client;
	}

	public function hook(): void {
		foreach ( array( 'manage_woocommerce_page_wc-orders_columns', 'manage_edit-shop_order_columns' ) as $name ) {
			add_filter( $name, array( $this, 'add_column' ), 20 );
		}
		foreach ( array( 'manage_woocommerce_page_wc-orders_custom_column', 'manage_shop_order_posts_custom_column' ) as $name ) {
			add_action( $name, array( $this, 'show_column' ), 10, 2 );
		}
		add_action( 'woocommerce_order_list_table_restrict_manage_orders', array( $this, 'show_filter' ) );
		add_action( 'restrict_manage_posts', array( $this, 'show_filter' ) );
		add_filter( 'woocommerce_order_list_table_prepare_items_query_args', array( $this, 'filter_orders' ) );
		add_filter( 'request', array( $this, 'filter_posts' ) );
		foreach ( array( 'woocommerce_page_wc-orders', 'edit-shop_order' ) as $screen ) {
			add_filter( 'bulk_actions-' . $screen, array( $this, 'add_bulk_action' ) );
			add_filter( 'handle_bulk_actions-' . $screen, array( $this, 'download' ), 10, 3 );
		}
	}

	/** The list, filtered: where orders are posts, WordPress leads from one address to the other. */
	public static function url( string $status ): string {
		$posts = class_exists( \Automattic\WooCommerce\Utilities\OrderUtil::class ) && ! \Automattic\WooCommerce\Utilities\OrderUtil::custom_orders_table_usage_is_enabled();
		$query = array( self::FILTER => $status );
		return $posts
			? add_query_arg( array( 'post_type' => 'shop_order' ) + $query, admin_url( 'edit.php' ) )
			: add_query_arg( array( 'page' => 'wc-orders' ) + $query, admin_url( 'admin.php' ) );
	}

	public function add_column( $columns ): array {
		$label = __( 'Print', 'platen-for-woocommerce' );
		$with  = array();
		foreach ( (array) $columns as $name => $head ) {
			$with[ $name ] = $head;
			if ( 'order_status' === $name ) {
				$with['platen'] = $label;
			}
		}
		return isset( $with['platen'] ) ? $with : $with + array( 'platen' => $label );
	}

	/** @param mixed $order The order, or the id of its post. */
	public function show_column( $column, $order ): void {
		$order = 'platen' === $column ? ( is_object( $order ) ? $order : wc_get_order( $order ) ) : null;
		if ( ! $order instanceof \WC_Order ) {
			return;
		}
		$lines = array();
		$names = array();
		foreach ( Line::of( $order ) as $line ) {
			$lines[] = $line->core();
			$names[] = $line->item->get_name() . ': ' . Words::line( $line );
		}
		list( $tone, $text ) = Words::order( $order, array_merge( $lines, Snapshot::of( $order )['removed'] ) );
		if ( '' === $text ) {
			return;
		}
		$class = array( 'critical' => 'status-failed', 'warning' => 'status-failed', 'busy' => 'status-on-hold', 'good' => 'status-processing' );
		printf( '<mark class="order-status %1$s" title="%2$s"><span>%3$s</span></mark>', esc_attr( isset( $class[ $tone ] ) ? $class[ $tone ] : 'status-pending' ), esc_attr( trim( Words::waiting( $order ) . "\n" . implode( "\n", $names ) ) ), esc_html( $text ) );
	}

	/** @param mixed $type The type of orders or posts that the list shows. */
	public function show_filter( $type ): void {
		if ( 'shop_order' !== $type ) {
			return;
		}
		printf( '<label class="screen-reader-text" for="%1$s">%2$s</label><select id="%1$s" name="%1$s">', esc_attr( self::FILTER ), esc_html__( 'Print status', 'platen-for-woocommerce' ) );
		$choices = array(
			''        => __( 'All print statuses', 'platen-for-woocommerce' ),
			'held'    => __( 'Needs attention', 'platen-for-woocommerce' ),
			'waiting' => __( 'Waiting for Platen', 'platen-for-woocommerce' ),
		);
		foreach ( $choices as $value => $label ) {
			$chosen = Request::text( self::FILTER ) === $value;
			printf( '<option value="%1$s"%2$s>%3$s</option>', esc_attr( $value ), $chosen ? ' selected' : '', esc_html( $label ) );
		}
		echo '</select>';
	}

	public function filter_orders( $query ): array {
		$query = (array) $query;
		$flag  = $this->flag();
		if ( '' !== $flag ) {
			$query['meta_query']   = isset( $query['meta_query'] ) ? (array) $query['meta_query'] : array(); // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_query
			$query['meta_query'][] = array( 'key' => $flag, 'value' => 'yes' );
		}
		return $query;
	}

	public function filter_posts( $query ): array {
		$query = (array) $query;
		return is_admin() && isset( $query['post_type'] ) && 'shop_order' === $query['post_type'] ? $this->filter_orders( $query ) : $query;
	}

	public function add_bulk_action( $actions ): array {
		return (array) $actions + array( self::DOWNLOAD => __( 'Download print files', 'platen-for-woocommerce' ) );
	}

	/** WordPress has checked the list's nonce. The archive comes from the service, by a link that ends soon. */
	public function download( $back, $action, $order_ids ) {
		if ( self::DOWNLOAD !== $action || ! current_user_can( Order_Actions::CAPABILITY ) ) {
			return $back;
		}
		$renders = array();
		foreach ( (array) $order_ids as $order_id ) {
			$order = wc_get_order( $order_id );
			foreach ( $order ? Line::of( $order ) : array() as $line ) {
				if ( $line->is_made() && 'succeeded' === $line->render_status() ) {
					$renders[] = $line->render_id();
				}
			}
		}
		if ( array() === $renders || count( $renders ) > self::MOST ) {
			/* translators: %d: number of print files */
			$text = array() === $renders ? __( 'The selected orders have no print files.', 'platen-for-woocommerce' ) : sprintf( __( 'At most %d print files can be downloaded at once. Select fewer orders.', 'platen-for-woocommerce' ), self::MOST );
			Notices::say( 'error', $text );
			return $back;
		}
		$reply  = $this->client->patient()->export_files( $renders );
		$export = $reply->ok() ? $reply->object( 'export' ) : null;
		$url    = isset( $export['download_url'] ) ? (string) $export['download_url'] : '';
		if ( 0 !== strpos( $url, $this->settings->service_url() . '/files/' ) ) {
			Notices::say( 'error', __( 'The print files cannot be downloaded at the moment. Try again later.', 'platen-for-woocommerce' ) );
			return $back;
		}
		// phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- to the service that was set, checked above.
		wp_redirect( $url );
		exit;
	}

	private function flag(): string {
		$flags = array( 'held' => Line::ORDER_HELD, 'waiting' => Line::ORDER_WAITS );
		$asked = Request::text( self::FILTER );
		return isset( $flags[ $asked ] ) ? $flags[ $asked ] : '';
	}

}
