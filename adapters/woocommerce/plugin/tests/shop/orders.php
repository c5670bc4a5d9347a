<?php
/** Orders of the stub shop as a test wants them to stand, changed by the steps and hooks by which a real shop gets there. */

// phpcs:disable

use Platen\WooCommerce\Line;

/** Reference => id; what is not there yet is added. */
function product_named( $reference ) {
	if ( ! isset( Site::$kept['references'][ $reference ] ) ) {
		$product = new WC_Product();
		$product->name = $reference;
		Site::$kept['references'][ $reference ] = $product->save();
	}
	return Site::$kept['references'][ $reference ];
}

add_filter( 'platen_product_reference', function ( $reference, $id ) {
	$named = array_search( $id, Site::$kept['references'] ?? array(), true );
	return false === $named ? $reference : $named;
}, 10, 2 );

/** Notes on the products what the product's screen would have noted there. */
function map_products( $templates ) {
	foreach ( array_keys( $templates ) as $reference ) product_named( $reference );
	foreach ( Site::$kept['references'] as $reference => $id ) {
		$product = wc_get_product( $id );
		if ( isset( $templates[ $reference ] ) ) $product->update_meta_data( '_pp_template_id', $templates[ $reference ] );
		else $product->delete_meta_data( '_pp_template_id' );
		$product->save();
	}
}

function put_order( $id, $given ) {
	$before = Site::$kept['orders'][ $id ] ?? '';
	if ( '' === $before ) make_order( $id, $given );
	else change_order( $id, $given );
	if ( wc_get_order( $id )->get_status() !== $given['status'] ) wc_get_order( $id )->update_status( $given['status'] );
	// Something that no message says: an address, or an amount that is refunded without items.
	if ( Site::$kept['orders'][ $id ] === $before ) refund_order( $id );
}

/** A copy has all meta data of the order that it was made from. */
function make_order( $id, $given ) {
	$order = new WC_Order();
	$order->set_id( $id );
	$order->email        = (string) $given['email'];
	$order->billing_name = (string) $given['name'];
	$from = wc_get_order( (int) $given['copied_from'] );
	foreach ( $from ? $from->all_meta() : array() as $name => $value ) $order->update_meta_data( $name, $value );
	foreach ( $given['lines'] as $line ) add_line( $order, $line );
	$order->save();
	put_refunds( $id, $given['lines'] );
}

function change_order( $id, $given ) {
	$kept = array_column( $given['lines'], null, 'id' );
	foreach ( array_keys( wc_get_order( $id )->items ) as $item_id ) {
		if ( ! isset( $kept[ $item_id ] ) ) delete_order_item( $id, $item_id );
	}
	foreach ( $given['lines'] as $line ) {
		$order = wc_get_order( $id );
		$item  = $order->items[ (int) $line['id'] ] ?? null;
		if ( null === $item ) {
			$item = add_line( $order, $line );
			$order->save();
			do_action( 'woocommerce_new_order_item', $item->get_id(), $item, $id );
			continue;
		}
		if ( Line::read( $item, Line::FILL ) !== (string) $line['fill'] ) {
			Line::write( $item, Line::FILL, (string) $line['fill'] );
			$item->save();
		}
		if ( (float) $item->get_quantity() !== (float) $line['quantity'] ) set_quantity( $id, $item->get_id(), $line['quantity'] );
	}
	put_refunds( $id, $given['lines'] );
}

/** Plugins that copy or move a line take its meta data along. */
function add_line( $order, $line ) {
	$item = new WC_Order_Item_Product();
	$item->set_id( (int) $line['id'] );
	$item->order_id   = $order->get_id();
	$item->name       = $line['product'];
	$item->product_id = product_named( $line['product'] );
	$item->quantity   = $line['quantity'];
	Line::write( $item, Line::FILL, (string) $line['fill'] );
	Line::write( $item, Line::CART, (string) $line['cart'] );
	$from = wc_get_order( (int) $line['copied_from'] );
	foreach ( $from ? $from->get_items() : array() as $source ) {
		if ( Line::read( $source, Line::FILL ) !== (string) $line['fill'] ) continue;
		foreach ( $source->all_meta() as $name => $value ) $item->update_meta_data( $name, $value );
	}
	$order->items[ $item->get_id() ] = $item;
	return $item;
}

/** Refunds are added; where fewer pieces are to be refunded than before, the old ones are deleted first. */
function put_refunds( $id, $lines ) {
	$order   = wc_get_order( $id );
	$before  = array();
	$refunds = array();
	foreach ( $lines as $line ) {
		$before[ $line['id'] ]  = abs( $order->get_qty_refunded_for_item( (int) $line['id'] ) );
		$refunds[ $line['id'] ] = $line['refunded'];
	}
	$falls = array_filter( $refunds, function ( $count, $item ) use ( $before ) { return $count < $before[ $item ]; }, ARRAY_FILTER_USE_BOTH );
	if ( array() !== $falls ) {
		delete_refunds( $id );
		$before = array_fill_keys( array_keys( $refunds ), 0 );
	}
	$more = array();
	foreach ( $refunds as $item => $count ) if ( $count > $before[ $item ] ) $more[ $item ] = $count - $before[ $item ];
	if ( array() !== $more ) refund_order( $id, $more );
}

/** Staff open the order, the background has its turn, and this is what the order says of each line then. */
function look_at_order( $id ) {
	do_action( 'add_meta_boxes', 'woocommerce_page_wc-orders', wc_get_order( $id ) );
	ob_start();
	foreach ( Site::$registered['boxes'] ?? array() as $box ) $box[1]( wc_get_order( $id ) );
	ob_end_clean();
	run_actions( 0 );
	$lines = array();
	foreach ( Line::all( wc_get_order( $id ) ) as $line ) {
		$lines[ $line->id() ] = array( 'render' => $line->render_id(), 'status' => $line->render_status(), 'stock' => array_column( array_merge( $line->inks(), $line->paper() ), 'name' ), 'text' => $line->meta( Line::CORE ) );
	}
	return (object) $lines;
}

/** As WordPress does it: each eraser page by page, that of WooCommerce after all others. Gives what was kept. */
function erase_person( $email ) {
	$said = array();
	foreach ( apply_filters( 'wp_privacy_personal_data_erasers', array() ) as $eraser ) {
		$page = 1;
		do {
			$answer = $eraser['callback']( $email, $page++ );
			$said   = array_merge( $said, $answer['messages'] );
		} while ( ! $answer['done'] );
	}
	foreach ( wc_get_orders( array( 'billing_email' => $email, 'limit' => -1 ) ) as $order ) remove_order_personal_data( $order );
	return array( 'kept' => $said );
}
