<?php
/** Tells a service all mappings again: after a move to another address, another team, or from a backup. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** In the background, a page of products at a time; what was refused is named on the settings page. */
final class Remapping {

	const ACTION = 'platen_remap';
	/** What the settings page tells: how many were sent, and which were refused. */
	const RESULT = 'platen_remapped';
	const PAGE   = 20;

	private Mappings $mappings;
	private Queue $queue;

	public function __construct( Mappings $mappings, Queue $queue ) {
		$this->mappings = $mappings;
		$this->queue    = $queue;
	}

	public function hook(): void {
		add_action( 'admin_post_' . self::ACTION, array( $this, 'begin' ) );
		add_action( Queue::REMAP, array( $this, 'send_page' ), 10, 2 );
	}

	public function begin(): void {
		Request::require_staff( Settings_Page::CAPABILITY, self::ACTION );
		update_option( self::RESULT, array( 'sent' => 0, 'refused' => array(), 'done' => false ), false );
		$this->queue->add( Queue::REMAP, array( 1, 1 ) );
		wp_safe_redirect( Settings_Page::url() );
		exit;
	}

	public function send_page( $page, $attempt = 1 ): void {
		$products = wc_get_products(
			array(
				'limit'        => self::PAGE,
				'page'         => (int) $page,
				'orderby'      => 'ID',
				'order'        => 'ASC',
				'type'         => array_merge( array_keys( wc_get_product_types() ), array( 'variation' ) ),
				'meta_key'     => Mappings::TEMPLATE, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key
				'meta_compare' => 'EXISTS',
			)
		);
		$kept     = get_option( self::RESULT );
		$result   = array_merge( array( 'sent' => 0, 'refused' => array(), 'done' => false ), is_array( $kept ) ? $kept : array() );
		foreach ( $products as $product ) {
			$reply = $this->mappings->send_again( $product );
			// The page begins again: what was sent is found as it is.
			if ( null !== $reply && $this->queue->retry( Queue::REMAP, array( (int) $page ), (int) $attempt, $reply ) ) {
				return;
			}
			if ( null === $reply ) {
				++$result['sent'];
			} else {
				$result['refused'][] = $product->get_name();
			}
		}
		$result['done'] = count( $products ) < self::PAGE;
		update_option( self::RESULT, $result, false );
		if ( ! $result['done'] ) {
			$this->queue->again( Queue::REMAP, array( (int) $page + 1, 1 ), 0 );
		}
	}

	/** The button, and what became of it. */
	public static function show(): void {
		printf( '<h2>%s</h2>', esc_html__( 'Product mappings', 'platen-for-woocommerce' ) );
		printf( '<p>%s</p>', esc_html__( 'After a change of the service URL or the team, send the templates of all products to Platen again.', 'platen-for-woocommerce' ) );
		$result = get_option( self::RESULT );
		if ( is_array( $result ) ) {
			$sent = (int) $result['sent'];
			/* translators: %d: number of products */
			$text = sprintf( _n( '%d product sent.', '%d products sent.', $sent, 'platen-for-woocommerce' ), $sent );
			if ( empty( $result['done'] ) ) {
				$text .= ' ' . __( 'The rest is sent in the background.', 'platen-for-woocommerce' );
			}
			if ( ! empty( $result['refused'] ) ) {
				/* translators: %s: names of products */
				$text .= ' ' . sprintf( __( 'Platen rejected: %s. Choose a template on these products again.', 'platen-for-woocommerce' ), implode( ', ', (array) $result['refused'] ) );
			}
			printf( '<p><strong>%s</strong></p>', esc_html( $text ) );
		}
		printf( '<form method="post" action="%1$s"><input type="hidden" name="action" value="%2$s">', esc_url( admin_url( 'admin-post.php' ) ), esc_attr( self::ACTION ) );
		wp_nonce_field( self::ACTION );
		printf( '<p><button type="submit" class="button">%s</button></p></form>', esc_html__( 'Send all mappings again', 'platen-for-woocommerce' ) );
	}
}
