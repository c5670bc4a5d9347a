<?php
/** The settings page under WooCommerce, with a test of the connection. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The secret key goes in and never out again. */
final class Settings_Page {

	const CAPABILITY = 'manage_woocommerce';
	const ACTION     = 'platen_save_settings';
	const SAID       = 'platen_settings_said_';

	private Settings $settings;
	private Connection_Check $check;

	public function __construct( Settings $settings, Connection_Check $check ) {
		$this->settings = $settings;
		$this->check    = $check;
	}

	public function hook(): void {
		add_action( 'admin_menu', array( $this, 'add_page' ) );
		add_action( 'admin_post_' . self::ACTION, array( $this, 'save' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( FILE ), array( $this, 'add_link' ) );
	}

	public function add_page(): void {
		add_submenu_page( 'woocommerce', __( 'Platen', 'platen-for-woocommerce' ), Attention::bubble( __( 'Platen', 'platen-for-woocommerce' ) ), self::CAPABILITY, 'platen', array( $this, 'show' ) );
	}

	public function add_link( $links ): array {
		array_unshift( $links, sprintf( '<a href="%1$s">%2$s</a>', esc_url( self::url() ), esc_html__( 'Settings', 'platen-for-woocommerce' ) ) );
		return $links;
	}

	public function show(): void {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			return;
		}
		echo '<div class="wrap"><h1>' . esc_html__( 'Platen', 'platen-for-woocommerce' ) . '</h1>';
		$faults = $this->show_said();
		$this->show_browser_check();
		$this->show_attention();
		$this->show_connection( $faults );
		$this->show_options();
		Remapping::show();
		echo '</div>';
	}

	public function save(): void {
		Request::require_staff( self::CAPABILITY, self::ACTION );
		$form = wp_unslash( $_POST );
		$do   = isset( $form['do'] ) && is_string( $form['do'] ) ? $form['do'] : '';
		if ( 'connect' === $do ) {
			$said = $this->connect( $form );
		} elseif ( 'test' === $do ) {
			$said = $this->save_and_test( $form );
		} else {
			$this->settings->save_options( $form );
			$said = array( self::saved() );
		}
		set_transient( self::SAID . get_current_user_id(), $said, HOUR_IN_SECONDS );
		wp_safe_redirect( self::url() );
		exit;
	}

	/** @return array<int, array{0: string, 1: string}> How each notice looks, and its words. */
	private function connect( array $form ): array {
		$fields = Connection_Code::read( isset( $form['connection_code'] ) && is_string( $form['connection_code'] ) ? $form['connection_code'] : '' );
		if ( is_string( $fields ) ) {
			return array( array( 'error', $fields ) );
		}
		$said = $this->save_and_test( $fields );
		if ( defined( 'PLATEN_SECRET_KEY' ) && $this->settings->secret_key() !== $fields['secret_key'] ) {
			$said[] = array( 'warning', __( 'The secret key in wp-config.php is used, not the key of the connection code.', 'platen-for-woocommerce' ) );
		}
		return $said;
	}

	private function save_and_test( array $form ): array {
		$refused = $this->settings->save_connection( $form );
		delete_transient( Mappings::TEMPLATES_CACHE );
		delete_option( 'platen_trouble' );
		/** What waits for the connection is tried again at once. */
		do_action( 'platen_settings_saved' );
		$said = array();
		foreach ( $refused as $one ) {
			$said[] = array( 'error', $one );
		}
		return array() === $said ? array_merge( array( self::saved() ), $this->check->run() ) : $said;
	}

	private static function saved(): array {
		return array( 'success', __( 'Saved.', 'platen-for-woocommerce' ) );
	}

	/** Says how the last save went, and whether it met faults. */
	private function show_said(): bool {
		$name = self::SAID . get_current_user_id();
		$said = get_transient( $name );
		$said = is_array( $said ) ? $said : array();
		delete_transient( $name );
		foreach ( $said as $one ) {
			printf( '<div class="notice notice-%1$s"><p>%2$s</p></div>', esc_attr( $one[0] ), esc_html( $one[1] ) );
		}
		return in_array( 'error', array_column( $said, 0 ), true );
	}

	/** In the order of the console. With faults, the fields are open once there is something to correct in them. */
	private function show_connection( bool $faults ): void {
		echo '<h2>' . esc_html__( 'Connection', 'platen-for-woocommerce' ) . '</h2>';
		$this->begin_form();
		$help = __( 'Copy it in the console of Platen, under Storefronts, Connect shop, Connect WooCommerce. It fills in the URL and both keys.', 'platen-for-woocommerce' );
		if ( $this->settings->can_print() && $this->settings->can_personalize() ) {
			/* translators: %s: URL of the service */
			$help = sprintf( __( 'This shop uses %s. A new code replaces the URL and both keys.', 'platen-for-woocommerce' ), $this->settings->service_url() );
		}
		$this->show_text( 'connection_code', __( 'Connection code', 'platen-for-woocommerce' ), '', $help );
		$this->end_form( 'connect', __( 'Connect', 'platen-for-woocommerce' ), 'button button-primary' );
		$is_open = $faults && '' !== $this->settings->service_url();
		printf( '<details%1$s><summary>%2$s</summary>', $is_open ? ' open' : '', esc_html__( 'Enter URL and keys separately', 'platen-for-woocommerce' ) );
		$this->begin_form();
		$this->show_text( 'service_url', __( 'Service URL', 'platen-for-woocommerce' ), $this->settings->service_url(), __( 'For example https://platen.example', 'platen-for-woocommerce' ) );
		$this->show_secret();
		$this->show_text( 'publishable_key', __( 'Publishable key', 'platen-for-woocommerce' ), $this->settings->publishable_key(), __( 'Starts with platen_pk_. The URL of this shop must be an allowed origin of its application in Platen.', 'platen-for-woocommerce' ) );
		$widget = $this->settings->widget_url() === $this->settings->service_url() ? '' : $this->settings->widget_url();
		$this->show_text( 'widget_url', __( 'Widget URL', 'platen-for-woocommerce' ), $widget, __( 'Only if the widget has its own URL.', 'platen-for-woocommerce' ) );
		$this->end_form( 'test', __( 'Save and test the connection', 'platen-for-woocommerce' ), 'button button-primary' );
		echo '</details>';
	}

	private function show_options(): void {
		echo '<h2>' . esc_html__( 'Options', 'platen-for-woocommerce' ) . '</h2>';
		$this->begin_form();
		$this->show_statuses();
		$this->show_switch( 'send_customer', __( 'Customer', 'platen-for-woocommerce' ), __( 'Send the name and e-mail address with the order', 'platen-for-woocommerce' ), $this->settings->sends_customer() );
		$this->show_switch( 'listing_images', __( 'Images', 'platen-for-woocommerce' ), __( 'Add an image of the template to the product images', 'platen-for-woocommerce' ), $this->settings->shows_listing_images() );
		$this->show_switch( 'debug', __( 'Log', 'platen-for-woocommerce' ), __( 'Log requests in the WooCommerce log, without keys and names', 'platen-for-woocommerce' ), $this->settings->debugs() );
		$this->end_form( 'save', __( 'Save', 'platen-for-woocommerce' ), 'button' );
	}

	private function begin_form(): void {
		printf( '<form method="post" action="%s">', esc_url( admin_url( 'admin-post.php' ) ) );
		printf( '<input type="hidden" name="action" value="%s">', esc_attr( self::ACTION ) );
		wp_nonce_field( self::ACTION );
		echo '<table class="form-table" role="presentation">';
	}

	private function end_form( string $does, string $label, string $look ): void {
		printf(
			'</table><p class="submit"><button type="submit" class="%1$s" name="do" value="%2$s">%3$s</button></p></form>',
			esc_attr( $look ),
			esc_attr( $does ),
			esc_html( $label )
		);
	}

	private function show_attention(): void {
		$count = Attention::count();
		if ( 0 === $count ) {
			return;
		}
		/* translators: %d: number of orders */
		$text = sprintf( _n( '%d order needs attention.', '%d orders need attention.', $count, 'platen-for-woocommerce' ), $count );
		printf( '<div class="notice notice-warning inline"><p>%1$s <a href="%2$s">%3$s</a> · <a href="%4$s">%5$s</a></p></div>', esc_html( $text ), esc_url( Order_List::url( 'held' ) ), esc_html__( 'Held orders', 'platen-for-woocommerce' ), esc_url( Order_List::url( 'waiting' ) ), esc_html__( 'Waiting orders', 'platen-for-woocommerce' ) );
	}

	/** Hidden until the script finds that this browser cannot load the editor. */
	private function show_browser_check(): void {
		if ( ! $this->settings->can_personalize() ) {
			return;
		}
		wp_enqueue_script( 'platen-settings', plugins_url( 'assets/settings.js', FILE ), array(), VERSION, true );
		/* translators: %s: URL of the editor */
		$text = sprintf( __( 'Your browser cannot load the editor from %s. Customers need to reach this URL too: check its name, certificate and firewall.', 'platen-for-woocommerce' ), $this->settings->widget_url() );
		printf( '<div class="notice notice-error" data-platen-loader="%1$s" hidden><p>%2$s</p></div>', esc_url( $this->settings->widget_url() . '/widget/v1.js' ), esc_html( $text ) );
	}

	private function show_text( string $name, string $label, string $value, string $help ): void {
		printf(
			'<tr><th scope="row"><label for="platen-%1$s">%2$s</label></th><td><input class="regular-text" id="platen-%1$s" name="%1$s" type="text" value="%3$s" autocomplete="off" spellcheck="false"><p class="description">%4$s</p></td></tr>',
			esc_attr( $name ),
			esc_html( $label ),
			esc_attr( $value ),
			esc_html( $help )
		);
	}

	private function show_secret(): void {
		$label = __( 'Secret key', 'platen-for-woocommerce' );
		if ( defined( 'PLATEN_SECRET_KEY' ) ) {
			printf( '<tr><th scope="row">%1$s</th><td>%2$s</td></tr>', esc_html( $label ), esc_html__( 'Set in wp-config.php.', 'platen-for-woocommerce' ) );
			return;
		}
		$help = __( 'Starts with platen_sk_ or platen_rk_. It stays on this server.', 'platen-for-woocommerce' );
		if ( $this->settings->has_stored_key() ) {
			$help = '' === $this->settings->secret_key()
				? __( 'The stored key cannot be decrypted because the salts of this site have changed. Enter the key again.', 'platen-for-woocommerce' )
				: __( 'A key is stored. Leave this empty to keep it.', 'platen-for-woocommerce' );
		}
		printf(
			'<tr><th scope="row"><label for="platen-secret_key">%1$s</label></th><td><input class="regular-text" id="platen-secret_key" name="secret_key" type="password" value="" autocomplete="new-password"><p class="description">%2$s</p></td></tr>',
			esc_html( $label ),
			esc_html( $help )
		);
	}

	private function show_statuses(): void {
		echo '<tr><th scope="row">' . esc_html__( 'Print at', 'platen-for-woocommerce' ) . '</th><td><fieldset>';
		foreach ( wc_get_order_statuses() as $status => $label ) {
			$bare = Settings::bare_status( (string) $status );
			if ( in_array( $bare, Order_Message::NEVER, true ) ) {
				continue;
			}
			printf(
				'<label><input type="checkbox" name="statuses[]" value="%1$s"%2$s> %3$s</label><br>',
				esc_attr( $bare ),
				in_array( $bare, $this->settings->statuses(), true ) ? ' checked' : '',
				esc_html( $label )
			);
		}
		echo '<p class="description">' . esc_html__( 'The print file is created once, when an order first reaches one of these statuses.', 'platen-for-woocommerce' ) . '</p></fieldset></td></tr>';
	}

	private function show_switch( string $name, string $head, string $label, bool $on ): void {
		printf(
			'<tr><th scope="row">%1$s</th><td><label><input type="checkbox" name="%2$s" value="yes"%3$s> %4$s</label></td></tr>',
			esc_html( $head ),
			esc_attr( $name ),
			$on ? ' checked' : '',
			esc_html( $label )
		);
	}

	public static function url(): string {
		return admin_url( 'admin.php?page=platen' );
	}
}
