<?php
/** Puts a picture of the template among the pictures of its product, and replaces it when the template changes. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Touches only the attachments that it has made itself; a merchant who takes its picture away is not contradicted. */
final class Imagery {

	const ATTACHMENT = '_pp_image_id';
	const HASH       = '_pp_image_hash';
	const REVISION   = '_pp_image_revision';
	/** On the attachment: the product that it was made for. */
	const OWN = '_pp_image_of';

	private Settings $settings;
	private Client $client;
	private Queue $queue;

	public function __construct( Settings $settings, Client $client, Queue $queue ) {
		$this->settings = $settings;
		$this->client   = $client->patient();
		$this->queue    = $queue;
	}

	public function hook(): void {
		add_action( 'platen_product_mapped', array( $this, 'refresh_later' ) );
		add_action( Queue::IMAGE, array( $this, 'refresh' ), 10, 2 );
		add_action( Queue::RECONCILE, array( $this, 'look_for_changes' ), 20 );
	}

	public function refresh_later( $product_id ): void {
		$product = wc_get_product( $product_id );
		if ( $this->settings->shows_listing_images() && $product && ! $product->is_type( 'variation' ) ) {
			$this->queue->add( Queue::IMAGE, array( (int) $product_id, 1 ) );
		}
	}

	/** One list of templates says which have a newer revision than the pictures. */
	public function look_for_changes(): void {
		if ( ! $this->settings->shows_listing_images() ) {
			return;
		}
		$templates = $this->client->templates();
		if ( $templates instanceof Reply ) {
			return;
		}
		$revisions = array();
		foreach ( $templates as $template ) {
			if ( isset( $template['id'], $template['live_revision'] ) ) {
				$revisions[ (string) $template['id'] ] = (string) $template['live_revision'];
			}
		}
		$page = 1;
		do {
			$products = wc_get_products(
				array(
					'limit'        => 100,
					'page'         => $page++,
					'orderby'      => 'ID',
					'meta_key'     => Mappings::TEMPLATE, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key
					'meta_compare' => 'EXISTS',
				)
			);
			foreach ( $products as $product ) {
				$template = (string) $product->get_meta( Mappings::TEMPLATE );
				if ( isset( $revisions[ $template ] ) && $template . '@' . $revisions[ $template ] !== (string) $product->get_meta( self::REVISION ) ) {
					$this->queue->add( Queue::IMAGE, array( (int) $product->get_id(), 1 ) );
				}
			}
			$count = count( $products );
		} while ( 100 === $count );
	}

	public function refresh( $product_id, $attempt = 1 ): void {
		$product = wc_get_product( $product_id );
		if ( ! $product || ! $this->settings->shows_listing_images() ) {
			return;
		}
		$template_id = (string) $product->get_meta( Mappings::TEMPLATE );
		if ( '' === $template_id ) {
			$this->remove( $product );
			return;
		}
		$told    = $this->client->template( $template_id );
		$shown   = $told->ok() ? $told->object( 'template' ) : null;
		$picture = null === $shown ? $told : $this->client->preview( $template_id );
		if ( ! $picture->ok() || 0 !== strpos( $picture->bytes, "\x89PNG\r\n\x1a\n" ) ) {
			$this->queue->retry( Queue::IMAGE, array( (int) $product_id ), (int) $attempt, $picture );
			return;
		}
		$this->place( $product, $picture->bytes, (string) $shown['title'] );
		$product->update_meta_data( self::REVISION, $template_id . '@' . ( isset( $shown['live_revision'] ) ? $shown['live_revision'] : '' ) );
		$product->save();
	}

	private function place( $product, string $png, string $title ): void {
		$hash = hash( 'sha256', $png );
		$old  = (int) $product->get_meta( self::ATTACHMENT );
		$own  = $this->is_own( $old, $product );
		if ( 0 !== $old && ( ! $own || ! $this->is_shown( $old, $product ) ) ) {
			// The merchant has deleted it, or taken it out of the product.
			return;
		}
		if ( $own && hash_equals( $hash, (string) $product->get_meta( self::HASH ) ) ) {
			return;
		}
		$made = $this->side_load( $product, $png, $title );
		if ( 0 === $made ) {
			return;
		}
		$gallery = array_map( 'intval', $product->get_gallery_image_ids() );
		if ( $own && (int) $product->get_image_id() === $old ) {
			$product->set_image_id( $made );
		} elseif ( $own ) {
			$product->set_gallery_image_ids( array_replace( $gallery, array( array_search( $old, $gallery, true ) => $made ) ) );
		} elseif ( ! $product->get_image_id() ) {
			$product->set_image_id( $made );
		} else {
			$product->set_gallery_image_ids( array_merge( $gallery, array( $made ) ) );
		}
		$product->update_meta_data( self::ATTACHMENT, $made );
		$product->update_meta_data( self::HASH, $hash );
		$product->save();
		if ( $own ) {
			wp_delete_attachment( $old, true );
		}
	}

	/** The product is personalized no longer: our picture goes, and none of the merchant's. */
	private function remove( $product ): void {
		$old = (int) $product->get_meta( self::ATTACHMENT );
		if ( 0 === $old ) {
			return;
		}
		if ( $this->is_own( $old, $product ) ) {
			if ( (int) $product->get_image_id() === $old ) {
				$product->set_image_id( 0 );
			}
			$product->set_gallery_image_ids( array_values( array_diff( array_map( 'intval', $product->get_gallery_image_ids() ), array( $old ) ) ) );
			wp_delete_attachment( $old, true );
		}
		foreach ( array( self::ATTACHMENT, self::HASH, self::REVISION ) as $name ) {
			$product->delete_meta_data( $name );
		}
		$product->save();
	}

	private function is_own( int $attachment, $product ): bool {
		return 0 !== $attachment && (int) get_post_meta( $attachment, self::OWN, true ) === (int) $product->get_id();
	}

	private function is_shown( int $attachment, $product ): bool {
		return (int) $product->get_image_id() === $attachment || in_array( $attachment, array_map( 'intval', $product->get_gallery_image_ids() ), true );
	}

	/** From bytes: no address of the service is fetched, and none has to be public. Gives 0 where it failed. */
	private function side_load( $product, string $png, string $title ): int {
		foreach ( function_exists( 'media_handle_sideload' ) ? array() : array( 'file', 'media', 'image' ) as $part ) {
			require_once ABSPATH . 'wp-admin/includes/' . $part . '.php';
		}
		$path = wp_tempnam( 'platen.png' );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_system_operations_file_put_contents -- a temporary file.
		if ( ! $path || strlen( $png ) !== file_put_contents( $path, $png ) ) {
			return 0;
		}
		$file = array(
			'name'     => 'platen-' . (int) $product->get_id() . '.png',
			'tmp_name' => $path,
		);
		$made = media_handle_sideload( $file, (int) $product->get_id(), $title );
		if ( is_wp_error( $made ) ) {
			wp_delete_file( $path );
			return 0;
		}
		update_post_meta( $made, self::OWN, (int) $product->get_id() );
		update_post_meta( $made, '_wp_attachment_image_alt', $title );
		return (int) $made;
	}
}
