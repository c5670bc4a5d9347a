/** The version of the API, carried by every reply. */

export const API_VERSION = '2026-07-15'
