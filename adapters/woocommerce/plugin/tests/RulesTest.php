<?php
/** Rules for every file: PHP 7.4, no SQL, no inner parts of WooCommerce, checks and escaping, words that can be translated. */

// phpcs:disable

use PHPUnit\Framework\TestCase;

final class RulesTest extends TestCase {

	private function root() {
		return dirname( __DIR__ );
	}

	private function files() {
		$found = array_merge( glob( $this->root() . '/*.php' ), glob( $this->root() . '/*/*.php' ) );
		return array_filter( $found, function ( $path ) { return false === strpos( $path, '/tests/' ); } );
	}

	private function code( $path ) {
		$code = '';
		foreach ( token_get_all( file_get_contents( $path ) ) as $token ) {
			$code .= is_array( $token ) ? ( in_array( $token[0], array( T_COMMENT, T_DOC_COMMENT ), true ) ? '' : $token[1] ) : $token;
		}
		return $code;
	}

	public function test_the_header_says_all_that_wordpress_reads() {
		$header = file_get_contents( $this->root() . '/platen-for-woocommerce.php' );
		foreach ( array( 'Plugin Name', 'Description', 'Version', 'Requires at least', 'Requires PHP: 7.4', 'Requires Plugins: woocommerce', 'WC requires at least', 'WC tested up to', 'License: GPL-2.0-or-later', 'Text Domain: platen-for-woocommerce', 'Domain Path: /languages' ) as $field ) {
			$this->assertStringContainsString( $field, $header );
		}
		preg_match( '/Version: (\S+)/', $header, $version );
		$this->assertSame( $version[1], Platen\WooCommerce\VERSION );
		$this->assertStringContainsString( 'Stable tag: ' . $version[1], file_get_contents( $this->root() . '/readme.txt' ) );
	}

	public function test_orders_are_declared_to_be_read_by_woocommerce_alone_and_blocks_to_work() {
		Platen\WooCommerce\Plugin::declare_compatibility();
		$this->assertSame( array( 'custom_order_tables' => true, 'cart_checkout_blocks' => true ), Automattic\WooCommerce\Utilities\FeaturesUtil::$declared );
	}

	public function test_no_file_speaks_with_the_database_or_with_inner_parts_of_woocommerce() {
		foreach ( $this->files() as $path ) {
			// The names of hooks of WordPress' own lists.
			$code = preg_replace( "/'manage_[a-z_-]*shop_order_[a-z_]*'/", "''", $this->code( $path ) );
			// Removing reads products and pictures, where WooCommerce may be gone, and no order.
			if ( 'uninstall.php' === basename( $path ) ) $code = preg_replace( '/get_posts|(delete|get)_post_meta(_by_key)?/', '', $code );
			foreach ( array( '$wpdb', 'WooCommerce\\Internal', 'get_posts', 'WP_Query', 'shop_order_', 'eval(', 'unserialize(', 'create_function', 'extract(', 'curl_', 'file_get_contents', 'error_log', 'var_dump', 'print_r' ) as $word ) {
				$this->assertStringNotContainsString( $word, $code, $path );
			}
			// Post meta belongs to attachments: products and orders have functions of their own, save one to read many variations at once.
			if ( 'class-mappings.php' === basename( $path ) ) $code = str_replace( 'get_post_meta( $id, self::TEMPLATE, true )', '', $code );
			if ( false === strpos( $path, 'class-imagery' ) ) $this->assertStringNotContainsString( 'post_meta', $code, $path );
		}
	}

	public function test_every_file_refuses_to_be_opened_by_itself() {
		foreach ( $this->files() as $path ) {
			if ( 'index.php' === basename( $path ) ) continue;
			$this->assertMatchesRegularExpression( "/defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;/", file_get_contents( $path ), $path );
		}
		foreach ( array( '', '/includes', '/assets', '/languages' ) as $folder ) $this->assertFileExists( $this->root() . $folder . '/index.php' );
	}

	public function test_the_code_is_php_7_4() {
		$newer = array_filter( array( 'T_MATCH', 'T_ENUM', 'T_READONLY', 'T_NULLSAFE_OBJECT_OPERATOR', 'T_ATTRIBUTE', 'T_NAME_QUALIFIED_NEVER' ), 'defined' );
		$newer = array_map( 'constant', $newer );
		foreach ( $this->files() as $path ) {
			foreach ( token_get_all( file_get_contents( $path ) ) as $token ) {
				if ( is_array( $token ) ) $this->assertNotContains( $token[0], $newer, "$path:" . $token[2] . ': ' . $token[1] );
			}
			$code = $this->code( $path );
			$this->assertDoesNotMatchRegularExpression( '/\b(str_contains|str_starts_with|str_ends_with|array_is_list|get_debug_type|array_find|array_any|array_all|json_validate|mb_str_pad)\s*\(/', $code, $path );
			// Union types, promoted constructors, types of their own, named arguments, catches without a name.
			$this->assertDoesNotMatchRegularExpression( '/function[^{;]*\)\s*:\s*\??\w+\s*\||__construct\([^)]*\b(private|public|protected)\b|:\s*(static|mixed|never)\b\s*\{|\(\s*\w+:\s[^:]|catch\s*\(\s*[\w\\\\]+\s*\)/', $code, $path );
		}
	}

	public function test_what_is_printed_is_escaped_where_it_is_printed() {
		foreach ( $this->files() as $path ) {
			$code = $this->code( $path );
			preg_match_all( '/\becho\s+([^;]+);/', $code, $echoes );
			foreach ( $echoes[1] as $echo ) {
				$bare = preg_replace( "/'[^']*'|esc_html__\([^)]*\)|[\s.]/", '', $echo );
				$this->assertSame( '', $bare, "$path: echo $echo" );
			}
			preg_match_all( '/\bprintf\(((?:[^()]|\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))*)\);/', $code, $prints );
			foreach ( $prints[1] as $at => $print ) {
				$given = trim( preg_replace( "/^\s*'(?:[^'\\\\]|\\\\.)*'\s*,?/", '', $print ) );
				foreach ( $this->arguments( $given ) as $one ) {
					$this->assertMatchesRegularExpression( "/^(esc_(html|attr|url)(__)?\(|absint\(|\\$\w+ \? ' (checked|selected|open)' : ''|in_array\(.* \? ' checked' : ''|'' === \\$\w+ \? '' : '<br>' \. esc_html\()/s", $one, "$path: $one" );
				}
			}
		}
	}

	/** The arguments of a call, split at its own commas. */
	private function arguments( $text ) {
		$parts = array( '' );
		$depth = 0;
		foreach ( preg_split( "/('(?:[^'\\\\]|\\\\.)*'|[(),])/", $text, -1, PREG_SPLIT_DELIM_CAPTURE ) as $piece ) {
			$depth += '(' === $piece ? 1 : ( ')' === $piece ? -1 : 0 );
			if ( ',' === $piece && 0 === $depth ) $parts[] = '';
			else $parts[ count( $parts ) - 1 ] .= $piece;
		}
		return array_filter( array_map( 'trim', $parts ), 'strlen' );
	}

	public function test_what_comes_in_is_unslashed_and_cleaned() {
		foreach ( $this->files() as $path ) {
			foreach ( explode( "\n", $this->code( $path ) ) as $line ) {
				if ( ! preg_match( '/\$_(GET|POST|REQUEST|COOKIE|SERVER)/', $line ) ) continue;
				$tests = preg_replace( '/\b(isset|is_string)\( (\$_(GET|POST|REQUEST|COOKIE)(\[[^\]]*\])+)( \) && \'test\' === \$_POST\[[^\]]*\])?/', '', $line );
				if ( ! preg_match( '/\$_(GET|POST|REQUEST|COOKIE|SERVER)/', $tests ) ) continue;
				$this->assertMatchesRegularExpression( '/wp_unslash\( \$_|absint\( \$_|^\s*\$_COOKIE\[ self::COOKIE \] = \$made;$/', $tests, "$path: $line" );
			}
		}
	}

	/** Of WordPress' coding standards and of the directory's own check what can go wrong in what a site does. */
	public function test_the_rules_of_the_directory_hold() {
		foreach ( $this->files() as $path ) {
			$source = file_get_contents( $path );
			$code   = $this->code( $path );
			$this->assertDoesNotMatchRegularExpression( '/\b(load_plugin_textdomain|json_encode|parse_url|strip_tags|rand|mt_rand|srand|date|serialize|urlencode|assert|eval|exec|shell_exec|passthru|system|proc_open|ini_set|set_time_limit|error_reporting|unlink|rename|file_put_contents|fopen|query_posts|wp_reset_query|print|var_export)\s*\(/', preg_replace( '/\b(wp_json_encode|wp_parse_url|wp_delete_file|rawurlencode|wp_date|gmdate|file_put_contents\( \$path)\s*\(?/', '', $code ), $path );
			$this->assertDoesNotMatchRegularExpression( '/[^=!<>]==[^=]|!=[^=]|@\$?\w+\(|\?>\s*$|<\?=/', $code, $path );
			preg_match_all( '/in_array\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/', $code, $searches );
			foreach ( $searches[0] as $search ) $this->assertStringEndsWith( ', true )', $search, $path );
			$this->assertDoesNotMatchRegularExpression( '/wp_redirect\([^;]*;\s*+(?!\$this->leave\(\)|exit)/', preg_replace( '/wp_safe_redirect/', 'wp_redirect', $code ), "$path: a redirect ends the request." );
			$this->assertDoesNotMatchRegularExpression( '/<script|<style|\bonclick=/', $code, "$path: scripts and styles are enqueued." );
			$this->assert_places_are_explained( $path );
		}
	}

	private function assert_places_are_explained( $path ) {
		$lines = file( $path );
		foreach ( $lines as $at => $line ) {
			if ( 1 === preg_match( '/(?:__|_n)\( \'[^\']*%(\d\$)?[ds]/', $line ) ) $this->assertStringContainsString( 'translators:', $lines[ $at - 1 ], "$path:" . ( $at + 1 ) );
		}
	}

	public function test_the_readme_tells_what_the_directory_asks_for() {
		$readme = file_get_contents( $this->root() . '/readme.txt' );
		foreach ( array( 'Contributors', 'Tags', 'Requires at least', 'Tested up to', 'Requires PHP', 'Stable tag', 'License' ) as $head ) $this->assertMatchesRegularExpression( "/^$head: \S/m", $readme );
		$this->assertLessThanOrEqual( 5, count( explode( ',', preg_match( '/^Tags: (.*)$/m', $readme, $tags ) ? $tags[1] : '' ) ) );
		$this->assertMatchesRegularExpression( '/^== External services ==$.*widget\/v1\.js.*^== /ms', $readme );
		foreach ( array( 'Description', 'Installation', 'Frequently Asked Questions', 'Screenshots', 'Changelog', 'Upgrade Notice' ) as $part ) $this->assertStringContainsString( "== $part ==", $readme );
		preg_match( '/^Stable tag: (.*)$/m', $readme, $stable );
		$this->assertStringContainsString( ' * Version: ' . $stable[1], file_get_contents( $this->root() . '/platen-for-woocommerce.php' ) );
		foreach ( explode( "\n", $readme ) as $line ) if ( 0 === strpos( $line, 'Shoppers' ) ) $this->assertLessThanOrEqual( 150, strlen( $line ) );
	}
}
