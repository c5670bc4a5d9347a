<?php
/**
 * WordPress' tools for personal data: what Platen holds of a person is exported and erased with the rest.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Designs hold names and texts of shoppers; they lie with the service, found by e-mail and by the person's orders. */
final class Privacy {

	const ORDERS_A_PAGE = 10;

	/** @var Client */
	private $client;

	public function __construct( Client $client ) {
		$this->client = $client;
	}

	public function hook(): void {
		add_filter( 'wp_privacy_personal_data_exporters', array( $this, 'add_exporter' ) );
		add_filter( 'wp_privacy_personal_data_erasers', array( $this, 'add_eraser' ) );
		add_action( 'admin_init', array( $this, 'suggest_policy' ) );
	}

	public function add_exporter( $exporters ): array {
		$exporters['platen'] = array(
			'exporter_friendly_name' => __( 'Designs in Platen', 'platen-for-woocommerce' ),
			'callback'               => array( $this, 'export' ),
		);
		return $exporters;
	}

	public function add_eraser( $erasers ): array {
		$erasers['platen'] = array(
			'eraser_friendly_name' => __( 'Designs in Platen', 'platen-for-woocommerce' ),
			'callback'             => array( $this, 'erase' ),
		);
		return $erasers;
	}

	public function export( $email, $page = 1 ): array {
		$fills = array();
		if ( 1 === (int) $page ) {
			$after = null;
			do {
				$reply = $this->client->fills_of_customer( (string) $email, $after );
				foreach ( $reply->ok() && isset( $reply->body['data'] ) ? (array) $reply->body['data'] : array() as $fill ) {
					$fills[ (string) $fill['id'] ] = $fill;
				}
				$after = $reply->ok() && ! empty( $reply->body['has_more'] ) ? $reply->body['next_starting_after'] : null;
			} while ( null !== $after );
		}
		$orders = $this->orders( (string) $email, (int) $page );
		foreach ( $orders as $order ) {
			foreach ( Line::of( $order ) as $line ) {
				$reply = isset( $fills[ $line->fill_id() ] ) ? null : $this->client->fill( $line->fill_id() );
				$fill  = null !== $reply && $reply->ok() ? $reply->object( 'fill' ) : null;
				if ( null !== $fill ) {
					$fills[ $line->fill_id() ] = $fill;
				}
			}
		}
		$data = array();
		foreach ( $fills as $id => $fill ) {
			$data[] = array(
				'group_id'    => 'platen',
				'group_label' => __( 'Designs in Platen', 'platen-for-woocommerce' ),
				'item_id'     => 'platen-' . $id,
				'data'        => $this->rows( $fill ),
			);
		}
		return array(
			'data' => $data,
			'done' => count( $orders ) < self::ORDERS_A_PAGE,
		);
	}

	/** What is not printed yet is kept until it is: erasing it would spoil an order that was paid for. */
	public function erase( $email, $page = 1 ): array {
		$removed  = false;
		$retained = false;
		$messages = array();
		$orders   = $this->orders( (string) $email, (int) $page );
		$waiting  = $this->waiting_orders( (string) $email );
		foreach ( $orders as $order ) {
			foreach ( Line::of( $order ) as $line ) {
				if ( isset( $waiting[ (int) $order->get_id() ] ) || Line::HELD === $line->state() ) {
					// A held line names a design that may be another person's.
					$retained = $retained || isset( $waiting[ (int) $order->get_id() ] );
					continue;
				}
				$reply    = $this->client->erase_fill( $line->fill_id() );
				$removed  = $removed || $reply->ok();
				$retained = $retained || ( ! $reply->ok() && 404 !== $reply->status );
				if ( ! $reply->ok() && 404 !== $reply->status ) {
					$messages[] = __( 'Platen could not be reached. Try the erasure again later.', 'platen-for-woocommerce' );
				}
			}
		}
		$done = count( $orders ) < self::ORDERS_A_PAGE;
		if ( $done && array() === $waiting ) {
			$reply    = $this->client->erase_customer( (string) $email );
			$removed  = $removed || ( $reply->ok() && array_sum( array_map( 'intval', $reply->body ) ) > 0 );
			$retained = $retained || ! $reply->ok();
			if ( ! $reply->ok() ) {
				$messages[] = __( 'Platen could not be reached. Try the erasure again later.', 'platen-for-woocommerce' );
			}
		}
		foreach ( $done ? $waiting : array() as $number ) {
			/* translators: %s: number of an order */
			$messages[] = sprintf( __( 'Order %s is not printed yet. Its designs are kept until the order is printed or canceled. Repeat the erasure then.', 'platen-for-woocommerce' ), $number );
		}
		return array(
			'items_removed'  => $removed,
			'items_retained' => $retained || array() !== $waiting,
			'messages'       => array_values( array_unique( $messages ) ),
			'done'           => $done,
		);
	}

	public function suggest_policy(): void {
		if ( ! function_exists( 'wp_add_privacy_policy_content' ) ) {
			return;
		}
		wp_add_privacy_policy_content(
			'Platen for WooCommerce',
			wp_kses_post( wpautop( __( 'When you personalize a product, our print service stores your input with your order so that we can print it. Your name and e-mail address are sent with the order. A cookie (platen_cart) links your designs to your cart.', 'platen-for-woocommerce' ) ) )
		);
	}

	/** @return array<int, string> Numbers of the person's orders that are yet to be printed, by id. */
	private function waiting_orders( string $email ): array {
		$numbers = array();
		$page    = 1;
		do {
			$orders = $this->orders( $email, $page++ );
			foreach ( $orders as $order ) {
				foreach ( Line::of( $order ) as $line ) {
					$made = Line::FINALIZED === $line->state() && 'queued' !== $line->meta( Line::RENDER_STATUS );
					$off  = in_array( (string) $order->get_status(), Printing::NEVER, true );
					if ( ! $made && ! $off && Line::HELD !== $line->state() ) {
						$numbers[ (int) $order->get_id() ] = (string) $order->get_order_number();
					}
				}
			}
		} while ( count( $orders ) === self::ORDERS_A_PAGE );
		return $numbers;
	}

	private function orders( string $email, int $page ): array {
		return wc_get_orders(
			array(
				'limit'         => self::ORDERS_A_PAGE,
				'page'          => max( 1, $page ),
				'type'          => 'shop_order',
				'orderby'       => 'ID',
				'order'         => 'ASC',
				'billing_email' => $email,
			)
		);
	}

	private function rows( array $fill ): array {
		$rows = array();
		foreach ( array( 'template_title', 'customer_name', 'customer_email', 'created_at' ) as $name ) {
			if ( ! empty( $fill[ $name ] ) ) {
				$rows[] = array( 'name' => $name, 'value' => (string) $fill[ $name ] );
			}
		}
		foreach ( isset( $fill['values'] ) ? (array) $fill['values'] : array() as $field => $value ) {
			$rows[] = array( 'name' => (string) $field, 'value' => (string) $value );
		}
		return $rows;
	}
}
