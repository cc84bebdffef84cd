import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Address, Hex } from 'viem'
import type { LocalChain } from '../stack/localChain.ts'
import { createStandInBook, type StandInEntry, type StandInOrder } from './standInBook.ts'
import { createStandInRoutes, type StandInAnswer } from './standInRoutes.ts'
import { createStandInStream, type StandInStream } from './standInStream.ts'
import { deployStandInZone } from './standInZone.ts'

export type StandInOptions = {
  readonly chain: LocalChain
  /** The service's name of the chain; the local one's own when absent. */
  readonly name?: string
  /** The key that requests have to bring. */
  readonly apiKey?: string
  /** 0 takes any free port. */
  readonly port?: number
  /** Whether lists and events contain signatures; those of the service do not. */
  readonly tellsSignatures?: boolean
  /** When every signature of the zone ends, in unix seconds; two minutes after it was asked for when absent. */
  readonly expiration?: bigint
}

/** What the stand-in answers next, to any request. */
export type StandInFault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: object
      readonly headers?: Record<string, string>
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'silence' }

/** A stand-in for OpenSea's service, which cannot be reached from a local stack. It is not OpenSea. */
export type OpenSeaStandIn = {
  readonly url: string
  /** The stream's address as settings contain it: without `/websocket`. */
  readonly streamUrl: string
  readonly apiKey: string
  /** The service's name of the local chain. */
  readonly chain: string
  /** The stand-in's signed zone on the local chain. */
  readonly zone: Address
  readonly stream: StandInStream
  /** Requests so far: method and path without the query. */
  readonly requests: readonly string[]
  slugOf(contract: Address): string
  /** Adds a signed order, and sends an event to followers unless `isQuiet`. */
  add(order: StandInOrder, isQuiet?: boolean): Hex
  /** Cancels an order off chain: the zone signs no more fills of it. */
  cancel(id: Hex, isQuiet?: boolean): void
  /** Whether followers get events of changes in the book. */
  tell(event: string, id: Hex): void
  /** Answers the next `count` requests with a fault. */
  fail(fault: StandInFault, count?: number): void
  stop(): Promise<void>
}

/** Starts the stand-in: API version 2 and stream on one port of this machine, and its zone on the chain. */
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
  const newsOf = ({ side, components }: StandInEntry): string =>
    side === 'listings'
      ? 'item_listed'
      : (components.consideration[0]?.itemType ?? 0) > 3
        ? 'collection_offer'
        : 'item_received_bid'
  const add = (order: StandInOrder, isQuiet = false): Hex => {
    const entry = book.add(order)
    if (!isQuiet) tell(newsOf(entry), entry.id)
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
  const server = createServer((request, response) => {
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
  })
  const stream = createStandInStream(server, apiKey)
  // Longer than clients keep an idle connection, so that no request meets one that is being closed.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}/socket`,
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
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
