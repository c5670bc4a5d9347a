<?php
/** Tells staff of orders that need them: a count in the menu, and a notice once something waits for an hour. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Counted at most every five minutes, and again whenever a line changes. */
final class Attention {

	/** Seconds from which waiting is told. */
	const LONG = HOUR_IN_SECONDS;
	const MOST = 100;

	public function hook(): void {
		add_action( 'admin_notices', array( $this, 'show' ) );
	}

	/** Orders that staff have to look at: by what the service says of a line, or because they have waited for long. */
	public static function count(): int {
		$counts = self::counts();
		return $counts['held'] + $counts['late'];
	}

	/** As WordPress marks what waits for somebody; empty for none. */
	public static function bubble( string $label ): string {
		$count = self::count();
		$mark  = sprintf( ' <span class="awaiting-mod update-plugins count-%1$d"><span class="processing-count">%2$s</span></span>', $count, $count >= self::MOST ? self::MOST . '+' : (string) $count );
		return 0 === $count ? $label : $label . $mark;
	}

	public function show(): void {
		$late = current_user_can( Order_Actions::CAPABILITY ) ? self::counts()['late'] : 0;
		if ( 0 === $late ) {
			return;
		}
		/* translators: %d: number of orders */
		$text = sprintf( _n( '%d order has been waiting for Platen for more than an hour.', '%d orders have been waiting for Platen for more than an hour.', $late, 'platen-for-woocommerce' ), $late );
		printf( '<div class="notice notice-warning"><p>%1$s <a href="%2$s">%3$s</a></p></div>', esc_html( $text ), esc_url( Order_List::url( 'waiting' ) ), esc_html__( 'Show orders', 'platen-for-woocommerce' ) );
	}

	/** @return array{held: int, late: int} */
	private static function counts(): array {
		$kept = get_transient( Line::ATTENTION );
		if ( is_array( $kept ) && isset( $kept['held'], $kept['late'] ) ) {
			return $kept;
		}
		$late = 0;
		foreach ( array_slice( Outbox::flagged( Line::ORDER_WAITS ), 0, self::MOST ) as $order_id ) {
			$since = (int) wc_get_order( $order_id )->get_meta( Line::ORDER_WAITS_SINCE );
			$late += 0 !== $since && $since < time() - self::LONG ? 1 : 0;
		}
		$counts = array( 'held' => count( Outbox::flagged( Line::ORDER_HELD ) ), 'late' => $late );
		set_transient( Line::ATTENTION, $counts, 5 * MINUTE_IN_SECONDS );
		return $counts;
	}
}
