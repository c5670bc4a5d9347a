<?php
/** Work that is done later, by Action Scheduler. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Every job may run twice: what it does is done once all the same. */
class Queue {

	const SEND      = 'platen_send';
	const GONE      = 'platen_gone';
	const REFRESH   = 'platen_refresh';
	const UNMAP     = 'platen_unmap';
	const IMAGE     = 'platen_image';
	const RECONCILE = 'platen_reconcile';
	const ERASE     = 'platen_erase';
	const REMAP     = 'platen_remap';
	/** Jobs of earlier versions. */
	const EARLIER = array( 'platen_finalize', 'platen_render', 'platen_withdraw', 'platen_surplus' );
	const HOOKS   = array( self::SEND, self::GONE, self::REFRESH, self::UNMAP, self::IMAGE, self::RECONCILE, self::ERASE, self::REMAP );

	/** Seconds from one try to the next: more than a day in all. */
	const DELAYS = array( 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 28800, 43200 );

	/**
	 * Action Scheduler's own `unique` looks at hook and group and leaves out the arguments, so that the second order of
	 * a minute would be dropped: what is waiting already is looked up instead.
	 *
	 * @param array $arguments Whole numbers and strings.
	 */
	public function add( string $hook, array $arguments, int $delay = 0 ): void {
		if ( as_has_scheduled_action( $hook, $arguments, GROUP ) ) {
			return;
		}
		as_schedule_single_action( time() + $delay, $hook, $arguments, GROUP );
	}

	/** By then at the latest: what waits for longer is brought forward. A job that runs has read its order already. */
	public function by( string $hook, array $arguments, int $delay ): void {
		$query = array( 'hook' => $hook, 'args' => $arguments, 'group' => GROUP, 'status' => 'pending', 'date' => time() + $delay, 'date_compare' => '<=', 'per_page' => 1 );
		if ( array() === as_get_scheduled_actions( $query, 'ids' ) ) {
			as_unschedule_all_actions( $hook, $arguments, GROUP );
			as_schedule_single_action( time() + $delay, $hook, $arguments, GROUP );
		}
	}

	/** While the job itself runs it counts as scheduled; its next try is another action. */
	public function again( string $hook, array $arguments, int $delay ): void {
		as_schedule_single_action( time() + $delay, $hook, $arguments, GROUP );
	}

	public function every( string $hook, int $seconds ): void {
		if ( ! as_has_scheduled_action( $hook, array(), GROUP ) ) {
			as_schedule_recurring_action( time() + $seconds, $seconds, $hook, array(), GROUP );
		}
	}

	/** After a try (the first is 1) that may succeed later: the next one, whose number follows the arguments. Gives whether there is one. */
	public function retry( string $hook, array $arguments, int $attempt, Reply $reply ): bool {
		if ( ! isset( self::DELAYS[ $attempt - 1 ] ) || ! ( $reply->passes() || $reply->key_refused() ) ) {
			return false;
		}
		$arguments[] = $attempt + 1;
		$this->again( $hook, $arguments, max( self::DELAYS[ $attempt - 1 ], (int) $reply->retry_after ) );
		return true;
	}

	/** All that still waits goes: the plugin is switched off or removed, or is another version. */
	public static function clear( array $hooks = array() ): void {
		if ( ! function_exists( 'as_unschedule_all_actions' ) ) {
			return;
		}
		foreach ( array() === $hooks ? array_merge( self::HOOKS, self::EARLIER ) : $hooks as $hook ) {
			as_unschedule_all_actions( $hook );
		}
	}
}
