import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Milliseconds that a name server has for its first answer, and how often each is asked. */
const serverLimits = { timeout: 1500, tries: 2 }

/**
 * Asks the name servers for the addresses of an untrusted host name. Node.js resolves every other name in one of two
 * threads, where a name that its owner never answers would hold up the names of our own nodes and databases.
 *
 * @param signal ends the search.
 * @param servers to ask in place of those of this machine.
 * @returns at least one address, those of IPv4 first.
 * @throws when no server names an address.
 */
export async function resolveName(
  host: string,
  signal?: AbortSignal,
  servers?: readonly string[],
): Promise<readonly LookupAddress[]> {
  // No name server is asked for these (RFC 6761).
  if (/(?:^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }]
  const resolver = new Resolver(serverLimits)
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = (): void => resolver.cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length === 0)
      throw ipv4.status === 'rejected' ? ipv4.reason : new Error('The host name has no address.')
    return found
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
