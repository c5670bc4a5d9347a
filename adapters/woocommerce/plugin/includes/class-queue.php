<?php
/**
 * Work that is done later, by Action Scheduler.
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Every job may run twice: what it does is done once all the same. */
class Queue {

	const FINALIZE  = 'platen_finalize';
	const RENDER    = 'platen_render';
	const WITHDRAW  = 'platen_withdraw';
	const SURPLUS   = 'platen_surplus';
	const UNMAP     = 'platen_unmap';
	const IMAGE     = 'platen_image';
	const RECONCILE = 'platen_reconcile';
	const ERASE     = 'platen_erase';
	const REMAP     = 'platen_remap';
	const HOOKS     = array( self::FINALIZE, self::RENDER, self::WITHDRAW, self::SURPLUS, self::UNMAP, self::IMAGE, self::RECONCILE, self::ERASE, self::REMAP );

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

	/** While the job itself runs it counts as scheduled; its next try is another action. */
	public function again( string $hook, array $arguments, int $delay ): void {
		as_schedule_single_action( time() + $delay, $hook, $arguments, GROUP );
	}

	public function remove( string $hook, array $arguments ): void {
		as_unschedule_all_actions( $hook, $arguments, GROUP );
	}

	public function every( string $hook, int $seconds ): void {
		if ( ! as_has_scheduled_action( $hook, array(), GROUP ) ) {
			as_schedule_recurring_action( time() + $seconds, $seconds, $hook, array(), GROUP );
		}
	}

	/** How long to wait after this try failed (the first is 1), at least what the service asked; null: no more tries. */
	public static function delay( int $attempt, ?int $asked ): ?int {
		if ( ! isset( self::DELAYS[ $attempt - 1 ] ) ) {
			return null;
		}
		return max( self::DELAYS[ $attempt - 1 ], (int) $asked );
	}

	/** All that still waits goes: the plugin is switched off or removed. */
	public static function clear(): void {
		if ( ! function_exists( 'as_unschedule_all_actions' ) ) {
			return;
		}
		foreach ( self::HOOKS as $hook ) {
			as_unschedule_all_actions( $hook );
		}
	}
}
