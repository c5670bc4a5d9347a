<?php
/** Of WooCommerce what the plugin uses, made for its tests: products, carts, orders, refunds and their hooks. */

// phpcs:disable

namespace Automattic\WooCommerce\Utilities {
	final class OrderUtil {
		public static function custom_orders_table_usage_is_enabled() { return ! \Site::$orders_are_posts; }
	}
	final class FeaturesUtil {
		public static $declared = array();
		public static function declare_compatibility( $feature, $file, $compatible ) { self::$declared[ $feature ] = $compatible; }
	}
}

namespace Automattic\WooCommerce\StoreApi\Exceptions {
	class RouteException extends \Exception {
		public $error_code;
		public function __construct( $code, $message, $status ) { parent::__construct( $message, $status ); $this->error_code = $code; }
	}
}

namespace {

class WooCommerce {
	public $session;
	public $cart;
	public function __construct() { $this->session = new WC_Session(); $this->cart = new WC_Cart(); }
}
function WC() {
	if ( ! isset( Site::$registered['wc'] ) ) Site::$registered['wc'] = new WooCommerce();
	return Site::$registered['wc'];
}

/** A shopper's session; the stub shop keeps one for each cookie. */
class WC_Session {
	public $name = 'cli';
	private $has = false;
	public function has_session() { return $this->has || isset( $_COOKIE['wp_woocommerce_session'] ); }
	public function set_customer_session_cookie( $set ) {
		$this->has = $set;
		if ( Site::$serves && ! isset( $_COOKIE['wp_woocommerce_session'] ) ) {
			$this->name = bin2hex( random_bytes( 8 ) );
			$_COOKIE['wp_woocommerce_session'] = $this->name;
			setcookie( 'wp_woocommerce_session', $this->name, array( 'path' => '/', 'httponly' => true ) );
		}
	}
	public function key() { return $_COOKIE['wp_woocommerce_session'] ?? $this->name; }
	public function get( $name, $default = null ) { return Site::$kept['sessions'][ $this->key() ][ $name ] ?? $default; }
	public function set( $name, $value ) { Site::$kept['sessions'][ $this->key() ][ $name ] = $value; }
}

class WC_Data {
	protected $id = 0;
	protected $meta = array();
	/** @var array By name, null for what was deleted. */
	protected $changed_meta = array();
	public function get_id() { return $this->id; }
	public function set_id( $id ) { $this->id = $id; }
	public function get_meta( $name, $single = true ) { return $this->meta[ $name ] ?? ''; }
	public function update_meta_data( $name, $value ) { $this->meta[ $name ] = $this->changed_meta[ $name ] = $value; }
	public function delete_meta_data( $name ) { unset( $this->meta[ $name ] ); $this->changed_meta[ $name ] = null; }
	public function all_meta() { return $this->meta; }
	public function save_meta_data() { $this->save(); }
}

class WC_Product extends WC_Data {
	public $type = 'simple';
	public $name = 'Card';
	public $parent = 0;
	public $children = array();
	public $image = 0;
	public $gallery = array();
	public function is_type( $type ) { return $this->type === $type; }
	public function get_name() { return $this->name; }
	public function get_parent_id() { return $this->parent; }
	public function get_children() { return $this->children; }
	public function get_permalink( $line = null ) { return home_url( '/product/' . $this->id ); }
	public function get_image_id() { return $this->image ? (string) $this->image : ''; }
	public function set_image_id( $id ) { $this->image = (int) $id; }
	public function get_gallery_image_ids() { return $this->gallery; }
	public function set_gallery_image_ids( $ids ) { $this->gallery = array_values( $ids ); }
	public function save() {
		if ( ! $this->id ) $this->id = Site::id();
		Site::$kept['products'][ $this->id ] = serialize( $this );
		return $this->id;
	}
}
function wc_get_product( $id ) {
	Site::read( 'posts', array( (int) $id ) );
	Site::read( 'meta', array( (int) $id ) );
	return isset( Site::$kept['products'][ (int) $id ] ) ? unserialize( Site::$kept['products'][ (int) $id ] ) : false;
}
function wc_get_product_types() { return array( 'simple' => 'Simple product', 'variable' => 'Variable product' ); }
function wc_get_products( $query ) {
	$found = array();
	foreach ( Site::$kept['products'] as $one ) {
		$product = unserialize( $one );
		if ( ( ! $product->is_type( 'variation' ) || in_array( 'variation', $query['type'] ?? array(), true ) ) && '' !== $product->get_meta( $query['meta_key'] ) ) $found[] = $product;
	}
	return array_slice( $found, ( $query['page'] - 1 ) * $query['limit'], $query['limit'] );
}

class WC_Cart {
	/** Gives the line's key, or false where a hook refused. `$more` is what a classic form has posted. */
	public function add_classic( $product_id, $quantity = 1, $variation_id = 0, $form = array() ) {
		$before = $_REQUEST;
		$_REQUEST = $form;
		try {
			if ( ! apply_filters( 'woocommerce_add_to_cart_validation', true, $product_id, $quantity, $variation_id ) ) return false;
			return $this->keep( $product_id, $quantity, $variation_id, apply_filters( 'woocommerce_add_cart_item_data', array(), $product_id, $variation_id, $quantity ) );
		} finally {
			$_REQUEST = $before;
		}
	}
	/** As /wc/store/v1/cart/add-item does it: no form, and its own hooks besides the classic ones. */
	public function add_store_api( $id, $quantity, $parameters = array() ) {
		$before = $_REQUEST;
		$_REQUEST = array();
		$request = new class( $parameters ) {
			private $parameters;
			public function __construct( $parameters ) { $this->parameters = $parameters; }
			public function get_param( $name ) { return $this->parameters[ $name ] ?? null; }
		};
		try {
			$data = apply_filters( 'woocommerce_store_api_add_to_cart_data', array( 'id' => $id, 'quantity' => $quantity, 'variation' => array(), 'cart_item_data' => array() ), $request );
			$product = wc_get_product( $data['id'] );
			$variation_id = $product->is_type( 'variation' ) ? $product->get_id() : 0;
			$product_id = $variation_id ? $product->get_parent_id() : $product->get_id();
			$data['cart_item_data'] = (array) apply_filters( 'woocommerce_add_cart_item_data', $data['cart_item_data'], $product_id, $variation_id, $quantity );
			if ( ! apply_filters( 'woocommerce_add_to_cart_validation', true, $product_id, $quantity, $variation_id, $data['variation'], $data['cart_item_data'] ) ) {
				throw new \Automattic\WooCommerce\StoreApi\Exceptions\RouteException( 'woocommerce_rest_cart_invalid_product', end( Site::$notices )[1], 400 );
			}
			do_action( 'woocommerce_store_api_validate_add_to_cart', $product, $data );
			return $this->keep( $product_id, $quantity, $variation_id, $data['cart_item_data'] );
		} finally {
			$_REQUEST = $before;
		}
	}
	public function set_cart_contents( $lines ) {
		foreach ( $lines as $key => $line ) unset( $lines[ $key ]['data'] );
		WC()->session->set( 'cart', $lines );
	}
	public function calculate_totals() {}
	public function generate_cart_id( $product_id, $variation_id = 0, $variation = array(), $data = array() ) { return md5( $product_id . '_' . $variation_id . '_' . json_encode( $data ) ); }
	/** As WooCommerce fills a cart from an order; what a hook refuses is reported as unavailable. */
	public function order_again( $order_id ) {
		$cart = array();
		foreach ( wc_get_order( $order_id )->get_items() as $item ) {
			$data = apply_filters( 'woocommerce_order_again_cart_item_data', array(), $item, wc_get_order( $order_id ) );
			if ( ! apply_filters( 'woocommerce_add_to_cart_validation', true, $item->get_product_id(), $item->get_quantity(), $item->get_variation_id(), array(), $data ) ) {
				Site::$notices[] = array( 'error', '1 item from your previous order is currently unavailable' );
				continue;
			}
			$key = $this->generate_cart_id( $item->get_product_id(), $item->get_variation_id(), array(), $data );
			$cart[ $key ] = array_merge( $data, array( 'key' => $key, 'product_id' => $item->get_product_id(), 'variation_id' => $item->get_variation_id(), 'variation' => array(), 'quantity' => $item->get_quantity() ) );
		}
		WC()->session->set( 'cart', $cart );
	}
	public function get_cart() {
		$lines = WC()->session->get( 'cart', array() );
		foreach ( $lines as $key => $line ) $lines[ $key ]['data'] = wc_get_product( $line['variation_id'] ?: $line['product_id'] );
		return $lines;
	}
	public function empty_cart() { WC()->session->set( 'cart', array() ); do_action( 'woocommerce_cart_emptied', true ); }
	private function keep( $product_id, $quantity, $variation_id, $data ) {
		if ( ! WC()->session->has_session() ) WC()->session->set_customer_session_cookie( true );
		$key = $this->generate_cart_id( $product_id, $variation_id, array(), $data );
		$cart = $this->get_cart();
		$cart[ $key ] = array_merge( $data, array( 'key' => $key, 'product_id' => $product_id, 'variation_id' => $variation_id, 'quantity' => $quantity + ( $cart[ $key ]['quantity'] ?? 0 ) ) );
		WC()->session->set( 'cart', $cart );
		return $key;
	}
	/** Both checkouts run this hook for each line, and empty the cart when the order is there. */
	public function check_out( $status = 'processing', $email = 'ann@example.test', $name = 'Ann Lee' ) {
		$order = new WC_Order();
		$order->email = $email;
		$order->billing_name = $name;
		foreach ( $this->get_cart() as $key => $values ) {
			$item = new WC_Order_Item_Product();
			$item->product_id = $values['product_id'];
			$item->variation_id = $values['variation_id'];
			$item->quantity = $values['quantity'];
			do_action( 'woocommerce_checkout_create_order_line_item', $item, $key, $values, $order );
			$order->add_item( $item );
		}
		$order->save();
		$this->empty_cart();
		$order->update_status( $status );
		return $order->get_id();
	}
}

class WC_Order_Item_Product extends WC_Data {
	public $order_id = 0;
	public $name = 'Card';
	public $product_id = 0;
	public $variation_id = 0;
	public $quantity = 1;
	public function get_name() { return $this->name; }
	public function get_product_id() { return $this->product_id; }
	public function get_variation_id() { return $this->variation_id; }
	public function get_quantity() { return $this->quantity; }
	public function get_order_id() { return $this->order_id; }
	public function save() {
		$order = unserialize( Site::$kept['orders'][ $this->order_id ] );
		$order->items[ $this->id ] = clone $this;
		Site::$kept['orders'][ $this->order_id ] = serialize( $order );
		do_action( 'woocommerce_update_order_item', $this->id, $this, $this->order_id );
	}
}

class WC_Order extends WC_Data {
	public $status = 'pending';
	public $items = array();
	public $notes = array();
	public $refunds = array();
	public $email = '';
	public $billing_name = '';
	public function add_item( $item ) {
		if ( ! $this->id ) $this->id = Site::id();
		$item->set_id( Site::id() );
		$item->order_id = $this->id;
		$this->items[ $item->get_id() ] = $item;
	}
	public function get_items( $type = 'line_item' ) { return $this->items; }
	public function get_status() { return $this->status; }
	public $type = 'shop_order';
	public function get_type() { return $this->type; }
	public $modified = 0;
	public $key = '';
	public $customer = 0;
	public function get_order_key() { return $this->key ?: 'wc_order_' . $this->id; }
	public function get_customer_id() { return $this->customer; }
	public $made;
	public function get_date_created() { $order = $this; return new class( $order->made ?? time() ) { private $at; public function __construct( $at ) { $this->at = $at; } public function getTimestamp() { return $this->at; } }; }
	public function get_order_number() { return (string) $this->id; }
	public function get_billing_email() { return $this->email; }
	public function get_formatted_billing_full_name() { return $this->billing_name; }
	public function get_edit_order_url() { return admin_url( 'admin.php?page=wc-orders&action=edit&id=' . $this->id ); }
	/** Negative, as WooCommerce has it. */
	public function get_qty_refunded_for_item( $item_id ) {
		$sum = 0;
		foreach ( $this->refunds as $lines ) $sum -= $lines[ $item_id ] ?? 0;
		return $sum;
	}
	public function add_order_note( $text ) {
		$this->notes[] = $text;
		$stored = unserialize( Site::$kept['orders'][ $this->id ] );
		$stored->notes[] = $text;
		Site::$kept['orders'][ $this->id ] = serialize( $stored );
	}
	public function update_status( $to ) {
		$this->status = $to;
		$this->save();
		do_action( 'woocommerce_order_status_' . $to, $this->id, $this );
		do_action( 'woocommerce_order_status_changed', $this->id );
		return true;
	}
	/** Tells of the order too, where orders have tables of their own; what else was changed meanwhile stays. */
	public function save_meta_data() {
		$stored = unserialize( Site::$kept['orders'][ $this->id ] );
		// As WooCommerce does it: what this request has not changed stays as others have written it.
		foreach ( $this->changed_meta as $name => $value ) {
			if ( null === $value ) $stored->delete_meta_data( $name );
			else $stored->update_meta_data( $name, $value );
		}
		$this->changed_meta = array();
		$stored->save();
	}
	public function save() {
		$is_new = ! $this->id || ! isset( Site::$kept['orders'][ $this->id ] );
		if ( ! $this->id ) $this->id = Site::id();
		$this->modified = time();
		$this->changed_meta = array();
		Site::$kept['orders'][ $this->id ] = serialize( $this );
		do_action( $is_new ? 'woocommerce_new_order' : 'woocommerce_update_order', $this->id, $this );
	}
}
class WC_Order_Factory {
	public static function get_order_item( $id ) {
		foreach ( Site::$kept['orders'] as $one ) { $order = unserialize( $one ); if ( isset( $order->items[ $id ] ) ) return $order->items[ $id ]; }
		return false;
	}
}
function wc_get_order( $id ) { return isset( Site::$kept['orders'][ (int) $id ] ) ? unserialize( Site::$kept['orders'][ (int) $id ] ) : false; }
function wc_get_orders( $query ) {
	$found = array();
	foreach ( Site::$kept['orders'] as $one ) {
		$order = unserialize( $one );
		if ( isset( $query['status'] ) && ! in_array( $order->status, array_map( function ( $one ) { return 0 === strpos( $one, 'wc-' ) ? substr( $one, 3 ) : $one; }, $query['status'] ), true ) ) continue;
		if ( isset( $query['date_modified'] ) && $order->modified <= (int) substr( $query['date_modified'], 1 ) ) continue;
		if ( isset( $query['billing_email'] ) && $order->email !== $query['billing_email'] ) continue;
		if ( isset( $query['meta_key'] ) && $order->get_meta( $query['meta_key'] ) !== $query['meta_value'] ) continue;
		$found[] = $order;
	}
	$page = array_slice( $found, ( ( $query['page'] ?? 1 ) - 1 ) * $query['limit'], -1 === $query['limit'] ? null : $query['limit'] );
	return 'ids' === ( $query['return'] ?? '' ) ? array_map( function ( $order ) { return $order->get_id(); }, $page ) : $page;
}
/** `$lines` is item id => quantity; without any it is an amount alone. */
function refund_order( $order_id, $lines = array(), $whole = false ) {
	$order = wc_get_order( $order_id );
	$order->refunds[] = $lines;
	$order->save();
	do_action( $whole ? 'woocommerce_order_fully_refunded' : 'woocommerce_order_partially_refunded', $order_id, 1 );
	if ( $whole ) $order->update_status( 'refunded' );
	do_action( 'woocommerce_order_refunded', $order_id, 1 );
}
function delete_refunds( $order_id ) {
	$order = wc_get_order( $order_id );
	$order->refunds = array();
	$order->save();
	do_action( 'woocommerce_refund_deleted', 1, $order_id );
}
/** What WooCommerce's eraser, its clean-up of old orders and its bulk action all do. */
function remove_order_personal_data( $order ) {
	do_action( 'woocommerce_privacy_before_remove_order_personal_data', $order );
	$order->email = 'deleted@site.invalid';
	$order->billing_name = '';
	$order->save();
	do_action( 'woocommerce_privacy_remove_order_personal_data', $order );
}
/** As both stores do it: the order's own hooks where it has tables, those of posts from the list where it is one. */
function trash_order( $order_id ) {
	$order = wc_get_order( $order_id );
	$order->update_meta_data( '_wp_trash_meta_status', 'wc-' . $order->status );
	$order->status = 'trash';
	$order->save();
	do_action( Site::$orders_are_posts ? 'trashed_post' : 'woocommerce_trash_order', $order_id );
}
function untrash_order( $order_id ) {
	$order = wc_get_order( $order_id );
	$was   = $order->get_meta( '_wp_trash_meta_status' );
	if ( ! Site::$orders_are_posts ) do_action( 'woocommerce_untrash_order', $order_id, $was );
	$order = wc_get_order( $order_id );
	$order->status = substr( $was, 3 );
	$order->save();
	if ( Site::$orders_are_posts ) do_action( 'untrashed_post', $order_id, $was );
}
/** As plugins do that renew, duplicate or split orders: all meta data of order and lines go along. */
function copy_order( $order_id, $status = 'processing' ) {
	$copy = wc_get_order( $order_id );
	$items = $copy->items;
	$copy->set_id( 0 );
	$copy->items = $copy->notes = $copy->refunds = array();
	foreach ( $items as $item ) $copy->add_item( clone $item );
	$copy->status = $status;
	$copy->save();
	return $copy->get_id();
}
/** As staff save the lines of an order: each line's own save, and no save of the order. */
function set_quantity( $order_id, $item_id, $quantity ) {
	$item = wc_get_order( $order_id )->items[ $item_id ];
	$item->quantity = $quantity;
	$item->save();
	do_action( 'woocommerce_saved_order_items', $order_id, array() );
}
function delete_order( $order_id ) {
	do_action( Site::$orders_are_posts ? 'before_delete_post' : 'woocommerce_before_delete_order', $order_id );
	unset( Site::$kept['orders'][ $order_id ] );
}
/** The order itself is not saved. */
function delete_order_item( $order_id, $item_id ) {
	do_action( 'woocommerce_before_delete_order_item', $item_id );
	$order = wc_get_order( $order_id );
	unset( $order->items[ $item_id ] );
	Site::$kept['orders'][ $order_id ] = serialize( $order );
}
function wc_get_order_id_by_order_key( $key ) {
	foreach ( Site::$kept['orders'] as $id => $one ) if ( unserialize( $one )->get_order_key() === $key ) return $id;
	return 0;
}
function wc_nocache_headers() { nocache_headers(); }
function wc_get_cart_url() { return home_url( '/cart' ); }
function is_cart() { return false; }
function wc_wp_theme_get_element_class_name( $element ) { return Site::$kept['block_theme'] ?? false ? 'wp-element-button' : ''; }
function wc_get_order_statuses() {
	return array( 'wc-pending' => 'Pending payment', 'wc-processing' => 'Processing', 'wc-on-hold' => 'On hold', 'wc-completed' => 'Completed', 'wc-cancelled' => 'Cancelled', 'wc-refunded' => 'Refunded', 'wc-failed' => 'Failed' );
}
function wc_add_notice( $text, $kind ) { Site::$notices[] = array( $kind, $text ); }
class WC_AJAX { public static function get_endpoint( $name ) { return '/?wc-ajax=' . $name; } }
function wc_get_logger() {
	return new class { public function info( $line, $context ) { Site::$log[] = $line; } };
}
function woocommerce_wp_select( $field ) {
	printf( '<select id="%s" name="%s">', esc_attr( $field['id'] ), esc_attr( $field['name'] ) );
	foreach ( $field['options'] as $value => $label ) printf( '<option value="%s"%s>%s</option>', esc_attr( $value ), (string) $value === $field['value'] ? ' selected' : '', esc_html( $label ) );
	printf( '</select><span>%s</span>', esc_html( $field['description'] ) );
}
function woocommerce_store_api_register_endpoint_data( $data ) { Site::$registered['store_api'][] = $data; }

/** Action Scheduler, with its trap: `unique` looks at hook and group alone. */
function scheduler_now() { return Site::$now ?? time(); }
function as_schedule_single_action( $at, $hook, $arguments = array(), $group = '', $unique = false ) {
	foreach ( $unique ? Site::$kept['actions'] : array() as $one ) if ( $one['hook'] === $hook && $one['group'] === $group ) return 0;
	$id = Site::id();
	Site::$kept['actions'][ $id ] = array( 'at' => $at - time() + scheduler_now(), 'hook' => $hook, 'arguments' => $arguments, 'group' => $group, 'every' => 0, 'runs' => false );
	return $id;
}
function as_schedule_recurring_action( $at, $every, $hook, $arguments = array(), $group = '' ) {
	$id = as_schedule_single_action( $at, $hook, $arguments, $group );
	Site::$kept['actions'][ $id ]['every'] = $every;
	return $id;
}
function as_has_scheduled_action( $hook, $arguments = null, $group = '' ) {
	foreach ( Site::$kept['actions'] as $one ) if ( $one['hook'] === $hook && ( null === $arguments || $one['arguments'] === $arguments ) && ( '' === $group || $one['group'] === $group ) ) return true;
	return false;
}
function as_get_scheduled_actions( $query, $as = 'objects' ) {
	$until = $query['date'] - time() + scheduler_now();
	return array_keys( array_filter( Site::$kept['actions'], function ( $one ) use ( $query, $until ) { return ! $one['runs'] && $one['hook'] === $query['hook'] && $one['arguments'] === $query['args'] && $one['at'] <= $until; } ) );
}
/** The time, true while it runs, or false. */
function as_next_scheduled_action( $hook, $arguments = null, $group = '' ) {
	foreach ( Site::$kept['actions'] as $one ) if ( $one['hook'] === $hook && ( null === $arguments || $one['arguments'] === $arguments ) && ( '' === $group || $one['group'] === $group ) ) return $one['at'];
	return false;
}
function as_unschedule_all_actions( $hook, $arguments = array(), $group = '' ) {
	foreach ( Site::$kept['actions'] as $id => $one ) if ( ! $one['runs'] && $one['hook'] === $hook && ( array() === $arguments || $one['arguments'] === $arguments ) && ( '' === $group || $one['group'] === $group ) ) unset( Site::$kept['actions'][ $id ] );
}
/** Runs what is due within so many seconds, in order of time, and what that schedules within them; gives how many ran. */
function run_actions( $within = 60, $most = 500 ) {
	// Each job is a request of its own, and so was what came before.
	do_action( 'shutdown' );
	$until = scheduler_now() + $within;
	for ( $ran = 0; $ran < $most; $ran++ ) {
		$due = array_filter( Site::$kept['actions'], function ( $one ) use ( $until ) { return $one['at'] <= $until; } );
		if ( array() === $due ) break;
		uasort( $due, function ( $a, $b ) { return $a['at'] <=> $b['at']; } );
		$id = array_key_first( $due );
		$one = $due[ $id ];
		if ( null !== Site::$now ) Site::$now = max( Site::$now, $one['at'] );
		if ( $one['every'] ) Site::$kept['actions'][ $id ]['at'] += $one['every'];
		// While it runs, the action is there still.
		Site::$kept['actions'][ $id ]['runs'] = true;
		do_action( $one['hook'], ...$one['arguments'] );
		do_action( 'shutdown' );
		Site::$kept['actions'][ $id ]['runs'] = false;
		if ( ! $one['every'] ) unset( Site::$kept['actions'][ $id ] );
	}
	if ( null !== Site::$now ) Site::$now = max( Site::$now, $until );
	return $ran;
}
}
