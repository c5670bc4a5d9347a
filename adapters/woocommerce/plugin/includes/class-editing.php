<?php
/** Opens designs again: of lines in the cart, and of orders, as copies. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/**
 * A product page that was opened by one of the addresses made here asks for the design, and a later save changes the
 * line. Pages are cached: what belongs to one shopper is never a part of them.
 */
final class Editing {

	const LINE  = 'platen_line';
	const ITEM  = 'platen_item';
	const ORDER = 'platen_order';

	private Client $client;
	private Offer $offer;
	private Designs $designs;
	/** The service did not answer in this request: no shopper waits for it twice. */
	private bool $is_away = false;

	public function __construct( Client $client, Offer $offer, Designs $designs ) {
		$this->client  = $client;
		$this->offer   = $offer;
		$this->designs = $designs;
	}

	public function hook(): void {
		add_action( 'wc_ajax_platen_cart', array( $this, 'tell_cart' ) );
		add_action( 'wc_ajax_platen_saved', array( $this, 'keep_design' ) );
		add_filter( 'woocommerce_order_again_cart_item_data', array( $this, 'order_again' ), 10, 2 );
	}

	/** The product page with the design of a line in the cart; empty where it has none and needs none. */
	public function line_url( array $line, string $key ): string {
		$variation_id = isset( $line['variation_id'] ) ? (int) $line['variation_id'] : 0;
		$product      = isset( $line['data'] ) && is_object( $line['data'] ) ? $line['data'] : wc_get_product( $line['product_id'] );
		if ( ! $product || '' === $this->offer->template( (int) $line['product_id'], $variation_id ) ) {
			return '';
		}
		return add_query_arg( array( self::LINE => $key ), $product->get_permalink( $line ) );
	}

	/** The product page with a copy of an ordered design; empty where the product is personalized no longer. */
	public function order_url( Line $line ): string {
		$product_id   = (int) $line->item->get_product_id();
		$variation_id = (int) $line->item->get_variation_id();
		$product      = wc_get_product( 0 === $variation_id ? $product_id : $variation_id );
		if ( ! $product || '' === $this->offer->template( $product_id, $variation_id ) ) {
			return '';
		}
		return add_query_arg( array( self::ITEM => $line->id(), self::ORDER => $line->order->get_order_key() ), $product->get_permalink() );
	}

	/** Tells the page the cart reference, and the design that its address names. */
	public function tell_cart(): void {
		nocache_headers();
		$told = array( 'cart' => $this->designs->reference( true ) );
		$key  = Request::text( self::LINE );
		$item = (int) Request::text( self::ITEM );
		if ( '' !== $key ) {
			$line           = $this->line_of( $key );
			$told['line']   = null === $line ? null : array( 'variation' => isset( $line['variation_id'] ) ? (int) $line['variation_id'] : 0 );
			$told['design'] = null === $line ? null : $this->design_of_line( $line );
		} elseif ( 0 !== $item ) {
			$told['design'] = $this->design_of_order( $item, Request::text( self::ORDER ) );
		}
		wp_send_json( $told );
	}

	/**
	 * The page has a saved design: kept with the session, for carts that are filled without the page's form, and for
	 * the picture in the cart. Who does not know the cart reference of the browser is another site.
	 */
	public function keep_design(): void {
		nocache_headers();
		$fill = Request::text( Cart::FILL );
		$own  = $this->designs->reference( false );
		if ( '' === $own || ! hash_equals( $own, Request::text( 'cart' ) ) || ! References::is_fill( $fill ) ) {
			wp_send_json( array( 'kept' => false ), 400 );
		}
		$line    = Request::text( self::LINE );
		$changed = $this->replace( $line, (int) Request::text( 'variation_id' ), Request::text( 'replaces' ), $fill );
		// A changed line has its design. The next product that is added must not take it too, which would double the line.
		$product = $changed && '' !== $line ? 0 : (int) Request::text( 'product_id' );
		$this->designs->keep( $fill, $product, (int) Request::text( 'variation_id' ), Request::text( 'pp_preview' ), array( Request::text( 'pp_label' ), Request::text( 'pp_text' ) ) );
		wp_send_json( array( 'kept' => true, 'changed' => $changed ) );
	}

	/**
	 * A printed design belongs to its order: the new line gets a copy. Where none can be made the line goes into the
	 * cart without a design, and says so there.
	 */
	public function order_again( $data, $item ): array {
		$data = (array) $data;
		unset( $data[ Cart::FILL ], $data[ Cart::REF ] );
		$fill         = Line::read( $item, Line::FILL );
		$product_id   = (int) $item->get_product_id();
		$variation_id = (int) $item->get_variation_id();
		if ( ! References::is_fill( $fill ) || '' === $this->offer->template( $product_id, $variation_id ) ) {
			return $data;
		}
		$copy = $this->copy( $fill );
		if ( null === $copy ) {
			return $data + array( Cart::MISSING => (string) $item->get_id() );
		}
		$this->designs->keep( $copy['id'], $product_id, $variation_id, $copy['preview'], (array) json_decode( Line::read( $item, Line::TEXT ), true ) );
		return $data + array( Cart::FILL => $copy['id'], Cart::REF => $this->designs->reference( true ) );
	}

	private function line_of( string $key ): ?array {
		$lines = WC()->cart->get_cart();
		return isset( $lines[ $key ] ) ? $lines[ $key ] : null;
	}

	private function design_of_line( array $line ): ?array {
		$variation_id = isset( $line['variation_id'] ) ? (int) $line['variation_id'] : 0;
		$fill         = isset( $line[ Cart::FILL ] ) ? (string) $line[ Cart::FILL ] : '';
		$session      = null;
		if ( References::is_fill( $fill ) ) {
			$reply   = $this->open( $fill, (int) $line['product_id'], $variation_id, false );
			$session = 'fill_not_open' === $reply->code() || 'fill_expired' === $reply->code()
				? $this->open( $fill, (int) $line['product_id'], $variation_id, true )
				: $reply;
		}
		return $this->told( $fill, $variation_id, $session );
	}

	/** Known to whoever has the order's key, as its confirmation page is; an order of an account, to that account alone. */
	private function design_of_order( int $item_id, string $order_key ): ?array {
		$order = '' === $order_key ? false : wc_get_order( wc_get_order_id_by_order_key( $order_key ) );
		$line  = $order ? Line::find( (int) $order->get_id(), $item_id ) : null;
		$owner = $order ? (int) $order->get_customer_id() : 0;
		if ( null === $line || '' === $line->fill_id() || ! hash_equals( (string) $order->get_order_key(), $order_key ) || ( 0 !== $owner && get_current_user_id() !== $owner ) ) {
			return null;
		}
		$variation_id = (int) $line->item->get_variation_id();
		$reply        = $this->open( $line->fill_id(), (int) $line->item->get_product_id(), $variation_id, true );
		return $this->told( $line->fill_id(), $variation_id, $reply );
	}

	/** Null for a design that is erased or gone: nobody can open it. */
	private function told( string $fill, int $variation_id, ?Reply $reply ): ?array {
		if ( null !== $reply && 404 === $reply->status ) {
			return null;
		}
		return array(
			'fill'      => $fill,
			'variation' => $variation_id,
			'preview'   => $this->designs->preview( $fill ),
			'session'   => null === $reply ? null : self::session_of( $reply ),
		);
	}

	/** What the page needs of an opened session; null where none was opened. */
	public static function session_of( Reply $reply ): ?array {
		$session = $reply->object( 'embed_session' );
		$opened  = $reply->ok() && isset( $session['id'], $reply->body['client_secret'] );
		return $opened ? array( 'id' => (string) $session['id'], 'secret' => (string) $reply->body['client_secret'] ) : null;
	}

	private function open( string $fill, int $product_id, int $variation_id, bool $copies ): Reply {
		$body = array(
			'fill_id'             => $fill,
			'external_product_id' => References::product( $product_id ),
			'external_variant_id' => 0 === $variation_id ? null : References::product( $variation_id ),
			'external_cart_id'    => $this->designs->reference( true ),
		);
		if ( $copies ) {
			$body['copy'] = true;
		}
		$reply         = $this->is_away ? new Reply( 0 ) : $this->client->open_session( $body );
		$this->is_away = $this->is_away || 0 === $reply->status;
		return $reply;
	}

	/** @return array|null Id and picture of an open copy, which is printed as the first was. */
	private function copy( string $fill ): ?array {
		$reply         = $this->is_away ? new Reply( 0 ) : $this->client->copy_fill( $fill );
		$this->is_away = $this->is_away || 0 === $reply->status;
		$made          = $reply->object( 'fill' );
		if ( ! $reply->ok() || ! isset( $made['id'] ) || ! References::is_fill( (string) $made['id'] ) || empty( $made['printable'] ) ) {
			return null;
		}
		$this->client->change_fill( (string) $made['id'], array( 'external_cart_id' => $this->designs->reference( true ) ) );
		return array(
			'id'      => (string) $made['id'],
			'preview' => isset( $made['preview_url'] ) ? (string) $made['preview_url'] : '',
		);
	}

	/**
	 * The changed design takes the place of the line's own: in its place of the cart, with its quantity and what other
	 * plugins keep on it. A browser that keeps nothing for the editor's frame names the design that was there. Gives
	 * whether the cart has the design now, also by an earlier try.
	 */
	private function replace( string $key, int $variation_id, string $old, string $saved ): bool {
		$cart = WC()->cart->get_cart();
		// The design of another variation may have another template.
		$by_key  = isset( $cart[ $key ] ) && ( isset( $cart[ $key ]['variation_id'] ) ? (int) $cart[ $key ]['variation_id'] : 0 ) === $variation_id;
		$changed = array();
		$found   = false;
		foreach ( $cart as $at => $line ) {
			$has  = isset( $line[ Cart::FILL ] ) ? (string) $line[ Cart::FILL ] : '';
			$hit  = $by_key ? $key === (string) $at : ( '' !== $old && $has === $old );
			$next = (string) $at;
			if ( $hit && $has !== $saved ) {
				unset( $line[ Cart::MISSING ] );
				$line[ Cart::FILL ] = $saved;
				$line[ Cart::REF ]  = $this->designs->reference( true );
				$next               = $this->key_of( $line );
				$line['key']        = $next;
				$found              = true;
			}
			if ( isset( $changed[ $next ] ) ) {
				$line['quantity'] += $changed[ $next ]['quantity'];
			}
			$changed[ $next ] = $line;
		}
		if ( $found ) {
			WC()->cart->set_cart_contents( $changed );
			WC()->cart->calculate_totals();
		}
		return $found || in_array( $saved, array_column( $cart, Cart::FILL ), true );
	}

	/** As WooCommerce makes it when a line is added, of the data that are not its own. */
	private function key_of( array $line ): string {
		$own  = array( 'key', 'product_id', 'variation_id', 'variation', 'quantity', 'data', 'data_hash', 'line_tax_data', 'line_subtotal', 'line_subtotal_tax', 'line_total', 'line_tax' );
		$data = array_diff_key( $line, array_flip( $own ) );
		return (string) WC()->cart->generate_cart_id( $line['product_id'], $line['variation_id'], isset( $line['variation'] ) ? $line['variation'] : array(), $data );
	}
}
