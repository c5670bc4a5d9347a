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

require_once __DIR__ . '/includes/class-secrets.php';
require_once __DIR__ . '/includes/class-settings.php';
require_once __DIR__ . '/includes/class-reply.php';
require_once __DIR__ . '/includes/class-client.php';
require_once __DIR__ . '/includes/class-references.php';
require_once __DIR__ . '/includes/class-line.php';
require_once __DIR__ . '/includes/class-materials.php';
require_once __DIR__ . '/includes/class-words.php';
require_once __DIR__ . '/includes/class-line-check.php';
require_once __DIR__ . '/includes/class-queue.php';
require_once __DIR__ . '/includes/class-mappings.php';
require_once __DIR__ . '/includes/class-remapping.php';
require_once __DIR__ . '/includes/class-product-screen.php';
require_once __DIR__ . '/includes/class-offer.php';
require_once __DIR__ . '/includes/class-designs.php';
require_once __DIR__ . '/includes/class-product-page.php';
require_once __DIR__ . '/includes/class-cart.php';
require_once __DIR__ . '/includes/class-editing.php';
require_once __DIR__ . '/includes/class-cart-display.php';
require_once __DIR__ . '/includes/class-order-display.php';
require_once __DIR__ . '/includes/class-orders.php';
require_once __DIR__ . '/includes/class-printing.php';
require_once __DIR__ . '/includes/class-withdrawing.php';
require_once __DIR__ . '/includes/class-order-actions.php';
require_once __DIR__ . '/includes/class-order-screen.php';
require_once __DIR__ . '/includes/class-order-review.php';
require_once __DIR__ . '/includes/class-order-list.php';
require_once __DIR__ . '/includes/class-attention.php';
require_once __DIR__ . '/includes/class-imagery.php';
require_once __DIR__ . '/includes/class-privacy.php';
require_once __DIR__ . '/includes/class-connection-check.php';
require_once __DIR__ . '/includes/class-connection-code.php';
require_once __DIR__ . '/includes/class-connection-notices.php';
require_once __DIR__ . '/includes/class-settings-page.php';
require_once __DIR__ . '/includes/class-plugin.php';

add_action( 'before_woocommerce_init', array( Plugin::class, 'declare_compatibility' ) );
add_action( 'plugins_loaded', array( Plugin::class, 'boot' ), 20 );
register_deactivation_hook( __FILE__, array( Queue::class, 'clear' ) );
