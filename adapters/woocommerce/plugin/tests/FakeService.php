<?php
/** A service in memory that answers as the real one's interface says; the browser test has the real one. */

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
	public $connection = array(
		'key_type' => 'restricted', 'scopes' => array( 'templates:read', 'product_mappings:write', 'fills:read', 'fills:write', 'renders:read', 'renders:write', 'previews:write', 'embed_sessions:write', 'storefront:write' ),
		'publishable_key' => array( 'status' => 'valid', 'application' => array( 'id' => 'app_1', 'name' => 'Shop' ), 'origin_allowed' => true, 'allowed_origins' => array( 'https://shop.test' ) ),
	);
	/** @var int Status of the widget's script. */
	public $loader = 200;
	public $printable = true;
	/** @var array Orders as the hook was last sent them, by id. */
	public $orders = array();
	/** @var array Members of orders of its API, by id: it may answer before it has read what it accepted. */
	public $answered = array();
	/** @var array Members of lines of its API, by fill or line; instead of what the order's status says. */
	public $lines = array();

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
		if ( '/adapters/rest/orders' === $target ) return $this->take( $request );
		if ( 'Bearer platen_sk_test' !== ( $request['headers']['Authorization'] ?? '' ) ) return $this->error( 401, 'invalid_api_key' );
		list( $path, $query ) = explode( '?', $target ) + array( 1 => '' );
		parse_str( $query, $query );
		$parts = explode( '/', trim( substr( $path, 3 ), '/' ) );
		$body  = $request['body'] ?? array();
		if ( 'POST storefront/shops' === "$method $parts[0]/" . ( $parts[1] ?? '' ) ) return $this->answer( array( 'storefront_shop' => array( 'id' => 'ssh_1' ), 'hook_secret' => 'whsec_' . base64_encode( 'secret' ) ), 201 );
		if ( 'POST storefront/lines' === "$method $parts[0]/" . ( $parts[1] ?? '' ) ) return $this->act( substr( $parts[2], 4 ), $parts[3] );
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
				$copy = $parts[1] . '_copy';
				$from = $this->fills[ $parts[1] ];
				$this->add_fill( $copy, array( 'values' => $from['values'], 'template_id' => $from['template_id'], 'external_product_id' => $from['external_product_id'], 'external_variant_id' => $from['external_variant_id'] ) );
				return $this->answer( array( 'fill' => $this->fills[ $copy ] + array( 'printable' => $this->printable, 'preview_url' => "https://platen.test/files/previews/$copy.png?rev=1&w=880&sig=cc" ) ), 201 );
			case 'PATCH fills':
				$this->fills[ $parts[1] ] = $body + $this->fills[ $parts[1] ];
				return $this->answer( array( 'fill' => $this->fills[ $parts[1] ] ) );
			case 'POST embed':
				if ( ! isset( $body['fill_id'] ) ) return $this->answer( array( 'embed_session' => array( 'id' => 'esn_new' ), 'client_secret' => 'secret_new' ), 201 );
				if ( ! isset( $this->fills[ $body['fill_id'] ] ) ) return $this->error( 404, 'not_found' );
				if ( 'open' !== $this->fills[ $body['fill_id'] ]['status'] && empty( $body['copy'] ) ) return $this->error( 409, 'fill_not_open' );
				return $this->answer( array( 'embed_session' => array( 'id' => 'esn_1' ), 'client_secret' => 'secret_1' ), 201 );
			case 'GET storefront':
				return $this->page( array_map( array( $this, 'wire' ), array_filter( $this->orders, function ( $id ) use ( $query ) { return "woocommerce:shop.test:$id" === $query['external_order_id']; }, ARRAY_FILTER_USE_KEY ) ), $query );
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

	/** What it decides is the real service's own matter, and is tested with that: here the order's status is all. */
	private function take( $request ) {
		$order = $request['body']['data']['order'];
		$this->orders[ $order['id'] ] = $order;
		foreach ( in_array( $order['status'], array( 'paid', 'fulfilled' ), true ) ? $order['lines'] : array() as $line ) {
			$render = 'rnd_' . $line['id'];
			$fill   = $line['fill_id'];
			if ( ! isset( $this->fills[ $fill ] ) || isset( $this->renders[ $render ] ) ) continue;
			$this->renders[ $render ] = array( 'id' => $render, 'fill_id' => $fill, 'status' => $this->render_status, 'external_order_id' => 'woocommerce:shop.test:' . $order['id'], 'signed_url' => "https://platen.test/files/renders/$render.pdf?sig=x" );
		}
		return $this->answer( array( 'message' => 'Accepted.' ) );
	}

	private function act( $line, $action ) {
		$this->lines[ $line ] = array( 'state' => 'finalized', 'reason' => null, 'message' => null, 'actions' => array() );
		foreach ( $this->orders as $order ) if ( in_array( $line, array_column( $order['lines'], 'id' ), false ) ) return $this->answer( array( 'storefront_order' => $this->wire( $order ) ) );
		return $this->error( 404, 'not_found' );
	}

	private function wire( $order ) {
		$order = array_diff_key( $this->answered[ $order['id'] ] ?? array(), array( 'changed_at' => 0 ) ) + $order;
		$lines = array();
		foreach ( $order['lines'] as $line ) {
			$render  = $this->renders[ 'rnd_' . $line['id'] ] ?? null;
			$state   = 'canceled' === $order['status'] || $line['refunded_quantity'] === $line['quantity'] ? 'withdrawn' : ( null === $render ? 'attached' : 'finalized' );
			$lines[] = ( $this->lines[ $line['id'] ] ?? array() ) + ( $this->lines[ $line['fill_id'] ] ?? array() ) + array(
				'id' => 'sln_' . $line['id'], 'external_line_id' => $line['id'], 'fill_id' => $line['fill_id'], 'printed_fill_id' => null, 'external_product_id' => $line['product_id'],
				'quantity' => $line['quantity'], 'refunded_quantity' => $line['refunded_quantity'], 'printed_quantity' => null === $render ? 0 : $line['quantity'],
				'state' => $state, 'reason' => null, 'label' => array( 'attached' => 'Not paid yet', 'finalized' => 'Print file ready', 'withdrawn' => 'Withdrawn' )[ $state ], 'message' => null, 'actions' => array(),
				'render_id' => $render['id'] ?? null, 'render_status' => $render['status'] ?? null, 'preflight_status' => null === $render ? null : 'pass', 'inks' => $this->fills[ $line['fill_id'] ]['inks'] ?? array(), 'paper' => $this->fills[ $line['fill_id'] ]['paper'] ?? null,
			);
		}
		return array( 'id' => 'sor_' . $order['id'], 'status' => $order['status'], 'settled' => true, 'changed_at' => $this->answered[ $order['id'] ]['changed_at'] ?? $order['updated_at'], 'lines' => $lines );
	}
}
