<?php
/** The secret with which this shop signs what it sends to the order hook. */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Made by the service with the shop's secret key, when the first order is sent; sealed as the key is. */
final class Shop_Registration {

	const OPTION = 'platen_hook';
	/** Seconds until a secret that was rejected is replaced once more: a wrong clock is rejected too. */
	const PAUSE = HOUR_IN_SECONDS;

	private Settings $settings;
	private Client $client;

	public function __construct( Settings $settings, Client $client ) {
		$this->settings = $settings;
		$this->client   = $client->patient();
	}

	public function hook(): void {
		// Another URL, key or team has another secret.
		add_action( 'platen_settings_saved', array( $this, 'forget' ), 5 );
	}

	public function forget(): void {
		delete_option( self::OPTION );
	}

	/** @return string|Reply The secret, or the answer that gave none. */
	public function secret() {
		$kept   = self::kept();
		$is_own = $kept['service_url'] === $this->settings->service_url() && $kept['shop'] === $this->settings->shop();
		$secret = $is_own ? Secrets::open( $kept['secret'] ) : '';
		return '' === $secret ? $this->register() : $secret;
	}

	/** Whether a rejected secret may be replaced now. */
	public function may_renew(): bool {
		return self::kept()['at'] < time() - self::PAUSE;
	}

	/** @return string|Reply */
	public function register() {
		$reply = $this->client->create_shop( $this->settings->shop() );
		$known = isset( $reply->body['error']['storefront_shop_id'] ) ? (string) $reply->body['error']['storefront_shop_id'] : '';
		if ( '' !== $known ) {
			// Its secret was shown once, and is lost or belongs to a backup of this site.
			$reply = $this->client->rotate_shop_secret( $known );
		}
		$secret = isset( $reply->body['hook_secret'] ) ? (string) $reply->body['hook_secret'] : '';
		if ( ! $reply->ok() || '' === $secret ) {
			return $reply;
		}
		$kept = array( 'service_url' => $this->settings->service_url(), 'shop' => $this->settings->shop(), 'secret' => Secrets::seal( $secret ), 'at' => time() );
		update_option( self::OPTION, $kept, false );
		return $secret;
	}

	private static function kept(): array {
		$kept = get_option( self::OPTION );
		return ( is_array( $kept ) ? $kept : array() ) + array( 'service_url' => '', 'shop' => '', 'secret' => '', 'at' => 0 );
	}
}
