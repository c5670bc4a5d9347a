/** Which addresses are anybody's on the internet: one rule, for what a URL names and for what a name resolves to. */
import ipaddr from 'ipaddr.js'

/** IANA gives out addresses of this block alone as global unicast (IPv6 address space registry, RFC 4291 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')
const GLOBAL_UNICAST_BITS = 3

/**
 * Decision: what IANA's registries of special addresses do not list, and in IPv6 only what it gives out. That leaves
 * out addresses which hold one of IPv4 (`::127.0.0.1`, mapped, NAT64, 6to4, Teredo), for whoever translates them may
 * do so to the inside; and carrier NAT, documentation, benchmarks and the like.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS)
}

/** Is the host of a URL an address, and not a name? */
export function isAddress(host: string): boolean {
  return ipaddr.isValid(host)
}
