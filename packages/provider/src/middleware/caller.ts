import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
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

/** The most characters of an address as sockets and proxies write it. */
const maxLength = 64

/** An address as sockets and proxies write it, also with a port; `undefined` for anything else. */
function ipOf(text: string): Ip | undefined {
  if (text.length > maxLength) return undefined
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

/** The remote address of the connection; none for requests within this process, which have no socket. */
function peerOf(c: Context): string | undefined {
  const bindings = c.env as (Partial<HttpBindings> & { readonly server?: HttpBindings }) | undefined
  return (bindings?.server ?? bindings)?.incoming?.socket.remoteAddress
}

/** The most addresses whose reading is kept. */
const maxKnown = 10_000

/**
 * Makes the reader of who sends a request without an API key. Behind trusted `proxies` it is the address that the
 * outermost of them wrote: the entry that many places from the right of `X-Forwarded-For`, whatever is to the left of it.
 * If that is not an address, the connection itself counts; behind proxies no address is unlimited.
 */
export function callerReader(proxies: number): (c: Context) => Caller {
  // Parsing an address takes a tenth of the time of a small request, and most requests come from the same few.
  const known = new Map<string, Caller>()
  const read = (peerText: string, forwarded: string): Caller => {
    const peer = ipOf(peerText)
    const ip = ipOf(forwarded) ?? peer
    const free = peer === undefined || (proxies === 0 && peer.range() === 'loopback')
    return ip === undefined
      ? { who: 'ip:', own: '', free }
      : { who: `ip:${networkOfIp(ip)}`, own: `ip:${ip.toNormalizedString()}`, free }
  }
  return (c) => {
    const peer = peerOf(c) ?? ''
    const entry = proxies === 0 ? undefined : c.req.header('x-forwarded-for')?.split(',').at(-proxies)?.trim()
    // A text that is too long is not an address, and is not kept.
    const forwarded = entry === undefined || entry.length > maxLength ? '' : entry
    const text = `${peer} ${forwarded}`
    let caller = known.get(text)
    if (caller === undefined) {
      caller = read(peer, forwarded)
      if (known.size >= maxKnown) known.clear()
      known.set(text, caller)
    }
    return caller
  }
}

/**
 * In whose name a request asks the nodes: a caller that is limited has one turn among others, one that is not has a turn
 * for each request.
 */
export function nodeCallerOf(c: Context): string {
  const caller = c.get('caller')
  return caller === undefined || caller.free ? randomUUID() : caller.who
}

/** The caller that sends an API key. */
export const callerWithKey = ({ prefix }: ApiKey): Caller => ({
  who: `key:${prefix}`,
  own: `key:${prefix}`,
  free: false,
})
