import { address, bytes32, maybe } from '@sluice/wire'
import * as v from 'valibot'
import type { Address } from 'viem'
import { type RawData, WebSocket } from 'ws'
import type { BookListener, BookStream, OrderRef } from '../orderBook.ts'
import { readJson } from './openSeaApi.ts'
import { type OpenSeaChain, readOrder } from './openSeaOrders.ts'

/** Milliseconds between heartbeats; a connection without an answer to the last one is closed. */
const heartbeatInterval = 30_000
/** Milliseconds before a lost connection is made again: doubled each time, up to the longest. */
const [firstDelay, longestDelay] = [1_000, 60_000]
/** The most bytes of one message. */
const maxPayload = 1 << 20
/** Milliseconds for the connection itself. */
const handshakeTimeout = 15_000

/** A message of Phoenix's channels in its first form, which OpenSea documents for clients without its SDK. */
const message = v.object({ topic: v.string(), event: v.string(), payload: v.unknown() })
const reply = v.object({ status: v.string() })
const envelope = v.object({ payload: v.unknown() })
const hinted = v.object({
  order_hash: bytes32,
  protocol_address: maybe(address),
  item: maybe(v.object({ chain: v.object({ name: v.string() }) })),
})

/** Events that bring an order, and events after which an order has to be read again. */
const news = ['item_listed', 'item_received_bid', 'item_received_offer', 'collection_offer', 'trait_offer']
const changes = ['item_cancelled', 'order_invalidate', 'order_revalidate']

type StreamSettings = OpenSeaChain & {
  /** Such as `wss://stream.openseabeta.com/socket`. */
  readonly streamUrl: string
  readonly apiKey: string | undefined
  /** The book's own name of a collection. @throws {BookError} */
  readonly slugOf: (contract: Address, signal: AbortSignal) => Promise<string | undefined>
  /** Reads an order again that an event named, and reports it. */
  readonly reread: (order: OrderRef) => void
}

/** Follows the events of collections, and connects again by itself. Its URL holds the key, and is never logged. */
export function followOpenSea(settings: StreamSettings, listener: BookListener): BookStream {
  const closed = new AbortController()
  const contracts = new Map<string, Address>()
  let socket: WebSocket | undefined
  let failures = 0
  let ref = 0
  let timers: NodeJS.Timeout[] = []

  const send = (topic: string, event: string): void => {
    ref += 1
    if (socket?.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ topic, event, payload: {}, ref: String(ref) }))
  }

  /** Takes an event as a hint: an order whose entry is whole, or the name of one that is read again. */
  const take = (event: string, payload: unknown): void => {
    const outer = v.safeParse(envelope, payload)
    const inner = outer.success ? outer.output.payload : undefined
    const hint = v.safeParse(hinted, inner)
    if (!hint.success) return
    // The hash of an order does not identify its chain, so the event has to name it.
    const chain = hint.output.item?.chain.name
    if (chain !== undefined && chain !== settings.chain) return
    const entry = inner as Record<string, unknown>
    const order =
      news.includes(event) && chain !== undefined ? readOrder({ ...entry, chain }, settings) : undefined
    if (order !== undefined) listener.order({ ...order, isOpen: undefined })
    else {
      const { order_hash: id, protocol_address: seaport } = hint.output
      settings.reread({ id, seaport: seaport ?? settings.seaport })
    }
  }

  const receive = (data: RawData): boolean => {
    let read: ReturnType<typeof v.safeParse<typeof message>>
    try {
      read = v.safeParse(message, readJson(String(data)))
    } catch {
      // Not JSON: nothing that this protocol sends.
      return false
    }
    if (!read.success) return false
    const { topic, event, payload } = read.output
    const contract = contracts.get(topic)
    if (event === 'phx_reply') {
      const answered = v.safeParse(reply, payload)
      if (topic === 'phoenix') return true
      // Events from before the channel was joined are not sent.
      if (contract !== undefined && answered.success && answered.output.status === 'ok')
        listener.gap(contract)
    } else if (event === 'phx_error' || event === 'phx_close') {
      // All channels are joined again with the next connection.
      if (contract !== undefined) socket?.terminate()
    } else if (contract !== undefined && (news.includes(event) || changes.includes(event)))
      take(event, payload)
    return false
  }

  const connect = (): void => {
    if (closed.signal.aborted) return
    const token = settings.apiKey === undefined ? '' : `?token=${encodeURIComponent(settings.apiKey)}`
    const own = new WebSocket(`${settings.streamUrl}/websocket${token}`, { maxPayload, handshakeTimeout })
    socket = own
    let isAlive = true
    own.on('open', () => {
      failures = 0
      for (const topic of contracts.keys()) send(topic, 'phx_join')
    })
    own.on('message', (data) => {
      if (receive(data)) isAlive = true
    })
    // A `close` follows each error. The error itself may name the URL, and with it the key.
    own.on('error', () => undefined)
    const heartbeat = setInterval(() => {
      if (!isAlive) own.terminate()
      isAlive = false
      send('phoenix', 'heartbeat')
    }, heartbeatInterval)
    heartbeat.unref()
    own.on('close', () => {
      clearInterval(heartbeat)
      if (closed.signal.aborted) return
      const again = setTimeout(connect, Math.min(firstDelay * 2 ** failures, longestDelay))
      again.unref()
      timers = [...timers.slice(-10), again]
      failures += 1
    })
  }
  connect()

  return {
    watch: (contract) => {
      if ([...contracts.values()].includes(contract)) return
      settings.slugOf(contract, closed.signal).then(
        (slug) => {
          if (slug === undefined) return
          contracts.set(`collection:${slug}`, contract)
          send(`collection:${slug}`, 'phx_join')
        },
        // The pages of the collection are read without the stream, and name what is wrong.
        () => undefined,
      )
    },
    close: () => {
      closed.abort()
      for (const timer of timers) clearTimeout(timer)
      socket?.terminate()
    },
  }
}
