<?php
/** Actions of staff on an order: open a print file, send the order now, try a line again, print a held line. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Reading is by link, everything that changes something by POST; each for who may edit orders, with a nonce. */
final class Order_Actions {

	const CAPABILITY = 'edit_shop_orders';

	private Settings $settings;
	private Client $client;
	private Outbox $outbox;
	private Snapshot $snapshot;

	public function __construct( Settings $settings, Client $client, Outbox $outbox, Snapshot $snapshot ) {
		$this->settings = $settings;
		$this->client   = $client;
		$this->outbox   = $outbox;
		$this->snapshot = $snapshot;
	}

	public function hook(): void {
		add_action( 'admin_post_platen_pdf', array( $this, 'open_pdf' ) );
		add_action( 'admin_post_platen_retry', array( $this, 'retry' ) );
		add_action( 'admin_post_platen_release', array( $this, 'release' ) );
		add_action( 'admin_post_platen_refresh', array( $this, 'refresh' ) );
		add_action( 'admin_post_platen_send_now', array( $this, 'send_now' ) );
	}

	/** Nothing of a held line is printed before somebody has looked at it; more pieces of a printed design need no look. */
	public static function is_looked_at_first( Line $line ): bool {
		return self::offers( $line, 'release' ) && 'more_to_print' !== $line->reason();
	}

	/** Nothing is printed by what the service said before the order changed. */
	public static function offers( Line $line, string $action ): bool {
		return ! Snapshot::is_old( $line->order ) && in_array( $action, array_column( $line->actions(), 'action' ), true );
	}

	/** The address of an action on a line. */
	public static function url( string $action, Line $line ): string {
		$query = array( 'action' => $action, 'order' => (int) $line->order->get_id(), 'item' => $line->id() );
		return wp_nonce_url( add_query_arg( $query, admin_url( 'admin-post.php' ) ), $action . '_' . $line->id() );
	}

	/** The address of an action on an order. */
	public static function order_url( string $action, $order ): string {
		$query = array( 'action' => $action, 'order' => (int) $order->get_id() );
		return wp_nonce_url( add_query_arg( $query, admin_url( 'admin-post.php' ) ), $action . '_' . (int) $order->get_id() );
	}

	/** What the PDF is saved as: order and template, as a press looks for it. */
	public static function file_name( Line $line ): string {
		$product = sanitize_title( $line->item->get_name() );
		return substr( sanitize_title( (string) $line->order->get_order_number() ) . '-' . $line->id() . ( '' === $product ? '' : '-' . $product ), 0, 100 ) . '.pdf';
	}

	/** A fresh link at each click, for its own links end after an hour; the PDF itself comes from the service. */
	public function open_pdf(): void {
		$line   = $this->asked_line( 'platen_pdf' );
		$render = $this->render_of( $line );
		$url    = isset( $render['signed_url'] ) ? (string) $render['signed_url'] : '';
		if ( '' === $url || 0 !== strpos( $url, $this->settings->service_url() . '/files/' ) ) {
			wp_die( esc_html__( 'The print file cannot be opened at the moment. Check its status in the order and try again.', 'platen-for-woocommerce' ), '', array( 'response' => 503, 'back_link' => true ) );
		}
		nocache_headers();
		// phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- to the service that was set, checked above.
		wp_redirect( $url . ( false === strpos( $url, '?' ) ? '?' : '&' ) . 'filename=' . rawurlencode( self::file_name( $line ) ) );
		exit;
	}

	public function retry(): void {
		$this->act( 'retry', __( 'Platen tries again now. Refresh in a moment.', 'platen-for-woocommerce' ) );
	}

	/** Somebody has looked at a held line, and prints it. */
	public function release(): void {
		$this->act( 'release', __( 'Released for printing.', 'platen-for-woocommerce' ) );
	}

	public function refresh(): void {
		$order = self::asked_order( 'platen_refresh' );
		$reply = $this->snapshot->ask_now( $order );
		if ( $reply->ok() ) {
			Notices::say( 'success', __( 'Print files refreshed.', 'platen-for-woocommerce' ) );
		} else {
			Notices::say( 'error', Words::refused( $reply ) );
		}
		$this->go_to( $order );
	}

	public function send_now(): void {
		$order = self::asked_order( 'platen_send_now' );
		$this->outbox->try_now( $order );
		Notices::say( 'success', __( 'The order is sent to Platen now. Refresh in a moment.', 'platen-for-woocommerce' ) );
		$this->go_to( $order );
	}

	/** The service decides whether the line can still be printed or tried again, as others may work on the order too. */
	private function act( string $action, string $done ): void {
		$line = $this->asked_line( 'platen_' . $action, true );
		if ( Snapshot::is_old( $line->order ) ) {
			Notices::say( 'error', __( 'This order has changed, and Platen has not answered yet. Try again in a moment.', 'platen-for-woocommerce' ) );
			$this->go_to( $line->order );
		}
		$id    = $line->core_id();
		$reply = 'release' === $action ? $this->client->release_line( $id ) : $this->client->retry_line( $id );
		$told  = $reply->object( 'storefront_order' );
		if ( $reply->ok() && null !== $told ) {
			$this->snapshot->keep( $line->order, $told );
			$line->note( $done );
			Notices::say( 'success', $done );
		} else {
			$this->snapshot->ask_soon( $line->order );
			Notices::say( 'error', 409 === $reply->status ? __( 'This line cannot be printed from here.', 'platen-for-woocommerce' ) : Words::refused( $reply ) );
		}
		$this->go_to( $line->order );
	}

	/** Where another program has printed the line, its print file is found by the order. */
	private function render_of( Line $line ): array {
		$id = $line->render_id();
		if ( '' !== $id ) {
			$render = $this->client->render( $id )->object( 'render' );
			return null === $render ? array() : $render;
		}
		$reply = $this->client->renders_of_order( References::order( $this->settings, (int) $line->order->get_id() ) );
		foreach ( $reply->rows() as $render ) {
			if ( isset( $render['fill_id'] ) && $line->print_fill_id() === $render['fill_id'] ) {
				return (array) $render;
			}
		}
		return array();
	}

	/** The line that a request names. Ends the request where it may not be, or is not there. */
	private function asked_line( string $action, bool $changes = false ): Line {
		$item_id = Request::number( 'item' );
		self::require_staff( $action . '_' . $item_id, $changes );
		$line = Line::find( Request::number( 'order' ), $item_id );
		if ( null === $line ) {
			wp_die( esc_html__( 'This order does not have this line.', 'platen-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		return $line;
	}

	/** The order that a request names, which changes something. Ends the request where it may not be, or is not there. */
	public static function asked_order( string $action ) {
		$order_id = Request::number( 'order' );
		self::require_staff( $action . '_' . $order_id, true );
		$order = wc_get_order( $order_id );
		if ( ! $order ) {
			wp_die( esc_html__( 'This order does not exist.', 'platen-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		return $order;
	}

	private static function require_staff( string $nonce, bool $changes ): void {
		$method = isset( $_SERVER['REQUEST_METHOD'] ) ? sanitize_key( wp_unslash( $_SERVER['REQUEST_METHOD'] ) ) : 'get';
		if ( $changes && 'post' !== $method ) {
			wp_die( esc_html__( 'Use the button in the order.', 'platen-for-woocommerce' ), '', array( 'response' => 405, 'back_link' => true ) );
		}
		Request::require_staff( self::CAPABILITY, $nonce );
	}

	private function go_to( $order ): void {
		wp_safe_redirect( $order->get_edit_order_url() );
		exit;
	}
}
