import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { ApiKey } from '../storage/service/apiKeys.ts'

/** Who sends a request, as far as limits go by it. */
export type Caller = {
  /** Its API key, or its neighborhood: what is counted together. */
  readonly who: string
  /** Its API key, or its exact address: what belongs to it alone. */
  readonly own: string
  /** This machine itself is not counted, nor is what comes from no socket. */
  readonly free: boolean
}

declare module 'hono' {
  interface ContextVariableMap {
    apiKey?: ApiKey
    caller?: Caller
  }
}

type Ip = ipaddr.IPv4 | ipaddr.IPv6

/** An address as sockets and proxies write it, also with a port; `undefined` for anything else. */
function ipOf(text: string): Ip | undefined {
  if (text.length > 64) return undefined
  const bare =
    /^\[([0-9a-fA-F:.]+)\](?::[0-9]{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([0-9.]+):[0-9]{1,5}$/, '$1')
  const known = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
  // An IPv4 address in the form of IPv6 is the same address.
  return known ? ipaddr.process(bare) : undefined
}

/** Neighbors share: one line of a customer holds a /24 of IPv4 or a /56 of IPv6. */
const neighborhood = (ip: Ip): string =>
  `${ip.kind()}:${ip
    .toByteArray()
    .slice(0, ip.kind() === 'ipv4' ? 3 : 7)
    .join('.')}`

/** The neighborhood of a connection's other end. */
export function neighborhoodOf(address: string | undefined): string {
  const ip = ipOf(address ?? '')
  return ip === undefined ? '' : neighborhood(ip)
}

/** Whether an address is this machine's own. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipOf(address)?.range() === 'loopback'

/** The address of the other end of the connection; none within this process. */
function peerOf(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address
  } catch {
    // Asked without a socket, within this process.
    return undefined
  }
}

/**
 * Tells who sends a request. Behind `proxies` that are trusted, it is what the outermost of them wrote: the entry that
 * many places from the right of `X-Forwarded-For`, whatever stands to the left of it. Where that is no address, the
 * connection itself is counted; behind proxies nobody is free, whatever address they name.
 */
export function addressOf(
  c: Context,
  proxies: number,
): { readonly ip: Ip | undefined; readonly free: boolean } {
  const peer = ipOf(peerOf(c) ?? '')
  if (proxies === 0) return { ip: peer, free: peer === undefined || peer.range() === 'loopback' }
  const said = c.req.header('x-forwarded-for')?.split(',').at(-proxies)?.trim()
  return { ip: ipOf(said ?? '') ?? peer, free: peer === undefined }
}

export function callerOf(key: ApiKey | undefined, ip: Ip | undefined, free: boolean): Caller {
  if (key !== undefined) return { who: `key:${key.prefix}`, own: `key:${key.prefix}`, free: false }
  return ip === undefined
    ? { who: 'ip:', own: '', free }
    : { who: `ip:${neighborhood(ip)}`, own: `ip:${ip.toNormalizedString()}`, free }
}
