<?php
/** An order of the shop as the order hook of the service takes it. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Maps and decides nothing: what the order means for the press, the service works out. */
final class Order_Message {

	const CANCELED = array( 'cancelled', 'refunded', 'trash' );
	const DRAFTS   = array( 'checkout-draft', 'auto-draft', 'draft' );
	/** At these nothing is printed, whatever the merchant has chosen. */
	const NEVER = array( 'cancelled', 'refunded', 'trash', 'failed', 'checkout-draft', 'auto-draft', 'draft' );

	private Settings $settings;
	private Mappings $mappings;

	public function __construct( Settings $settings, Mappings $mappings ) {
		$this->settings = $settings;
		$this->mappings = $mappings;
	}

	/** `data.order` of the hook, without the time. */
	public function of( $order ): array {
		$data = array(
			'id'     => (string) $order->get_id(),
			'name'   => mb_substr( (string) $order->get_order_number(), 0, 255 ),
			'status' => $this->status( (string) $order->get_status() ),
			'lines'  => array(),
		);
		if ( $this->settings->sends_customer() && 'yes' !== (string) $order->get_meta( '_anonymized' ) ) {
			$email            = sanitize_email( (string) $order->get_billing_email() );
			$name             = trim( (string) $order->get_formatted_billing_full_name() );
			$data['customer'] = array(
				'email' => '' === $email ? null : $email,
				'name'  => '' === $name ? null : mb_substr( $name, 0, 200 ),
			);
		}
		foreach ( Line::all( $order ) as $line ) {
			if ( '' !== $line->fill_id() || ! $this->is_sold_as_it_is( $line ) ) {
				$data['lines'][] = self::line( $line );
			}
		}
		/**
		 * An order as the service is sent it, to add a due date for instance: `due_at`, as RFC 3339.
		 *
		 * @param array     $data  As docs/sell/rest.md describes an order.
		 * @param \WC_Order $order The order.
		 */
		return (array) apply_filters( 'platen_order_message', $data, $order );
	}

	/** Whether a line is printed, or would be if it had a design. */
	public function is_personalized( Line $line ): bool {
		return '' !== $line->fill_id() || ( '' !== $this->template( $line ) && ! $this->is_sold_as_it_is( $line ) );
	}

	/** Writes on each line whose it is. A line that another order had first is a copy, and what was noted there is not its own. */
	public function claim( $order ): void {
		foreach ( Line::all( $order ) as $line ) {
			$of = $line->meta( Line::OF );
			if ( $of === $line->key() ) {
				continue;
			}
			$from = (string) strstr( $of, ':', true );
			if ( '' !== $from && (string) $order->get_id() !== $from ) {
				Line::write( $line->item, Line::COPIED_FROM, $from );
				foreach ( array( Line::CORE, Line::STATE, Line::COPY ) as $name ) {
					Line::write( $line->item, $name, '' );
				}
			}
			Line::write( $line->item, Line::OF, $line->key() );
			$line->item->save();
			if ( '' !== $line->fill_id() && $line->is_rounded() && '' === $line->meta( Line::STATE ) ) {
				/* translators: 1: quantity that was ordered, such as 2.5, 2: number of pieces */
				$line->note( sprintf( __( '%1$s ordered; %2$d will be printed.', 'platen-for-woocommerce' ), (string) $line->item->get_quantity(), max( 1, $line->quantity() - $line->refunded() ) ) );
			}
		}
	}

	private function status( string $status ): string {
		if ( in_array( $status, self::CANCELED, true ) ) {
			return 'canceled';
		}
		if ( 'completed' === $status ) {
			return 'fulfilled';
		}
		return in_array( $status, $this->settings->statuses(), true ) && ! in_array( $status, self::NEVER, true ) ? 'paid' : 'open';
	}

	private static function line( Line $line ): array {
		$variation_id = (int) $line->item->get_variation_id();
		// A line that an earlier version has printed as a copy.
		$copy   = $line->meta( Line::COPY );
		$fill   = '' === $copy ? $line->fill_id() : $copy;
		$single = array(
			'id'                => (string) $line->id(),
			'fill_id'           => '' === $fill ? null : mb_substr( $fill, 0, 255 ),
			'product_id'        => References::product( (int) $line->item->get_product_id() ),
			'variant_id'        => 0 === $variation_id ? null : References::product( $variation_id ),
			'quantity'          => $line->quantity(),
			'refunded_quantity' => $line->refunded(),
		);
		foreach ( array( 'cart_id' => Line::CART, 'copied_from' => Line::COPIED_FROM ) as $name => $meta ) {
			if ( '' !== $line->meta( $meta ) ) {
				$single[ $name ] = $line->meta( $meta );
			}
		}
		return $single;
	}

	/** The product has a template, and this choice is sold without a design all the same. */
	private function is_sold_as_it_is( Line $line ): bool {
		$product_id   = (int) $line->item->get_product_id();
		$variation_id = (int) $line->item->get_variation_id();
		if ( '' === $this->template( $line ) ) {
			return 0 !== $variation_id && '' !== $this->mappings->template_of( $product_id );
		}
		return ! Offer::is_required( $product_id, $variation_id );
	}

	private function template( Line $line ): string {
		return $this->mappings->template_of( (int) $line->item->get_product_id(), (int) $line->item->get_variation_id() );
	}
}
