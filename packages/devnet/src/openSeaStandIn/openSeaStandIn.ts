import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Address, Hex } from 'viem'
import { serveLocally } from '../processes/serveLocally.ts'
import type { LocalChain } from '../stack/localChain.ts'
import { createStandInBook, type StandInEntry, type StandInOrder } from './standInBook.ts'
import { createStandInRoutes, type StandInAnswer } from './standInRoutes.ts'
import { createStandInStream, type StandInStream } from './standInStream.ts'
import { deployStandInZone } from './standInZone.ts'

export type StandInOptions = {
  readonly chain: LocalChain
  /** Name of the chain in the API; the chain's slug by default. */
  readonly name?: string
  /** API key that requests must have. */
  readonly apiKey?: string
  /** 0 takes any free port. */
  readonly port?: number
  /** Whether lists and events contain signatures. Those of OpenSea do not. */
  readonly tellsSignatures?: boolean
  /** Expiration of the zone's signatures in unix seconds; two minutes after the request by default. */
  readonly expiration?: bigint
}

/** A faulty response to the next request, whatever it asks. */
export type StandInFault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: object
      readonly headers?: Record<string, string>
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'silence' }

/** A stand-in for OpenSea's API, which has no orders of a local chain. It is not OpenSea. */
export type OpenSeaStandIn = {
  readonly url: string
  /** URL of the event stream as the provider's settings take it: without `/websocket`. */
  readonly streamUrl: string
  readonly apiKey: string
  /** Name of the local chain in the API. */
  readonly chain: string
  /** Address of the stand-in's signed zone on the local chain. */
  readonly zone: Address
  readonly stream: StandInStream
  /** Method and path of each request so far, without the query. */
  readonly requests: readonly string[]
  slugOf(contract: Address): string
  /** Adds a signed order. Sends an event to the stream unless `isQuiet`. */
  add(order: StandInOrder, isQuiet?: boolean): Hex
  /** Cancels an order off chain: the zone no longer signs fills of it. */
  cancel(id: Hex, isQuiet?: boolean): void
  /** Sends an event about an order to the stream. */
  tell(event: string, id: Hex): void
  /** Responds to the next `count` requests with a fault. */
  fail(fault: StandInFault, count?: number): void
  stop(): Promise<void>
}

/** Starts the stand-in: serves API version 2 and the event stream on one port, and deploys its zone to the chain. */
export async function startOpenSeaStandIn(options: StandInOptions): Promise<OpenSeaStandIn> {
  const { chain, apiKey = 'stand-in-key', tellsSignatures = false, expiration } = options
  const { name = chain.slug } = options
  const book = createStandInBook()
  const zone = await deployStandInZone(chain)
  const contracts = new Map(
    chain.contracts.collections.map(({ name, address }) => [
      name.toLowerCase().replaceAll(' ', '-'),
      address,
    ]),
  )
  const slugOf = (contract: Address): string =>
    [...contracts].find(([, address]) => address === contract)?.[0] ?? 'unknown'
  const requests: string[] = []
  const faults: StandInFault[] = []

  const tell = (event: string, id: Hex): void => {
    const entry = book.get(id)
    if (entry === undefined) return
    const { protocol_data, protocol_address, order_hash, criteria } = routes.json(entry)
    const slug = slugOf(entry.contract)
    const item = { chain: { name }, nft_id: `${name}/${entry.contract}/0` }
    stream.send(slug, event, {
      collection: { slug },
      item,
      order_hash,
      protocol_address,
      ...(event.startsWith('order_') || event === 'item_cancelled' ? {} : { protocol_data, criteria }),
      event_timestamp: new Date().toISOString(),
    })
  }
  const eventOf = ({ side, components }: StandInEntry): string =>
    side === 'listings'
      ? 'item_listed'
      : (components.consideration[0]?.itemType ?? 0) > 3
        ? 'collection_offer'
        : 'item_received_bid'
  const add = (order: StandInOrder, isQuiet = false): Hex => {
    const entry = book.add(order)
    if (!isQuiet) tell(eventOf(entry), entry.id)
    return entry.id
  }

  const cancel = (id: Hex, isQuiet = false): void => {
    const entry = book.get(id)
    if (entry !== undefined) entry.status = 'CANCELLED'
    if (!isQuiet) tell('item_cancelled', id)
  }
  const routes = createStandInRoutes({
    chain,
    name,
    book,
    zone,
    contracts,
    slugOf,
    tellsSignatures,
    expiration,
    add,
    cancel,
  })

  const respond = (
    response: ServerResponse,
    [status, body]: StandInAnswer,
    headers: Record<string, string> = {},
  ): void => {
    const sent = JSON.stringify(body).replace(/"counter":"(\d+)"/g, '"counter":$1')
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent)
  }
  const server = await serveLocally((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    requests.push(`${request.method} ${url.pathname}`)
    const fault = faults.shift()
    if (fault?.kind === 'silence') return
    if (fault?.kind === 'text') return void response.end(fault.text)
    if (fault?.kind === 'status') return respond(response, [fault.status, fault.body ?? {}], fault.headers)
    if (request.headers['x-api-key'] !== apiKey)
      return respond(response, [401, { errors: [`Invalid API key ${String(request.headers['x-api-key'])}`] }])
    const path = url.pathname.split('/').slice(3)
    routes
      .answer(
        request.method ?? 'GET',
        path,
        url.searchParams,
        async () => (await json(request)) as Record<string, unknown>,
      )
      .then(
        (found) => respond(response, found),
        (cause: unknown) => respond(response, [400, { errors: [String(cause)] }]),
      )
  }, options.port)
  const stream = createStandInStream(server.server, apiKey)
  return {
    url: server.url,
    streamUrl: `ws://127.0.0.1:${server.port}/socket`,
    apiKey,
    chain: name,
    zone: zone.address,
    stream,
    requests,
    slugOf,
    add,
    cancel,
    tell,
    fail: (fault, count = 1) => {
      for (let index = 0; index < count; index += 1) faults.push(fault)
    },
    stop: () => {
      stream.close()
      return server.stop()
    },
  }
}
