import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { ApiKey } from '../storage/service/apiKeys.ts'

/** Who sends a request, as limits distinguish callers. */
export type Caller = {
  /** Its API key, or its network: requests with the same value are counted together. */
  readonly who: string
  /** Its API key, or its exact address, which no other caller has. */
  readonly own: string
  /** Whether it is not limited: this machine itself, and requests within the process. */
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

/** A customer's line has up to a /24 of IPv4 or a /56 of IPv6, whose addresses are counted together. */
const networkOfIp = (ip: Ip): string =>
  `${ip.kind()}:${ip
    .toByteArray()
    .slice(0, ip.kind() === 'ipv4' ? 3 : 7)
    .join('.')}`

/** The network of a connection's remote address. */
export function networkOf(address: string | undefined): string {
  const ip = ipOf(address ?? '')
  return ip === undefined ? '' : networkOfIp(ip)
}

/** Whether an address is this machine's own. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipOf(address)?.range() === 'loopback'

/** The remote address of the connection; none for requests within this process. */
function peerOf(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address
  } catch {
    // The request has no socket.
    return undefined
  }
}

/**
 * The address that sends a request. Behind trusted `proxies` it is what the outermost of them wrote: the entry that many
 * places from the right of `X-Forwarded-For`, whatever is to the left of it. If that is not an address, the connection
 * itself counts; behind proxies no address is unlimited.
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

/**
 * In whose name a request asks the nodes: a caller that is limited has one turn among others, one that is not has a turn
 * for each request.
 */
export function nodeCallerOf(c: Context): string {
  const caller = c.get('caller')
  return caller === undefined || caller.free ? randomUUID() : caller.who
}

export function callerOf(key: ApiKey | undefined, ip: Ip | undefined, free: boolean): Caller {
  if (key !== undefined) return { who: `key:${key.prefix}`, own: `key:${key.prefix}`, free: false }
  return ip === undefined
    ? { who: 'ip:', own: '', free }
    : { who: `ip:${networkOfIp(ip)}`, own: `ip:${ip.toNormalizedString()}`, free }
}
