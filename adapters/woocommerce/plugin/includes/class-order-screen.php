<?php
/**
 * The order screen: what is printed, its file, and trying again.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Shows what the order's own meta says, so that the screen opens at once whether the service is there or not. */
final class Order_Screen {

	const CAPABILITY = 'edit_shop_orders';

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
		add_action( 'add_meta_boxes', array( $this, 'add_box' ), 10, 2 );
		add_action( 'admin_post_platen_pdf', array( $this, 'open_pdf' ) );
		add_action( 'admin_post_platen_retry', array( $this, 'retry' ) );
		add_action( 'admin_post_platen_refresh', array( $this, 'refresh' ) );
	}

	public function add_box( $screen, $order = null ): void {
		$order = $this->order_of( $order );
		if ( null === $order || array() === Line::of( $order ) ) {
			return;
		}
		add_meta_box( 'platen-print-files', __( 'Print files', 'platen-for-woocommerce' ), array( $this, 'show' ), $screen, 'normal', 'high' );
	}

	public function show( $order ): void {
		$order = $this->order_of( $order );
		if ( null === $order ) {
			return;
		}
		echo '<table class="widefat striped"><thead><tr>';
		foreach ( array( __( 'Line', 'platen-for-woocommerce' ), __( 'Quantity', 'platen-for-woocommerce' ), __( 'Status', 'platen-for-woocommerce' ), __( 'File', 'platen-for-woocommerce' ) ) as $head ) {
			printf( '<th scope="col">%s</th>', esc_html( $head ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( Line::of( $order ) as $line ) {
			$state     = Words::state( $line );
			$preflight = Line::FINALIZED === $line->state() ? Words::preflight( $line->meta( Line::PREFLIGHT ) ) : '';
			printf(
				'<tr data-platen-state="%1$s"><td>%2$s<br><code>%3$s</code></td><td>%4$d</td><td>%5$s%6$s</td><td>',
				esc_attr( $line->state() ),
				esc_html( $line->item->get_name() ),
				esc_html( $line->fill_id() ),
				absint( $line->quantity() ),
				esc_html( $state ),
				'' === $preflight ? '' : '<br>' . esc_html( $preflight )
			);
			$this->show_links( $line );
			echo '</td></tr>';
		}
		echo '</tbody></table>';
		$query = array( 'action' => 'platen_refresh', 'order' => (int) $order->get_id() );
		$link  = wp_nonce_url( add_query_arg( $query, admin_url( 'admin-post.php' ) ), 'platen_refresh_' . (int) $order->get_id() );
		printf( '<p><a class="button" href="%1$s">%2$s</a></p>', esc_url( $link ), esc_html__( 'Refresh', 'platen-for-woocommerce' ) );
	}

	/** A fresh link at each click, for its own links end after an hour; the PDF itself comes from the service. */
	public function open_pdf(): void {
		$line = $this->asked_line( 'platen_pdf' );
		$url  = '';
		if ( '' !== $line->meta( Line::RENDER ) ) {
			$render = $this->client->render( $line->meta( Line::RENDER ) )->object( 'render' );
			$url    = isset( $render['signed_url'] ) ? (string) $render['signed_url'] : '';
		}
		if ( '' === $url || 0 !== strpos( $url, $this->settings->service_url() . '/files/' ) ) {
			wp_die( esc_html__( 'The print file cannot be opened at the moment. Check its status in the order and try again.', 'platen-for-woocommerce' ), '', array( 'response' => 503, 'back_link' => true ) );
		}
		nocache_headers();
		// phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- to the service that was set, checked above.
		wp_redirect( $url );
		$this->leave();
	}

	/** Begins again with the line; `release` says that somebody has looked at a held one. */
	public function retry(): void {
		$line = $this->asked_line( 'platen_retry' );
		if ( Line::FINALIZED === $line->state() ) {
			$this->queue->add( Queue::RENDER, array( (int) $line->order->get_id(), $line->id(), 1, 0 ) );
		} else {
			// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- asked_line has checked it.
			$released = isset( $_GET['release'] ) && $this->may_be_released( $line );
			$line->mark( Line::WAITING, $released ? array( Line::RELEASED => $line->fill_id() ) : array() );
			if ( $released ) {
				$line->note( __( 'Released for printing.', 'platen-for-woocommerce' ) );
			}
			$this->queue->add( Queue::FINALIZE, array( (int) $line->order->get_id(), $line->id(), 1 ) );
		}
		wp_safe_redirect( $line->order->get_edit_order_url() );
		$this->leave();
	}

	/** Reads all print files of the order by its own reference, as a press does that fetches them. */
	public function refresh(): void {
		$order_id = isset( $_GET['order'] ) ? absint( $_GET['order'] ) : 0;
		check_admin_referer( 'platen_refresh_' . $order_id );
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'You do not have permission to do this.', 'platen-for-woocommerce' ), '', array( 'response' => 403 ) );
		}
		$order = wc_get_order( $order_id );
		if ( ! $order ) {
			wp_die( esc_html__( 'This order does not have this line.', 'platen-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		$reply = $this->client->renders_of_order( References::order( $this->settings, $order_id ) );
		$lines = Line::of( $order );
		foreach ( $reply->ok() && isset( $reply->body['data'] ) ? (array) $reply->body['data'] : array() as $render ) {
			foreach ( $lines as $line ) {
				// Newest first: a line has one final print file.
				if ( Line::WITHDRAWN !== $line->state() && isset( $render['fill_id'] ) && $line->fill_id() === $render['fill_id'] ) {
					$line->mark_render( $render );
				}
			}
		}
		wp_safe_redirect( $order->get_edit_order_url() );
		$this->leave();
	}

	private function show_links( Line $line ): void {
		if ( 'succeeded' === $line->meta( Line::RENDER_STATUS ) ) {
			printf( '<a class="button" target="_blank" rel="noopener" href="%1$s">%2$s</a> ', esc_url( $this->link( 'platen_pdf', $line ) ), esc_html__( 'Open the PDF', 'platen-for-woocommerce' ) );
		}
		$failed = Line::FINALIZED === $line->state() && 'failed' === $line->meta( Line::RENDER_STATUS );
		if ( $failed || in_array( $line->state(), array( Line::HELD, Line::FAILED ), true ) ) {
			printf( '<a class="button" href="%1$s">%2$s</a> ', esc_url( $this->link( 'platen_retry', $line ) ), esc_html__( 'Try again', 'platen-for-woocommerce' ) );
		}
		if ( $this->may_be_released( $line ) ) {
			printf( '<a class="button" href="%1$s">%2$s</a>', esc_url( add_query_arg( 'release', '1', $this->link( 'platen_retry', $line ) ) ), esc_html__( 'Print anyway', 'platen-for-woocommerce' ) );
		}
	}

	/** What was printed for another order or line is never printed again from here. */
	private function may_be_released( Line $line ): bool {
		return Line::HELD === $line->state() && in_array( $line->meta( Line::REASON ), array( 'template_mismatch', 'cart_mismatch' ), true );
	}

	private function link( string $action, Line $line ): string {
		$query = array( 'action' => $action, 'order' => (int) $line->order->get_id(), 'item' => $line->id() );
		return wp_nonce_url( add_query_arg( $query, admin_url( 'admin-post.php' ) ), $action . '_' . $line->id() );
	}

	/** The line that a link names. Ends the request where it may not be, or is not there. */
	private function asked_line( string $action ): Line {
		$order_id = isset( $_GET['order'] ) ? absint( $_GET['order'] ) : 0;
		$item_id  = isset( $_GET['item'] ) ? absint( $_GET['item'] ) : 0;
		check_admin_referer( $action . '_' . $item_id );
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'You do not have permission to do this.', 'platen-for-woocommerce' ), '', array( 'response' => 403 ) );
		}
		$line = Line::find( $order_id, $item_id );
		if ( null === $line ) {
			wp_die( esc_html__( 'This order does not have this line.', 'platen-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		return $line;
	}

	/** @param mixed $given A post where orders are posts, else the order itself. */
	private function order_of( $given ) {
		if ( $given instanceof \WC_Order ) {
			return $given;
		}
		$order = is_object( $given ) && isset( $given->ID ) ? wc_get_order( $given->ID ) : null;
		return $order instanceof \WC_Order ? $order : null;
	}

	private function leave(): void {
		exit;
	}
}
