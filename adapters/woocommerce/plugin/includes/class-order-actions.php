<?php
/**
 * What staff do with the lines of an order: open a print file, try again, print a held line after looking at it.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Reading is by link, everything that changes something by POST; each for who may edit orders, with a nonce. */
final class Order_Actions {

	const CAPABILITY = 'edit_shop_orders';
	const SAID       = 'platen_order_said_';
	/** Reasons for which a line can be printed after all; what another order has printed is never printed from here. */
	const RELEASABLE = array( 'template_mismatch', 'cart_mismatch', 'printed_then_canceled' );

	/** @var Settings */
	private $settings;
	/** @var Client */
	private $client;
	/** @var Queue */
	private $queue;

	public function __construct( Settings $settings, Client $client, Queue $queue ) {
		$this->settings = $settings;
		$this->client   = $client;
		$this->queue    = $queue;
	}

	public function hook(): void {
		add_action( 'admin_post_platen_pdf', array( $this, 'open_pdf' ) );
		add_action( 'admin_post_platen_retry', array( $this, 'retry' ) );
		add_action( 'admin_post_platen_release', array( $this, 'release' ) );
		add_action( 'admin_post_platen_refresh', array( $this, 'refresh' ) );
		add_action( 'admin_notices', array( $this, 'show_said' ) );
	}

	public static function may_be_released( Line $line ): bool {
		return Line::HELD === $line->state() && in_array( $line->meta( Line::REASON ), self::RELEASABLE, true );
	}

	/** The address of an action on a line. */
	public static function url( string $action, Line $line ): string {
		$query = array( 'action' => $action, 'order' => (int) $line->order->get_id(), 'item' => $line->id() );
		return wp_nonce_url( add_query_arg( $query, admin_url( 'admin-post.php' ) ), $action . '_' . $line->id() );
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
		$this->leave();
	}

	/** Begins again with the line; one that waits is tried at once. */
	public function retry(): void {
		$line = $this->asked_line( 'platen_retry', true );
		if ( Line::FINALIZED === $line->state() ) {
			$this->queue->add( Queue::RENDER, array( (int) $line->order->get_id(), $line->id(), 1, 0 ) );
		} else {
			$line->mark( Line::WAITING );
			Orders::try_now( $this->queue, $line );
		}
		$this->say( 'success', __( 'Platen tries again now. Refresh in a moment.', 'platen-for-woocommerce' ) );
		$this->go_to( $line->order );
	}

	/** Somebody has looked at a held line, and prints it. */
	public function release(): void {
		$line = $this->asked_line( 'platen_release', true );
		if ( ! self::may_be_released( $line ) ) {
			wp_die( esc_html__( 'This line cannot be printed from here.', 'platen-for-woocommerce' ), '', array( 'response' => 409, 'back_link' => true ) );
		}
		$line->mark( Line::WAITING, array( Line::RELEASED => $line->print_fill_id() ) );
		$line->note( __( 'Released for printing.', 'platen-for-woocommerce' ) );
		Orders::try_now( $this->queue, $line );
		$this->say( 'success', __( 'Released for printing.', 'platen-for-woocommerce' ) );
		$this->go_to( $line->order );
	}

	/** Reads all print files of the order by its own reference, as a press does that fetches them. */
	public function refresh(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- it names the nonce, which is checked next.
		$order_id = isset( $_REQUEST['order'] ) ? absint( $_REQUEST['order'] ) : 0;
		$this->require_staff( 'platen_refresh_' . $order_id, true );
		$order = wc_get_order( $order_id );
		if ( ! $order ) {
			wp_die( esc_html__( 'This order does not have this line.', 'platen-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		$reply = $this->client->renders_of_order( References::order( $this->settings, $order_id ) );
		$lines = Line::of( $order );
		foreach ( $reply->ok() && isset( $reply->body['data'] ) ? (array) $reply->body['data'] : array() as $render ) {
			foreach ( $lines as $line ) {
				// Newest first: a line has one final print file.
				if ( Line::WITHDRAWN !== $line->state() && isset( $render['fill_id'] ) && $line->print_fill_id() === $render['fill_id'] ) {
					$line->mark_render( $render );
				}
			}
		}
		if ( $reply->ok() ) {
			$this->say( 'success', __( 'Print files refreshed.', 'platen-for-woocommerce' ) );
		} else {
			$this->say( 'error', 0 === $reply->status ? __( 'Platen did not respond. Try again later.', 'platen-for-woocommerce' ) : Words::refused( $reply ) );
		}
		$this->go_to( $order );
	}

	public function show_said(): void {
		$name = self::SAID . get_current_user_id();
		$said = get_transient( $name );
		if ( is_array( $said ) ) {
			delete_transient( $name );
			printf( '<div class="notice notice-%1$s is-dismissible"><p>%2$s</p></div>', esc_attr( $said[0] ), esc_html( $said[1] ) );
		}
	}

	/** Where another program has printed the line, its print file is found by the order. */
	private function render_of( Line $line ): array {
		$id = $line->meta( Line::RENDER );
		if ( '' !== $id ) {
			$render = $this->client->render( $id )->object( 'render' );
			return null === $render ? array() : $render;
		}
		$reply = $this->client->renders_of_order( References::order( $this->settings, (int) $line->order->get_id() ) );
		foreach ( $reply->ok() && isset( $reply->body['data'] ) ? (array) $reply->body['data'] : array() as $render ) {
			if ( isset( $render['fill_id'] ) && $line->print_fill_id() === $render['fill_id'] ) {
				return (array) $render;
			}
		}
		return array();
	}

	/** The line that a request names. Ends the request where it may not be, or is not there. */
	private function asked_line( string $action, bool $changes = false ): Line {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- it names the nonce, which is checked next.
		$order_id = isset( $_REQUEST['order'] ) ? absint( $_REQUEST['order'] ) : 0;
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended
		$item_id = isset( $_REQUEST['item'] ) ? absint( $_REQUEST['item'] ) : 0;
		$this->require_staff( $action . '_' . $item_id, $changes );
		$line = Line::find( $order_id, $item_id );
		if ( null === $line ) {
			wp_die( esc_html__( 'This order does not have this line.', 'platen-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		return $line;
	}

	private function require_staff( string $nonce, bool $changes ): void {
		$method = isset( $_SERVER['REQUEST_METHOD'] ) ? sanitize_key( wp_unslash( $_SERVER['REQUEST_METHOD'] ) ) : 'get';
		if ( $changes && 'post' !== $method ) {
			wp_die( esc_html__( 'Use the button in the order.', 'platen-for-woocommerce' ), '', array( 'response' => 405, 'back_link' => true ) );
		}
		check_admin_referer( $nonce );
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'You do not have permission to do this.', 'platen-for-woocommerce' ), '', array( 'response' => 403 ) );
		}
	}

	private function say( string $kind, string $text ): void {
		set_transient( self::SAID . get_current_user_id(), array( $kind, $text ), HOUR_IN_SECONDS );
	}

	private function go_to( $order ): void {
		wp_safe_redirect( $order->get_edit_order_url() );
		$this->leave();
	}

	private function leave(): void {
		exit;
	}
}
