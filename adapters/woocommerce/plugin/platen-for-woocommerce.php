<?php
/**
 * Plugin Name: Platen for WooCommerce
 * Description: Customers personalize print products; paid orders become press-ready PDFs in your own Platen service.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 9.6
 * WC tested up to: 11.0
 * Author: Platen
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: platen-for-woocommerce
 * Domain Path: /languages
 *
 * @package Platen\WooCommerce
 */

namespace Platen\WooCommerce;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.1.0';
const FILE    = __FILE__;
const GROUP   = 'platen-for-woocommerce';

require_once __DIR__ . '/includes/autoload.php';

add_action( 'before_woocommerce_init', array( Plugin::class, 'declare_compatibility' ) );
add_action( 'plugins_loaded', array( Plugin::class, 'boot' ), 20 );
register_deactivation_hook(
	__FILE__,
	static function () {
		Queue::clear();
	}
);
