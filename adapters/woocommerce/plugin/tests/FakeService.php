<?php
/**
 * A service in memory that answers as the real one's interface says; the browser test has the real one.
 *
 * @package Platen\WooCommerce\Tests
 */

// phpcs:disable

final class FakeService {
	public $fills = array();
	public $renders = array();
	public $mappings = array();
	public $templates = array();
	public $png = "\x89PNG\r\n\x1a\n one";
	/** @var string How a new render begins. */
	public $render_status = 'succeeded';
	/** @var array|null [status, code, headers] for every request while it is set. */
	public $down;
	/** @var callable|null Answers before all else where it gives something. */
	public $before;
	public $erased = array();
	public $copies = array();
	public $connection = array(
		'key_type' => 'restricted', 'scopes' => array( 'templates:read', 'product_mappings:write', 'fills:read', 'fills:write', 'renders:read', 'renders:write', 'previews:write', 'embed_sessions:write' ),
		'publishable_key' => array( 'status' => 'valid', 'application' => array( 'id' => 'app_1', 'name' => 'Shop' ), 'origin_allowed' => true, 'allowed_origins' => array( 'https://shop.test' ) ),
	);
	/** @var int Status of the widget's script. */
	public $loader = 200;
	public $printable = true;

	public function add_template( $id = 'tpl_card', $title = 'Card', $status = 'live' ) {
		$this->templates[ $id ] = array( 'id' => $id, 'title' => $title, 'status' => $status, 'live_revision' => 1 );
	}

	public function add_fill( $id, $facts = array() ) {
		$this->fills[ $id ] = $facts + array(
			'id' => $id, 'template_id' => 'tpl_card', 'template_title' => 'Card', 'status' => 'open', 'status_reason' => null,
			'external_order_id' => null, 'external_cart_id' => null, 'external_product_id' => null, 'external_variant_id' => null,
			'line_ref' => null, 'quantity' => 1, 'customer_email' => null, 'customer_name' => null, 'values' => array( 'fld_name' => 'Ada' ),
			'finalized_at' => null, 'last_render_id' => null, 'created_at' => '2026-11-21T12:00:00.000Z',
			'inks' => array( array( 'index' => 1, 'key' => 'indigo', 'name' => 'Letterpress Indigo', 'hex' => '#2f3e6e', 'field_ids' => array( 'fld_name' ) ) ),
			'paper' => array( 'key' => 'blush', 'name' => 'Blush', 'hex' => '#f4dcd6' ),
		);
	}

	public function __invoke( $method, $target, $request ) {
		if ( null !== $this->down ) return null === $this->down[0] ? new WP_Error( 'http_request_failed' ) : $this->error( ...$this->down );
		if ( null !== $this->before && null !== ( $answer = ( $this->before )( $method, $target, $request ) ) ) return $answer;
		if ( '/widget/v1.js' === $target ) return array( 'status' => $this->loader, 'headers' => array( 'content-type' => 'text/javascript; charset=utf-8' ), 'body' => '' );
		if ( 'Bearer platen_sk_test' !== ( $request['headers']['Authorization'] ?? '' ) ) return $this->error( 401, 'invalid_api_key' );
		list( $path, $query ) = explode( '?', $target ) + array( 1 => '' );
		parse_str( $query, $query );
		$parts = explode( '/', trim( substr( $path, 3 ), '/' ) );
		$body  = $request['body'] ?? array();
		switch ( $method . ' ' . $parts[0] . ( isset( $parts[2] ) ? '/' . $parts[2] : '' ) ) {
			case 'GET templates':
				if ( ! isset( $parts[1] ) ) return $this->page( array_values( $this->templates ), $query );
				return isset( $this->templates[ $parts[1] ] ) ? $this->answer( array( 'template' => $this->templates[ $parts[1] ] ) ) : $this->error( 404, 'not_found' );
			case 'POST previews':
				return array( 'status' => 200, 'headers' => array( 'content-type' => 'image/png' ), 'body' => $this->png );
			case 'GET fills':
				if ( ! isset( $parts[1] ) ) return $this->page( array_values( array_filter( $this->fills, function ( $fill ) use ( $query ) { return $fill['customer_email'] === $query['customer_email']; } ) ), $query );
				return isset( $this->fills[ $parts[1] ] ) ? $this->answer( array( 'fill' => $this->fills[ $parts[1] ], 'last_render' => null ) ) : $this->error( 404, 'not_found' );
			case 'POST fills/copy':
				if ( ! isset( $this->fills[ $parts[1] ] ) ) return $this->error( 404, 'not_found' );
				$key  = $request['headers']['Idempotency-Key'] ?? count( $this->copies );
				$copy = $this->copies[ $key ] ?? $parts[1] . '_copy';
				$from = $this->fills[ $parts[1] ];
				if ( ! isset( $this->copies[ $key ] ) ) $this->add_fill( $copy, array( 'values' => $from['values'], 'template_id' => $from['template_id'], 'external_product_id' => $from['external_product_id'], 'external_variant_id' => $from['external_variant_id'] ) );
				$this->copies[ $key ] = $copy;
				return $this->answer( array( 'fill' => $this->fills[ $copy ] + array( 'printable' => $this->printable, 'preview_url' => "https://platen.test/files/previews/$copy.png?rev=1&w=880&sig=cc" ) ), 201 );
			case 'PATCH fills':
				$this->fills[ $parts[1] ] = $body + $this->fills[ $parts[1] ];
				return $this->answer( array( 'fill' => $this->fills[ $parts[1] ] ) );
			case 'POST embed':
				if ( ! isset( $this->fills[ $body['fill_id'] ] ) ) return $this->error( 404, 'not_found' );
				if ( 'open' !== $this->fills[ $body['fill_id'] ]['status'] && empty( $body['copy'] ) ) return $this->error( 409, 'fill_not_open' );
				return $this->answer( array( 'embed_session' => array( 'id' => 'esn_1' ), 'client_secret' => 'secret_1' ), 201 );
			case 'POST fills/finalize':
				return $this->finalize( $parts[1], $body );
			case 'POST fills/status':
				return $this->move( $parts[1], $body );
			case 'GET templates/fields':
				return $this->answer( array( 'data' => array( array( 'id' => 'fld_name', 'label' => 'First name' ) ), 'has_more' => false ) );
			case 'GET connection':
				return $this->answer( array( 'connection' => $this->connection ) );
			case 'GET exports':
				return $this->answer( array( 'export' => array( 'jobs' => 1, 'download_url' => 'https://platen.test/files/exports/exp_1.zip?sig=x', 'skipped' => array() ) ) );
			case 'POST fills/erase':
				$this->erased[] = $parts[1];
				return isset( $this->fills[ $parts[1] ] ) ? $this->answer( array( 'fill' => $this->fills[ $parts[1] ] ) ) : $this->error( 404, 'not_found' );
			case 'POST fills':
				$this->erased[] = $query['customer_email'];
				return $this->answer( array( 'erased_fills' => 1, 'erased_renders' => 0 ) );
			case 'GET renders':
				if ( ! isset( $parts[1] ) ) return $this->page( array_values( array_filter( $this->renders, function ( $one ) use ( $query ) { return $one['external_order_id'] === $query['external_order_id']; } ) ), $query );
				return $this->answer( array( 'render' => $this->renders[ $parts[1] ] ) );
			case 'POST renders/retry':
				$this->renders[ $parts[1] ]['status'] = $this->render_status;
				return $this->answer( array( 'render' => $this->renders[ $parts[1] ] ) );
			case 'GET product_mappings':
				return $this->page( array_values( array_filter( $this->mappings, function ( $one ) use ( $query ) { return $one['external_product_id'] === $query['external_product_id']; } ) ), $query );
			case 'POST product_mappings':
				foreach ( $this->mappings as $one ) {
					if ( $one['external_product_id'] === $body['external_product_id'] && $one['external_variant_id'] === $body['external_variant_id'] ) return $this->error( 409, 'mapping_exists' );
				}
				if ( ! isset( $this->templates[ $body['template_id'] ] ) ) return $this->error( 404, 'not_found', 'No such template.' );
				$id = 'pm_' . ( count( $this->mappings ) + 1 );
				$this->mappings[ $id ] = array( 'id' => $id ) + $body;
				return $this->answer( array( 'product_mapping' => $this->mappings[ $id ] ), 201 );
			case 'PATCH product_mappings':
				if ( ! isset( $this->mappings[ $parts[1] ] ) ) return $this->error( 404, 'not_found' );
				$this->mappings[ $parts[1] ] = $body + $this->mappings[ $parts[1] ];
				return $this->answer( array( 'product_mapping' => $this->mappings[ $parts[1] ] ) );
			case 'DELETE product_mappings':
				unset( $this->mappings[ $parts[1] ] );
				return $this->answer( array( 'ok' => true ) );
		}
		return $this->error( 404, 'route_not_found' );
	}

	public function error( $status, $code, $message = '', $headers = array() ) {
		return array( 'status' => $status, 'headers' => $headers + array( 'content-type' => 'application/json; charset=utf-8' ), 'body' => json_encode( array( 'error' => array( 'code' => $code, 'message' => $message ) ) ) );
	}

	private function answer( $body, $status = 200 ) {
		return array( 'status' => $status, 'headers' => array( 'content-type' => 'application/json; charset=utf-8' ), 'body' => json_encode( $body ) );
	}

	private function page( $rows, $query ) {
		$from  = isset( $query['starting_after'] ) ? 1 + array_search( $query['starting_after'], array_column( $rows, 'id' ), true ) : 0;
		$limit = (int) ( $query['limit'] ?? 50 );
		$data  = array_slice( $rows, $from, $limit );
		$more  = count( $rows ) > $from + $limit;
		return $this->answer( array( 'data' => $data, 'has_more' => $more, 'next_starting_after' => $more ? end( $data )['id'] : null ) );
	}

	private function finalize( $id, $body ) {
		if ( ! isset( $this->fills[ $id ] ) ) return $this->error( 404, 'not_found' );
		$fill = &$this->fills[ $id ];
		if ( 'expired' === $fill['status'] ) return $this->error( 409, 'fill_expired' );
		if ( 'open' === $fill['status'] ) {
			$render = array( 'id' => 'rnd_' . ( count( $this->renders ) + 1 ), 'fill_id' => $id, 'status' => $this->render_status, 'preflight_status' => 'pass', 'external_order_id' => $body['external_order_id'], 'inks' => $fill['inks'], 'paper' => $fill['paper'] );
			$render['signed_url'] = 'https://platen.test/files/renders/' . $render['id'] . '.pdf?sig=x';
			$this->renders[ $render['id'] ] = $render;
			$fill = array_merge( $fill, $body, array( 'status' => 'finalized', 'finalized_at' => 'now', 'last_render_id' => $render['id'] ) );
		}
		return $this->answer( array( 'fill' => $fill, 'render' => $this->renders[ $fill['last_render_id'] ] ) );
	}

	private function move( $id, $body ) {
		$fill = &$this->fills[ $id ];
		if ( 'open' === $body['status'] ) {
			if ( $fill['finalized_at'] ) return $this->error( 409, 'fill_status_conflict' );
			$fill = array_merge( $fill, array( 'status' => 'open', 'status_reason' => null ) );
		} else {
			$fill = array_merge( $fill, array( 'status' => 'expired', 'status_reason' => $body['status'], 'external_order_id' => $fill['external_order_id'] ?? $body['external_order_id'] ) );
		}
		return $this->answer( array( 'fill' => $fill ) );
	}
}
