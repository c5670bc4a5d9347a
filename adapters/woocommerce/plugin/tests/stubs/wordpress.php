<?php
/** Of WordPress what the plugin uses, made for its tests: the same names, and the behaviour that matters here. */

// phpcs:disable

/** Everything that a site keeps; a test begins with an empty one, and the stub shop reads it from a file. */
final class Site {
	/** @var array */
	public static $hooks = array();
	/** @var array What lasts from request to request. */
	public static $kept = array();
	/** @var callable|null Answers requests: (method, url, arguments) -> array|WP_Error; null asks the network. */
	public static $http;
	/** @var array Requests that were sent, newest last. */
	public static $sent = array();
	/** @var array What the user may. */
	public static $may = array( 'manage_woocommerce', 'edit_shop_orders', 'edit_post', 'activate_plugins' );
	/** @var array Scripts and styles that the page wants. */
	public static $enqueued = array();
	/** @var array Shop notices of this request. */
	public static $notices = array();
	/** @var array Meta boxes, menu pages, endpoint data and policies that were registered. */
	public static $registered = array();
	/** @var array Lines of the log. */
	public static $log = array();
	/** @var bool Whether answers are sent and the request ends, as in a real site. */
	public static $serves = false;
	/** @var bool */
	public static $multisite = false;
	/** @var bool Whether orders are posts, as before they had tables of their own. */
	public static $orders_are_posts = false;
	/** @var int */
	public static $blog = 1;
	/** @var int|null What time() is for the scheduler; null for the real one. */
	public static $now;

	public static function reset(): void {
		self::$did = self::$hooks = self::$sent = self::$enqueued = self::$notices = self::$registered = self::$log = array();
		self::$kept = array(
			'options' => array(), 'autoload' => array(), 'transients' => array(), 'postmeta' => array(), 'attachments' => array(),
			'products' => array(), 'orders' => array(), 'actions' => array(), 'sessions' => array(), 'next' => 100,
		);
		self::$may = array( 'manage_woocommerce', 'edit_shop_orders', 'edit_post', 'activate_plugins' );
		self::$http = null;
		self::$multisite = self::$orders_are_posts = false;
		self::$blog = 1;
		self::$now = null;
		self::begin_request();
	}

	/** @var array How often each action ran. */
	public static $did = array();

	/** @var int Queries of this request that read products or their meta. */
	public static $queries = 0;
	/** @var array What this request has in its cache. */
	private static $read = array();

	public static function read( string $kind, array $ids ): void {
		$new = array_diff( $ids, self::$read[ $kind ] ?? array() );
		if ( array() === $new ) return;
		self::$queries++;
		self::$read[ $kind ] = array_merge( self::$read[ $kind ] ?? array(), $new );
	}

	public static function begin_request(): void {
		self::$queries = 0;
		self::$read = array();
	}

	public static function id(): int {
		return self::$kept['next']++;
	}
}

/** Stands for the end of a request. */
class Ended extends Exception {
	public $kind;
	public $what;
	public function __construct( string $kind, $what, int $status = 0 ) {
		parent::__construct( $kind . ' ' . ( is_string( $what ) ? $what : json_encode( $what ) ), $status );
		$this->kind = $kind;
		$this->what = $what;
	}
}

const DAY_IN_SECONDS = 86400;
const HOUR_IN_SECONDS = 3600;
const MINUTE_IN_SECONDS = 60;
const ARRAY_A = 'ARRAY_A';

function add_filter( $name, $call, $priority = 10, $arguments = 1 ) {
	Site::$hooks[ $name ][ $priority ][] = array( $call, $arguments );
	return true;
}
function add_action( $name, $call, $priority = 10, $arguments = 1 ) { return add_filter( $name, $call, $priority, $arguments ); }
function remove_filter( $name, $call, $priority = 10 ) {
	foreach ( Site::$hooks[ $name ][ $priority ] ?? array() as $at => $one ) {
		if ( $one[0] === $call ) unset( Site::$hooks[ $name ][ $priority ][ $at ] );
	}
	return true;
}
function apply_filters( $name, $value = null, ...$more ) {
	$calls = Site::$hooks[ $name ] ?? array();
	ksort( $calls );
	foreach ( $calls as $same ) foreach ( $same as $one ) $value = $one[0]( ...array_slice( array_merge( array( $value ), $more ), 0, $one[1] ) );
	return $value;
}
function did_action( $name ) { return Site::$did[ $name ] ?? 0; }
function do_action( $name, ...$given ) {
	Site::$did[ $name ] = did_action( $name ) + 1;
	$calls = Site::$hooks[ $name ] ?? array();
	ksort( $calls );
	foreach ( $calls as $same ) foreach ( $same as $one ) $one[0]( ...array_slice( $given, 0, max( 0, $one[1] ) ) );
}
/** Its action says whether the plugin is switched off in a whole network. */
function register_deactivation_hook( $file, $call ) { add_action( 'deactivate', $call ); }
function plugin_basename( $file ) { return 'platen-for-woocommerce/' . basename( $file ); }
function plugins_url( $path, $file ) { return 'http://shop.test/wp-content/plugins/platen-for-woocommerce/' . ltrim( $path, '/' ); }

/** Words in another language where a test has given some. */
function __( $text, $domain = 'default' ) {
	if ( 'platen-for-woocommerce' !== $domain ) throw new LogicException( "The text domain is $domain." );
	return Site::$registered['words'][ $text ] ?? $text;
}
function _n( $one, $many, $count, $domain = 'default' ) { return __( 1 === $count ? $one : $many, $domain ); }
function esc_html( $text ) { return htmlspecialchars( (string) $text, ENT_QUOTES, 'UTF-8' ); }
function esc_attr( $text ) { return esc_html( $text ); }
function esc_html__( $text, $domain = 'default' ) { return esc_html( __( $text, $domain ) ); }
function esc_attr__( $text, $domain = 'default' ) { return esc_attr( __( $text, $domain ) ); }
function esc_url_raw( $url, $protocols = array( 'http', 'https' ) ) {
	$scheme = parse_url( trim( $url ), PHP_URL_SCHEME );
	return null === $scheme || in_array( strtolower( (string) $scheme ), $protocols, true ) ? trim( $url ) : '';
}
function esc_url( $url ) { return htmlspecialchars( esc_url_raw( (string) $url ), ENT_QUOTES, 'UTF-8' ); }
function wp_kses_post( $html ) { return $html; }
function wpautop( $text ) { return "<p>$text</p>"; }
function sanitize_text_field( $text ) { return trim( preg_replace( '/[\r\n\t ]+/', ' ', strip_tags( (string) $text ) ) ); }
function sanitize_key( $key ) { return preg_replace( '/[^a-z0-9_\-]/', '', strtolower( (string) $key ) ); }
function sanitize_email( $email ) { return filter_var( $email, FILTER_VALIDATE_EMAIL ) ? $email : ''; }
function wp_unslash( $value ) { return is_array( $value ) ? array_map( 'wp_unslash', $value ) : ( is_string( $value ) ? stripslashes( $value ) : $value ); }
function absint( $value ) { return abs( (int) $value ); }
function wp_json_encode( $value ) { return json_encode( $value ); }
function wp_parse_url( $url ) { return parse_url( $url ); }
function wp_salt( $scheme ) { return 'salt of the site for ' . $scheme . ( Site::$kept['salt'] ?? '' ); }

function get_option( $name, $default = false ) { return Site::$kept['options'][ Site::$blog ][ $name ] ?? $default; }
function update_option( $name, $value, $autoload = null ) {
	Site::$kept['options'][ Site::$blog ][ $name ] = $value;
	Site::$kept['autoload'][ $name ] = $autoload;
	return true;
}
function wp_set_option_autoload( $name, $autoload ) { Site::$kept['autoload'][ $name ] = $autoload; return true; }
function wp_load_alloptions() {
	return array_filter( Site::$kept['options'][ Site::$blog ] ?? array(), function ( $name ) { return true === ( Site::$kept['autoload'][ $name ] ?? true ); }, ARRAY_FILTER_USE_KEY );
}
function delete_option( $name ) { unset( Site::$kept['options'][ Site::$blog ][ $name ] ); return true; }
function get_transient( $name ) { return Site::$kept['transients'][ Site::$blog ][ $name ] ?? false; }
function set_transient( $name, $value, $seconds ) { Site::$kept['transients'][ Site::$blog ][ $name ] = $value; return true; }
function delete_transient( $name ) { unset( Site::$kept['transients'][ Site::$blog ][ $name ] ); return true; }
/** One query for all that were not read yet, as WordPress does it. */
function update_meta_cache( $kind, $ids ) { Site::read( 'meta', $ids ); }
function get_post_meta( $id, $name, $single ) {
	Site::read( 'meta', array( $id ) );
	if ( isset( Site::$kept['products'][ $id ] ) ) return unserialize( Site::$kept['products'][ $id ] )->get_meta( $name );
	return Site::$kept['postmeta'][ $id ][ $name ] ?? '';
}
function update_post_meta( $id, $name, $value ) { Site::$kept['postmeta'][ $id ][ $name ] = $value; return true; }

function delete_post_meta_by_key( $name ) {
	foreach ( Site::$kept['products'] as $id => $one ) { $product = unserialize( $one ); $product->delete_meta_data( $name ); Site::$kept['products'][ $id ] = serialize( $product ); }
	foreach ( Site::$kept['postmeta'] as $id => $meta ) { unset( Site::$kept['postmeta'][ $id ][ $name ] ); }
	Site::$kept['postmeta'] = array_filter( Site::$kept['postmeta'] );
}
/** Ids of products or attachments that carry a meta key. */
function get_posts( $query ) {
	if ( array( 'attachment' ) === $query['post_type'] ) return array_keys( array_filter( Site::$kept['postmeta'], function ( $meta ) use ( $query ) { return isset( $meta[ $query['meta_key'] ] ); } ) );
	return array_keys( array_filter( Site::$kept['products'], function ( $one ) use ( $query ) { return '' !== unserialize( $one )->get_meta( $query['meta_key'] ); } ) );
}
function get_users( $query ) { return array( 7 ); }
function is_multisite() { return Site::$multisite; }
function get_current_blog_id() { return Site::$blog; }
function get_sites( $query ) { return array_keys( Site::$kept['options'] ); }
function switch_to_blog( $id ) { Site::$registered['blogs'][] = Site::$blog; Site::$blog = $id; }
function restore_current_blog() { Site::$blog = array_pop( Site::$registered['blogs'] ); }
function home_url( $path = '' ) { return ( Site::$kept['home'] ?? 'https://shop.test' ) . $path; }
function admin_url( $path = '' ) { return home_url( '/wp-admin/' . $path ); }
function is_ssl() { return 0 === strpos( home_url(), 'https://' ); }
function add_query_arg( ...$given ) {
	list( $query, $url ) = is_array( $given[0] ) ? $given : array( array( $given[0] => $given[1] ), $given[2] );
	return $url . ( false === strpos( $url, '?' ) ? '?' : '&' ) . http_build_query( $query );
}
function wp_create_nonce( $action ) { return substr( hash( 'sha256', "nonce $action" ), 0, 10 ); }
function wp_nonce_url( $url, $action ) { return add_query_arg( '_wpnonce', wp_create_nonce( $action ), $url ); }
function wp_nonce_field( $action ) { echo '<input type="hidden" name="_wpnonce" value="' . wp_create_nonce( $action ) . '">'; }
function check_admin_referer( $action ) {
	if ( wp_create_nonce( $action ) !== ( $_REQUEST['_wpnonce'] ?? '' ) ) wp_die( 'The link has expired.', '', array( 'response' => 403 ) );
	return 1;
}
function current_user_can( $capability, ...$object ) { return in_array( $capability, Site::$may, true ); }
function get_current_user_id() { return 7; }

function wp_die( $message = '', $title = '', $arguments = array() ) {
	if ( Site::$serves ) { http_response_code( $arguments['response'] ?? 500 ); echo $message; exit; }
	throw new Ended( 'died', $message, $arguments['response'] ?? 500 );
}
function wp_redirect( $url ) {
	if ( Site::$serves ) { header( "Location: $url", true, 302 ); return true; }
	throw new Ended( 'redirected', $url );
}
function wp_get_referer() { return Site::$kept['referer'] ?? false; }
function wp_safe_redirect( $url ) { return wp_redirect( $url ); }
function wp_send_json( $value, $status = 200 ) {
	if ( Site::$serves ) { http_response_code( $status ); header( 'Content-Type: application/json' ); echo json_encode( $value ); exit; }
	throw new Ended( 'sent', $value, $status );
}
function nocache_headers() { if ( Site::$serves ) header( 'Cache-Control: no-store' ); }

class WP_Error {
	public $code;
	public $message;
	public function __construct( $code = '', $message = '' ) { $this->code = $code; $this->message = $message; }
}
function is_wp_error( $value ) { return $value instanceof WP_Error; }

/** As WordPress does it: loopback and private hosts and odd ports are refused unless a filter lets them through. */
function wp_safe_remote_request( $url, $arguments ) {
	$parts = parse_url( $url );
	$host  = strtolower( $parts['host'] );
	$local = 1 === preg_match( '/^(localhost|.*\.localhost|127\.|10\.|192\.168\.)/', $host );
	if ( $local && ! apply_filters( 'http_request_host_is_external', false, $host, $url ) ) return new WP_Error( 'http_request_not_executed', 'A valid URL was not provided.' );
	$port = $parts['port'] ?? ( 'https' === $parts['scheme'] ? 443 : 80 );
	if ( ! in_array( $port, apply_filters( 'http_allowed_safe_ports', array( 80, 443, 8080 ), $host, $url ), true ) ) return new WP_Error( 'http_request_not_executed', 'A valid URL was not provided.' );
	Site::$sent[] = array( 'method' => $arguments['method'], 'url' => $url, 'path' => $parts['path'] ?? '', 'query' => $parts['query'] ?? '', 'body' => isset( $arguments['body'] ) ? json_decode( $arguments['body'], true ) : null, 'headers' => $arguments['headers'], 'timeout' => $arguments['timeout'], 'redirection' => $arguments['redirection'] );
	return null === Site::$http ? ask_network( $url, $arguments ) : ( Site::$http )( $arguments['method'], preg_replace( '#^https?://[^/]+#', '', $url ), end( Site::$sent ) );
}
function ask_network( $url, $arguments ) {
	$lines = array( 'Connection: close' );
	foreach ( $arguments['headers'] as $name => $value ) $lines[] = "$name: $value";
	$context = stream_context_create( array( 'http' => array( 'method' => $arguments['method'], 'header' => $lines, 'content' => (string) $arguments['body'], 'timeout' => $arguments['timeout'], 'ignore_errors' => true, 'follow_location' => 0 ) ) );
	$body = @file_get_contents( str_replace( '://platen.localhost', '://127.0.0.1', $url ), false, $context );
	if ( false === $body ) return new WP_Error( 'http_request_failed', 'no answer' );
	$headers = array();
	foreach ( array_slice( $http_response_header, 1 ) as $line ) { list( $name, $value ) = explode( ':', $line, 2 ) + array( '', '' ); $headers[ strtolower( trim( $name ) ) ] = trim( $value ); }
	return array( 'status' => (int) explode( ' ', $http_response_header[0] )[1], 'headers' => $headers, 'body' => $body );
}
function wp_remote_retrieve_body( $answer ) { return $answer['body'] ?? ''; }
function wp_remote_retrieve_response_code( $answer ) { return $answer['status'] ?? 0; }
function wp_remote_retrieve_header( $answer, $name ) { return $answer['headers'][ $name ] ?? ''; }

function sanitize_title( $text ) { return trim( preg_replace( '/[^a-z0-9]+/', '-', strtolower( (string) $text ) ), '-' ); }
function get_locale() { return Site::$kept['locale'] ?? 'en_US'; }
function wp_date( $format, $at ) { return gmdate( $format, $at ); }
function is_admin() { return true; }
function wp_register_style( $name, $url, $needs, $version ) { Site::$registered['styles'][ $name ] = $url; }
function wp_register_script( $name, $url, $needs, $version, $last ) { Site::$registered['scripts'][ $name ] = $url; Site::$registered['needs'][ $name ] = $needs; }
function wp_localize_script( $name, $object, $values ) { Site::$registered['localized'][ $name ] = "var $object = " . json_encode( $values ); }
function rest_url( $path = '' ) { return home_url( '/wp-json/' . $path ); }
function wp_enqueue_style( $name, $url = '', $needs = array(), $version = '' ) { Site::$enqueued[] = $name; if ( '' !== $url ) wp_register_style( $name, $url, $needs, $version ); }
function wp_enqueue_script( $name, $url = '', $needs = array(), $version = '', $last = false ) { array_push( Site::$enqueued, ...( Site::$registered['needs'][ $name ] ?? array() ), ...array( $name ) ); if ( '' !== $url ) wp_register_script( $name, $url, $needs, $version, $last ); }
function add_meta_box( $id, $title, $call, $screen ) { Site::$registered['boxes'][ $id ] = array( $title, $call, $screen ); }
function add_submenu_page( $parent, $title, $menu, $capability, $slug, $call ) { Site::$registered['pages'][ $slug ] = array( $capability, $call, $menu ); return 'admin_page_' . $slug; }
function wp_add_privacy_policy_content( $name, $text ) { Site::$registered['policy'] = $text; }

function wp_tempnam( $name ) { return tempnam( sys_get_temp_dir(), 'platen' ); }
function wp_delete_file( $path ) { @unlink( $path ); }
function media_handle_sideload( $file, $post, $title ) {
	if ( ! preg_match( '/\.(png|jpe?g|gif|webp)$/', $file['name'] ) || ! empty( Site::$kept['media_full'] ) ) return new WP_Error( 'upload', 'Sorry, you are not allowed to upload this file type.' );
	$id = Site::id();
	Site::$kept['attachments'][ $id ] = array( 'post' => $post, 'title' => $title, 'name' => $file['name'], 'sha256' => hash_file( 'sha256', $file['tmp_name'] ) );
	unlink( $file['tmp_name'] );
	return $id;
}
function wp_delete_attachment( $id, $force ) { unset( Site::$kept['attachments'][ $id ], Site::$kept['postmeta'][ $id ] ); }

/** What a theme and plugins put into a page's head, and before its end. */
function wp_head() {
	if ( '' !== ( $title = apply_filters( 'pre_get_document_title', '' ) ) ) echo '<title>' . esc_html( $title ) . '</title>';
	foreach ( array_unique( Site::$enqueued ) as $name ) if ( isset( Site::$registered['styles'][ $name ] ) ) echo '<link rel="stylesheet" href="' . parse_url( Site::$registered['styles'][ $name ], PHP_URL_PATH ) . '">';
}
function wp_footer() {
	foreach ( array_unique( Site::$enqueued ) as $name ) {
		if ( isset( Site::$registered['localized'][ $name ] ) ) echo '<script>' . Site::$registered['localized'][ $name ] . '</script>';
		if ( isset( Site::$registered['scripts'][ $name ] ) ) echo '<script src="' . parse_url( Site::$registered['scripts'][ $name ], PHP_URL_PATH ) . '"></script>';
	}
}
function wp_body_open() {}
function body_class( $names ) { echo 'class="' . esc_attr( $names ) . '"'; }
function language_attributes() { echo 'lang="en"'; }
function get_bloginfo( $name ) { return 'charset' === $name ? 'UTF-8' : 'Stub shop'; }
function status_header( $status ) { Site::$registered['status'] = $status; if ( Site::$serves ) http_response_code( $status ); }
