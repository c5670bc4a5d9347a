<?php
/**
 * A tiny shop for PHP's built-in server: the real plugin on the stubs, with carts and checkouts as WooCommerce documents
 * them. PLATEN_SHOP names the file in which it keeps everything between requests.
 */

// phpcs:disable

ini_set( 'display_errors', '0' );
$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
$plugin = dirname( __DIR__, 2 );

// What a web server gives without PHP.
$assets = array( '/wp-content/plugins/platen-for-woocommerce/assets/' => "$plugin/assets/", '/stub/' => __DIR__ . '/' );
foreach ( $assets as $prefix => $folder ) {
	if ( 0 === strpos( $path, $prefix ) && preg_match( '/^[a-z-]+\.(js|css)$/', substr( $path, strlen( $prefix ) ), $found ) ) {
		header( 'Content-Type: ' . ( 'js' === $found[1] ? 'text/javascript' : 'text/css' ) );
		readfile( $folder . $found[0] );
		return;
	}
}

define( 'ABSPATH', __DIR__ . '/' );
require dirname( __DIR__ ) . '/stubs/wordpress.php';
require dirname( __DIR__ ) . '/stubs/woocommerce.php';
Site::reset();
Site::$serves = true;
if ( isset( $_COOKIE['stub_guest'] ) ) Site::$may = array();
$file = getenv( 'PLATEN_SHOP' );
if ( is_file( $file ) ) Site::$kept = unserialize( file_get_contents( $file ) );
$faults = array();
set_error_handler( function ( $level, $message, $where, $line ) use ( &$faults ) {
	if ( error_reporting() & $level ) $faults[] = "$message in $where:$line";
	return true;
} );
register_shutdown_function( function () use ( $file, &$faults ) {
	do_action( 'shutdown' );
	$last = error_get_last();
	if ( null !== $last && $last['type'] & ( E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR ) ) $faults[] = $last['message'];
	Site::$kept['faults'] = array_merge( Site::$kept['faults'] ?? array(), $faults );
	file_put_contents( $file, serialize( Site::$kept ) );
} );

require "$plugin/platen-for-woocommerce.php";
require __DIR__ . '/orders.php';
foreach ( array( 'before_woocommerce_init', 'plugins_loaded', 'init', 'woocommerce_blocks_loaded', 'wp_enqueue_scripts' ) as $name ) do_action( $name );

function say( $value, $status = 200 ) { wp_send_json( $value, $status ); }

/** A theme: plain, with the notices on top and its scripts at the end. */
function page( $title, $body, $style = '' ) {
	header( 'Content-Type: text/html; charset=utf-8' );
	$notices = WC()->session->get( 'notices', array() );
	WC()->session->set( 'notices', array() );
	ob_start();
	wp_head();
	$head = ob_get_clean();
	ob_start();
	wp_footer();
	$body .= ob_get_clean();
	echo '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>' . esc_html( $title ) . "</title><meta name=\"viewport\" content=\"width=device-width\"><style>body{font:16px/1.5 system-ui;margin:2rem;max-width:40rem}form>*{margin:.5rem 0}$style</style>$head</head><body class=\"woocommerce woocommerce-page\"><h1>" . esc_html( $title ) . '</h1>';
	foreach ( $notices as $one ) echo '<ul class="woocommerce-error" role="alert"><li>' . esc_html( $one[1] ) . '</li></ul>';
	echo $body . '<script src="/stub/theme.js"></script></body></html>';
	exit;
}
function leave( $to ) {
	WC()->session->set( 'notices', Site::$notices );
	header( "Location: $to", true, 302 );
	exit;
}
function product_of( $data ) { return (int) ( $data['add-to-cart'] ?? $data['product_id'] ?? 0 ); }
function cart_rows() {
	$rows = array();
	$extend = end( Site::$registered['store_api'] )['data_callback'];
	foreach ( WC()->cart->get_cart() as $key => $line ) {
		ob_start();
		do_action( 'woocommerce_after_cart_item_name', $line, $key );
		$rows[] = array( 'link' => ob_get_clean(), 'extensions' => array( 'pp' => $extend( $line ) ), 'quantity' => $line['quantity'], 'product' => $line['product_id'], 'variation' => $line['variation_id'], 'fill' => $line['pp_fill_id'] ?? null, 'item_data' => apply_filters( 'woocommerce_get_item_data', array(), $line ), 'thumbnail' => apply_filters( 'woocommerce_cart_item_thumbnail', '<img alt="Card">', $line ), 'images' => apply_filters( 'woocommerce_store_api_cart_item_images', array(), $line ) );
	}
	return $rows;
}

$ajax = $_GET['wc-ajax'] ?? '';
if ( 'add_to_cart' === $ajax ) {
	$key = WC()->cart->add_classic( product_of( $_POST ), (int) ( $_POST['quantity'] ?? 1 ), (int) ( $_POST['variation_id'] ?? 0 ), $_POST );
	if ( false === $key ) say( array( 'error' => true, 'notices' => Site::$notices ) );
	say( array( 'fragments' => array(), 'cart_hash' => md5( $key ) ) );
}
if ( '' !== $ajax ) {
	do_action( "wc_ajax_$ajax" );
	say( array( 'error' => 'no such action' ), 400 );
}

switch ( $_SERVER['REQUEST_METHOD'] . ' ' . preg_replace( '#\d+#', 'N', $path ) ) {
	case 'POST /stub-set-up':
		$given = json_decode( file_get_contents( 'php://input' ), true );
		Site::$kept['home'] = $given['home'];
		foreach ( $given['products'] as $one ) {
			$product = wc_get_product( $one['id'] ) ?: new WC_Product();
			Site::$kept['next'] = $one['id'];
			$product->type = $one['type'];
			$product->name = $one['name'];
			$product->parent = $one['parent'] ?? 0;
			$product->children = $one['children'] ?? array();
			$product->save();
		}
		Site::$kept['next'] = 5000;
		say( array( 'ok' => true ) );
	case 'POST /stub-connect':
		$given = json_decode( file_get_contents( 'php://input' ), true );
		Site::$kept['home'] = $given['home'];
		update_option( 'platen_settings', array( 'service_url' => $given['service_url'], 'secret_key' => Platen\WooCommerce\Secrets::seal( $given['secret_key'] ) ), true );
		say( array( 'shop' => ( new Platen\WooCommerce\Settings() )->shop() ) );
	case 'PUT /stub-orders/N':
	case 'DELETE /stub-orders/N':
		// As it stands now, and told at once: the pause after a change is over.
		$given = json_decode( file_get_contents( 'php://input' ), true );
		$id    = (int) basename( $path );
		if ( 'DELETE' === $_SERVER['REQUEST_METHOD'] ) {
			trash_order( $id );
			delete_order( $id );
		} else {
			map_products( $given['templates'] );
			put_order( $id, $given['order'] );
		}
		say( array( 'ran' => run_actions( Platen\WooCommerce\Outbox::PAUSE ) ) );
	case 'POST /stub-look/N':
		say( look_at_order( (int) basename( $path ) ) );
	case 'POST /stub-erase':
		say( erase_person( json_decode( file_get_contents( 'php://input' ), true )['email'] ) );
	case 'POST /stub-run':
		say( array( 'ran' => run_actions( (int) ( $_GET['within'] ?? 0 ) ) ) );
	case 'GET /stub-state':
		$orders = array();
		foreach ( array_keys( Site::$kept['orders'] ) as $id ) {
			$order = wc_get_order( $id );
			$lines = array();
			// The plugin keeps its facts in lists of one.
			foreach ( $order->get_items() as $item ) $lines[ $item->get_id() ] = array_map( function ( $value ) { return is_array( $value ) ? reset( $value ) : $value; }, $item->all_meta() ) + array( 'quantity' => $item->get_quantity() );
			$orders[ $id ] = array( 'status' => $order->get_status(), 'lines' => $lines, 'notes' => $order->notes );
		}
		say( array( 'orders' => (object) $orders, 'actions' => count( Site::$kept['actions'] ), 'faults' => Site::$kept['faults'] ?? array(), 'options' => Site::$kept['options'] ) );
	case 'POST /stub-phone-order':
		// Made by staff: a card without a design.
		$order = new WC_Order();
		$item  = new WC_Order_Item_Product();
		$item->product_id = 11;
		$item->name = 'Business card';
		$order->add_item( $item );
		$order->save();
		$order->update_status( 'processing' );
		say( array( 'order' => (string) $order->get_id(), 'link' => Platen\WooCommerce\Design_Page::url( Platen\WooCommerce\Line::all( $order )[0] ) ) );
	case 'POST /stub-order/N':
		$id = (int) basename( $path );
		$order = wc_get_order( $id );
		if ( isset( $_GET['refund'] ) ) refund_order( $id, json_decode( $_GET['refund'], true ) );
		else $order->update_status( $_GET['status'] );
		say( array( 'ok' => true ) );

	case 'GET /':
		do_action( 'template_redirect' );
		page( 'Home', '' );
	case 'GET /product/N':
		// What WooCommerce gives to every theme that brings no styles of its own for it; block themes are such.
		$style = '.woocommerce img,.woocommerce-page img{height:auto;max-width:100%}.woocommerce div.product form.cart .button{vertical-align:middle;float:left}.woocommerce div.product form.cart::after{content:" ";display:table;clear:both}.woocommerce div.product form.cart div.quantity{float:left;margin:0 4px 0 0}.wp-element-button{background:#111;color:#fff;border:0;padding:1rem 2.25rem;font:inherit}';
		Site::$kept['block_theme'] = isset( $_GET['block'] );
		$product = $GLOBALS['product'] = wc_get_product( (int) basename( $path ) );
		ob_start();
		echo '<div class="product"><form class="' . ( isset( $_GET['block'] ) ? 'wp-block-add-to-cart-with-options ' : '' ) . 'cart' . ( ! isset( $_GET['block'] ) && $product->is_type( 'variable' ) ? ' variations_form' : '' ) . '" action="' . esc_attr( $path ) . '" method="post"' . ( isset( $_GET['ajax'] ) ? ' data-ajax' : '' ) . '>';
		if ( $product->is_type( 'variable' ) ) {
			echo '<label>Paper <select name="attribute_paper"><option value="">Choose</option>';
			foreach ( $product->get_children() as $id ) echo "<option value=\"$id\">" . esc_html( wc_get_product( $id )->get_name() ) . '</option>';
			echo '</select></label><input type="hidden" name="variation_id" value="0"><input type="hidden" name="product_id" value="' . $product->get_id() . '">';
		}
		do_action( 'woocommerce_before_add_to_cart_button' );
		echo '<div class="quantity"><label>Quantity <input name="quantity" type="number" value="1"></label></div><button type="submit" class="single_add_to_cart_button button alt' . ( isset( $_GET['block'] ) ? ' wp-element-button' : '' ) . '" name="add-to-cart" value="' . $product->get_id() . '">Add to cart</button></form></div>';
		echo '<button id="block-add" data-id="' . $product->get_id() . '">Add by block</button>';
		page( $product->get_name(), ob_get_clean(), $style );
	case 'POST /product/N':
		$added = WC()->cart->add_classic( (int) basename( $path ), (int) $_POST['quantity'], (int) ( $_POST['variation_id'] ?? 0 ), $_POST );
		leave( false === $added ? $path : '/cart' );
	case 'POST /wp-json/wc/store/vN/cart/add-item':
		$given = json_decode( file_get_contents( 'php://input' ), true );
		try {
			WC()->cart->add_store_api( (int) $given['id'], (int) $given['quantity'], $given );
			say( array( 'items' => cart_rows() ), 201 );
		} catch ( Automattic\WooCommerce\StoreApi\Exceptions\RouteException $refused ) {
			say( array( 'code' => $refused->error_code, 'message' => $refused->getMessage() ), $refused->getCode() );
		}
	case 'GET /wp-json/wc/store/vN/cart':
		say( array( 'items' => cart_rows() ) );
	case 'GET /cart':
		$body = '<table>';
		foreach ( cart_rows() as $row ) {
			$body .= "<tr data-fill=\"{$row['fill']}\"><td>{$row['thumbnail']}</td><td>{$row['quantity']}</td><td>";
			foreach ( $row['item_data'] as $fact ) $body .= esc_html( $fact['key'] . ': ' . $fact['value'] );
			$body .= "{$row['link']}</td></tr>";
		}
		page( 'Cart', $body . '</table><form action="/checkout" method="post"><button>Pay on delivery</button></form>' );
	case 'GET /block-cart':
	case 'GET /block-mini-cart':
	case 'GET /block-checkout':
		// Rows that the block's script draws from the store, and plain text within them.
		$block = substr( $path, strlen( '/block-' ) );
		$html  = 'checkout' === $block ? '<div class="wc-block-components-order-summary"></div>' : "<table class=\"wc-block-cart-items wc-block-$block-items\"></table>";
		if ( 'mini-cart' === $block ) $html = apply_filters( 'render_block_woocommerce/mini-cart', $html );
		else do_action( "woocommerce_blocks_enqueue_{$block}_block_scripts_after" );
		page( 'Cart', $html . '<script src="/stub/block-cart.js"></script>' );
	case 'GET /order-again/N':
		WC()->cart->order_again( (int) basename( $path ) );
		leave( '/cart' );
	case 'POST /checkout':
		do_action( 'woocommerce_check_cart_items' );
		if ( array() !== Site::$notices ) leave( '/cart' );
		$begun = hrtime( true );
		$id = WC()->cart->check_out( $_GET['status'] ?? 'processing' );
		header( 'X-Checkout-Ms: ' . round( ( hrtime( true ) - $begun ) / 1e6 ) );
		leave( "/order-received/$id" );
	case 'GET /order-received/N':
		$order = wc_get_order( (int) basename( $path ) );
		ob_start();
		foreach ( $order->get_items() as $id => $item ) do_action( 'woocommerce_order_item_meta_end', $id, $item, $order, false );
		page( 'Thank you', '<p id="order">' . $order->get_id() . '</p>' . ob_get_clean() );

	case 'GET /wp-admin/order/N':
		$order = wc_get_order( (int) basename( $path ) );
		do_action( 'add_meta_boxes', 'woocommerce_page_wc-orders', $order );
		ob_start();
		foreach ( Site::$registered['boxes'] ?? array() as $box ) {
			echo '<h2>' . esc_html( $box[0] ) . '</h2>';
			$box[1]( $order );
		}
		page( 'Order ' . $order->get_id(), ob_get_clean() );
	case 'GET /wp-admin/admin.php':
		do_action( 'admin_menu' );
		ob_start();
		do_action( 'admin_notices' );
		Site::$registered['pages']['platen'][1]();
		page( 'Settings', ob_get_clean() );
	case 'GET /wp-admin/edit-product/N':
		$GLOBALS['post'] = (object) array( 'ID' => (int) basename( $path ) );
		ob_start();
		do_action( 'admin_notices' );
		do_action( 'woocommerce_product_options_general_product_data' );
		foreach ( wc_get_product( (int) basename( $path ) )->get_children() as $at => $id ) do_action( 'woocommerce_product_after_variable_attributes', $at, array(), (object) array( 'ID' => $id ) );
		page( 'Edit product', '<form method="post">' . ob_get_clean() . '<button>Update</button></form>' );
	case 'POST /wp-admin/edit-product/N':
		do_action( 'woocommerce_process_product_meta', (int) basename( $path ) );
		foreach ( wc_get_product( (int) basename( $path ) )->get_children() as $at => $id ) do_action( 'woocommerce_save_product_variation', $id, $at );
		leave( $path );
	case 'GET /wp-admin/admin-post.php':
	case 'POST /wp-admin/admin-post.php':
		do_action( 'admin_post_' . ( $_REQUEST['action'] ?? '' ) );
		exit;
	case 'GET /favicon.ico':
		http_response_code( 204 );
		exit;
}
http_response_code( 404 );
