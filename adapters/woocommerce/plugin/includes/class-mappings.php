<?php
/** Which template a product, or one variation of it, is printed from. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/**
 * The service holds the mappings. What it has taken is noted on the product, so that no page of the shop asks the
 * service; what it refused is noted nowhere.
 */
class Mappings {

	const TEMPLATE = '_pp_template_id';
	const MAPPING  = '_pp_mapping_id';

	/** In place of a template: a variation that is sold as it is, though its product is mapped. */
	const NONE = 'none';

	const TEMPLATES_CACHE = 'platen_templates_2';

	private Client $client;
	private Queue $queue;

	public function __construct( Client $client, Queue $queue ) {
		$this->client = $client;
		$this->queue  = $queue;
	}

	public function hook(): void {
		add_action( 'woocommerce_before_delete_product', array( $this, 'forget_later' ) );
		add_action( 'woocommerce_before_delete_product_variation', array( $this, 'forget_later' ) );
		add_action( Queue::UNMAP, array( $this, 'unmap' ), 10, 2 );
		add_filter( 'woocommerce_duplicate_product_exclude_meta', array( $this, 'exclude_from_copies' ) );
	}

	/** A variation's own template before its product's; empty where there is none. */
	public function template_of( int $product_id, int $variation_id = 0 ): string {
		foreach ( array_filter( array( $variation_id, $product_id ) ) as $id ) {
			$product  = wc_get_product( $id );
			$template = $product ? (string) $product->get_meta( self::TEMPLATE ) : '';
			if ( '' !== $template ) {
				return self::NONE === $template ? '' : $template;
			}
		}
		return '';
	}

	/**
	 * What a product is printed from, as `0`, and each of its variations that differs from it; such a one is empty where it
	 * is sold as it is.
	 *
	 * @return array<int, string>
	 */
	public function templates_of( $product ): array {
		$own       = (string) $product->get_meta( self::TEMPLATE );
		$templates = array_filter( array( 0 => $own ) );
		$children  = $product->is_type( 'variable' ) ? array_map( 'intval', $product->get_children() ) : array();
		// One query for all of them: a variation that is loaded as a product costs several.
		if ( array() !== $children ) {
			update_meta_cache( 'post', $children );
		}
		foreach ( $children as $id ) {
			$special  = (string) get_post_meta( $id, self::TEMPLATE, true );
			$template = self::NONE === $special ? '' : $special;
			if ( '' !== $special && $template !== $own ) {
				$templates[ $id ] = $template;
			}
		}
		return $templates;
	}

	/**
	 * The live templates by id, for a choice; at most five minutes old.
	 *
	 * @return array<string, string>|Reply
	 */
	public function choices() {
		$templates = $this->templates();
		return $templates instanceof Reply ? $templates : array_map(
			static function ( $template ) {
				return $template['title'];
			},
			array_filter(
				$templates,
				static function ( $template ) {
					return 'live' === $template['status'];
				}
			)
		);
	}

	/**
	 * Title and status of a template; null where it is not known now.
	 *
	 * @return array{title: string, status: string}|null
	 */
	public function template( string $id ): ?array {
		$templates = $this->templates();
		return $templates instanceof Reply || ! isset( $templates[ $id ] ) ? null : $templates[ $id ];
	}

	/** @return array<string, array{title: string, status: string}>|Reply */
	private function templates() {
		$kept = get_transient( self::TEMPLATES_CACHE );
		if ( is_array( $kept ) ) {
			return $kept;
		}
		$templates = $this->client->templates();
		if ( $templates instanceof Reply ) {
			return $templates;
		}
		$found = array();
		foreach ( $templates as $template ) {
			if ( isset( $template['id'], $template['status'] ) ) {
				$found[ (string) $template['id'] ] = array(
					'title'  => isset( $template['title'] ) ? (string) $template['title'] : '',
					'status' => (string) $template['status'],
				);
			}
		}
		asort( $found );
		set_transient( self::TEMPLATES_CACHE, $found, 5 * MINUTE_IN_SECONDS );
		return $found;
	}

	/**
	 * Maps, maps anew or unmaps. Gives null, or the answer with which the service refused; then nothing has changed.
	 *
	 * @param \WC_Product $product     A product or a variation.
	 * @param string      $template_id Empty to unmap; NONE for a variation that does not follow its product.
	 */
	public function save( $product, string $template_id ): ?Reply {
		if ( $template_id === (string) $product->get_meta( self::TEMPLATE ) ) {
			return null;
		}
		$mapping_id = (string) $product->get_meta( self::MAPPING );
		$is_mapped  = '' !== $template_id && self::NONE !== $template_id;
		$reply      = ! $is_mapped
			? $this->archive( $mapping_id )
			: $this->put( $product, $mapping_id, $template_id );
		if ( null !== $reply && ! $reply->ok() ) {
			return $reply;
		}
		$mapping = null === $reply ? null : $reply->object( 'product_mapping' );
		if ( '' === $template_id ) {
			$product->delete_meta_data( self::TEMPLATE );
		} else {
			$product->update_meta_data( self::TEMPLATE, $template_id );
		}
		if ( ! $is_mapped ) {
			$product->delete_meta_data( self::MAPPING );
		} else {
			$product->update_meta_data( self::MAPPING, isset( $mapping['id'] ) ? (string) $mapping['id'] : $mapping_id );
		}
		$product->save_meta_data();
		return null;
	}

	/** Says the mapping of a product as if for the first time; null, or the answer with which it was refused. */
	public function send_again( $product ): ?Reply {
		$template_id = (string) $product->get_meta( self::TEMPLATE );
		if ( '' === $template_id || self::NONE === $template_id ) {
			return null;
		}
		$reply = $this->put( $product, (string) $product->get_meta( self::MAPPING ), $template_id );
		if ( ! $reply->ok() ) {
			return $reply;
		}
		$mapping = $reply->object( 'product_mapping' );
		if ( isset( $mapping['id'] ) ) {
			$product->update_meta_data( self::MAPPING, (string) $mapping['id'] );
			$product->save_meta_data();
		}
		return null;
	}

	/** A product that is deleted for good is mapped no longer. */
	public function forget_later( $id ): void {
		$product    = wc_get_product( $id );
		$mapping_id = $product ? (string) $product->get_meta( self::MAPPING ) : '';
		if ( '' !== $mapping_id ) {
			$this->queue->add( Queue::UNMAP, array( $mapping_id, 1 ) );
		}
	}

	public function unmap( $mapping_id, $attempt = 1 ): void {
		$reply = $this->client->patient()->archive_mapping( (string) $mapping_id );
		$this->queue->retry( Queue::UNMAP, array( (string) $mapping_id ), (int) $attempt, $reply );
	}

	/** A copy of a product is another product: the mapping and the picture are not its own. */
	public function exclude_from_copies( $names ): array {
		return array_merge(
			(array) $names,
			array( self::TEMPLATE, self::MAPPING, Imagery::ATTACHMENT, Imagery::HASH, Imagery::REVISION )
		);
	}

	private function archive( string $mapping_id ): ?Reply {
		$reply = '' === $mapping_id ? null : $this->client->archive_mapping( $mapping_id );
		return null === $reply || 404 === $reply->status ? null : $reply;
	}

	/** Changes the mapping that is known, makes one that is not, and takes over one that is there already. */
	private function put( $product, string $mapping_id, string $template_id ): Reply {
		if ( '' !== $mapping_id ) {
			$reply = $this->client->change_mapping( $mapping_id, array( 'template_id' => $template_id ) );
			if ( 404 !== $reply->status ) {
				return $reply;
			}
		}
		$variation = $product->is_type( 'variation' );
		$reference = References::product( (int) ( $variation ? $product->get_parent_id() : $product->get_id() ) );
		$own       = $variation ? References::product( (int) $product->get_id() ) : null;
		$reply     = $this->client->create_mapping(
			array(
				'external_product_id' => $reference,
				'external_variant_id' => $own,
				'template_id'         => $template_id,
			)
		);
		if ( 'mapping_exists' !== $reply->code() ) {
			return $reply;
		}
		foreach ( $this->client->mappings_of( $reference )->rows() as $mapping ) {
			if ( isset( $mapping['id'] ) && array_key_exists( 'external_variant_id', $mapping ) && $own === $mapping['external_variant_id'] ) {
				return $this->client->change_mapping( (string) $mapping['id'], array( 'template_id' => $template_id ) );
			}
		}
		return $reply;
	}
}
