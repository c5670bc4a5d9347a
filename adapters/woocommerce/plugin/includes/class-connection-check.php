<?php
/** Tests everything that the shop will use of the service, before a customer or an order does. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Each fault is said with what it would break and how it is mended. */
final class Connection_Check {

	private Settings $settings;
	private Client $client;

	public function __construct( Settings $settings, Client $client ) {
		$this->settings = $settings;
		$this->client   = $client;
	}

	/** @return array<int, array{0: string, 1: string}> How each notice looks, and its words. */
	public function run(): array {
		if ( ! $this->settings->can_print() ) {
			return array( array( 'error', __( 'Enter the service URL and the secret key.', 'platen-for-woocommerce' ) ) );
		}
		$reply      = $this->client->connection( $this->settings->publishable_key(), self::origin() );
		$connection = $reply->ok() ? $reply->object( 'connection' ) : null;
		if ( null === $connection ) {
			return array( array( 'error', $this->fault( $reply ) ) );
		}
		$said = array_merge( $this->scopes( $connection ), $this->publishable( $connection ), $this->browser() );
		return array_merge( $said, $this->templates( array() === $said ) );
	}

	/** As browsers name the pages of this shop. */
	public static function origin(): string {
		$parts = wp_parse_url( home_url() );
		$port  = isset( $parts['port'] ) ? ':' . (int) $parts['port'] : '';
		return strtolower( $parts['scheme'] . '://' . $parts['host'] ) . $port;
	}

	private function fault( Reply $reply ): string {
		$url = $this->settings->service_url();
		if ( 0 === $reply->status ) {
			$other = 0 === strpos( $url, 'https://' ) ? 'http://' . substr( $url, 8 ) : 'https://' . substr( $url, 7 );
			if ( $this->client->answers_at( $other ) ) {
				/* translators: 1: URL that responds, 2: URL that was entered */
				return sprintf( __( 'Platen responds at %1$s, not at %2$s. Correct the service URL.', 'platen-for-woocommerce' ), $other, $url );
			}
			/* translators: %s: URL of the service */
			return sprintf( __( 'Platen did not respond at %s. Check the service URL and the network connection of this server.', 'platen-for-woocommerce' ), $url );
		}
		if ( 401 === $reply->status ) {
			return __( 'Invalid secret key.', 'platen-for-woocommerce' );
		}
		if ( 'route_not_found' === $reply->code() ) {
			return __( 'This Platen is older than the plugin. Update Platen.', 'platen-for-woocommerce' );
		}
		if ( '' === $reply->message() && 'http_' . $reply->status === $reply->code() ) {
			/* translators: 1: URL of the service, 2: number of an HTTP status */
			return sprintf( __( 'Something other than Platen responds at %1$s (HTTP %2$d). Check the service URL.', 'platen-for-woocommerce' ), $url, $reply->status );
		}
		return Words::refused( $reply );
	}

	/** One notice for each scope that is missing, with what would not work. */
	private function scopes( array $connection ): array {
		$needed  = array(
			'templates:read'         => __( 'products cannot be connected to templates', 'platen-for-woocommerce' ),
			'product_mappings:write' => __( 'products cannot be connected to templates', 'platen-for-woocommerce' ),
			'storefront:write'       => __( 'paid orders are not printed', 'platen-for-woocommerce' ),
			'fills:write'            => __( 'designs cannot be changed, repeated or erased', 'platen-for-woocommerce' ),
			'renders:write'          => __( 'print files cannot be opened or created again', 'platen-for-woocommerce' ),
			'previews:write'         => __( 'products get no image of the template', 'platen-for-woocommerce' ),
			'embed_sessions:write'   => __( 'customers cannot edit a design from the cart', 'platen-for-woocommerce' ),
		);
		$granted = isset( $connection['scopes'] ) ? (array) $connection['scopes'] : array();
		$said    = array();
		foreach ( array_diff_key( $needed, array_flip( $granted ) ) as $scope => $breaks ) {
			/* translators: 1: a scope, such as fills:write, 2: what does not work without it */
			$said[] = array( 'error', sprintf( __( 'The secret key lacks the scope %1$s: %2$s. Create a key with this scope in Platen.', 'platen-for-woocommerce' ), $scope, $breaks ) );
		}
		return $said;
	}

	private function publishable( array $connection ): array {
		if ( '' === $this->settings->publishable_key() ) {
			return array( array( 'error', __( 'Enter the publishable key. Without it, customers cannot personalize products.', 'platen-for-woocommerce' ) ) );
		}
		$found  = isset( $connection['publishable_key'] ) && is_array( $connection['publishable_key'] ) ? $connection['publishable_key'] : array();
		$status = isset( $found['status'] ) ? (string) $found['status'] : 'invalid';
		if ( 'other_team' === $status ) {
			return array( array( 'error', __( 'The publishable key belongs to another team than the secret key. Use keys of one team.', 'platen-for-woocommerce' ) ) );
		}
		if ( 'application_archived' === $status ) {
			return array( array( 'error', __( 'The application of the publishable key is archived in Platen. Use the key of an active application.', 'platen-for-woocommerce' ) ) );
		}
		if ( 'valid' !== $status ) {
			return array( array( 'error', __( 'Invalid publishable key. Copy it from the application in Platen.', 'platen-for-woocommerce' ) ) );
		}
		if ( empty( $found['origin_allowed'] ) ) {
			$name = isset( $found['application']['name'] ) ? (string) $found['application']['name'] : '';
			/* translators: 1: URL of this shop, 2: name of an application in Platen, or nothing */
			return array( array( 'error', sprintf( __( 'The publishable key does not work on %1$s. Add this URL to the allowed origins of its application in Platen (%2$s).', 'platen-for-woocommerce' ), self::origin(), '' === $name ? '–' : $name ) ) );
		}
		return array();
	}

	/** What a customer's browser will do, as far as a server can tell; the page's script asks a browser itself. */
	private function browser(): array {
		$widget = $this->settings->widget_url();
		if ( is_ssl() && 0 === strpos( $widget, 'http://' ) && 1 !== preg_match( '#^http://([^/:]+\.)?(localhost|127\.\d+\.\d+\.\d+)(:\d+)?$#', $widget ) ) {
			/* translators: %s: URL of the editor */
			return array( array( 'error', sprintf( __( 'This shop uses https, but the editor comes from %s. Browsers block it. Serve Platen over https.', 'platen-for-woocommerce' ), $widget ) ) );
		}
		$script = $this->client->loader( $widget );
		if ( $script->ok() ) {
			return array();
		}
		/* translators: 1: URL of a script, 2: number of an HTTP status, 0 for no response */
		return array( array( 'error', sprintf( __( 'The editor cannot be loaded from %1$s (HTTP %2$d). Check the widget URL.', 'platen-for-woocommerce' ), $widget . '/widget/v1.js', $script->status ) ) );
	}

	private function templates( bool $well ): array {
		$templates = $this->client->templates();
		if ( $templates instanceof Reply ) {
			return array();
		}
		$live = 0;
		foreach ( $templates as $template ) {
			$live += isset( $template['status'] ) && 'live' === $template['status'] ? 1 : 0;
		}
		if ( 0 === $live ) {
			return array( array( 'warning', __( 'Platen has no live template. Publish one, then choose it on a product.', 'platen-for-woocommerce' ) ) );
		}
		/* translators: %d: number of templates */
		return $well ? array( array( 'success', sprintf( _n( 'Connected: %d live template.', 'Connected: %d live templates.', $live, 'platen-for-woocommerce' ), $live ) ) ) : array();
	}
}
