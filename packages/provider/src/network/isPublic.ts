import ipaddr from 'ipaddr.js'

/** The assigned part of IPv6, and networks for benchmarks that the library counts as public. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')
const benchmarks = ipaddr.parseCIDR('198.18.0.0/15')

/** Whether an IP address belongs to a host of the public internet, in any notation of it. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  // IPv6 forms that carry an IPv4 address (mapped, 6to4, Teredo, NAT64) have ranges of their own, all refused.
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv6' ? parsed.match(globalUnicast) : !parsed.match(benchmarks)
}
