import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { orderTypedData, seaportDomain } from '@sluice/seaport'
import { orderComponents, parse } from '@sluice/wire'
import { type Address, type Hex, verifyTypedData } from 'viem'
import type { LocalChain } from '../stack/localChain.ts'
import { createStandInBook, entryJson, type StandInEntry, type StandInOrder } from './standInBook.ts'
import { type FulfillmentRequest, fulfillmentJson, refusalOf } from './standInFulfillment.ts'
import { createStandInStream, type StandInStream } from './standInStream.ts'
import { deployStandInZone } from './standInZone.ts'

export type StandInOptions = {
  readonly chain: LocalChain
  /** The key that requests have to bring. */
  readonly apiKey?: string
  /** 0 takes any free port. */
  readonly port?: number
  /** Whether lists and events hold signatures; those of the service do not. */
  readonly tellsSignatures?: boolean
}

/** What the stand-in answers next, whatever it is asked. */
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
  /** The stream's address as settings name it: without `/websocket`. */
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
  /** Takes a signed order, and tells followers of it unless `isQuiet`. */
  add(order: StandInOrder, isQuiet?: boolean): Hex
  /** Cancels an order off chain: the zone signs no more fills of it. */
  cancel(id: Hex, isQuiet?: boolean): void
  /** Whether followers are told, as an event does, of what is in the book. */
  tell(event: string, id: Hex): void
  /** Answers the next `count` requests with a fault. */
  fail(fault: StandInFault, count?: number): void
  stop(): Promise<void>
}

/** The most entries of a page. */
const maxPage = 200

/** Starts the stand-in: API version 2 and stream on one port of this machine, and its zone on the chain. */
export async function startOpenSeaStandIn(options: StandInOptions): Promise<OpenSeaStandIn> {
  const { chain, apiKey = 'stand-in-key', tellsSignatures = false } = options
  const seaport = chain.contracts.seaport
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
  const placeOf = (contract: Address) => ({ chain: chain.slug, seaport, slug: slugOf(contract) })
  const json = (entry: StandInEntry) => entryJson(entry, placeOf(entry.contract), tellsSignatures)

  const tell = (event: string, id: Hex): void => {
    const entry = book.get(id)
    if (entry === undefined) return
    const { protocol_data, protocol_address, order_hash, criteria } = json(entry)
    const { slug } = placeOf(entry.contract)
    const item = { chain: { name: chain.slug }, nft_id: `${chain.slug}/${entry.contract}/0` }
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

  type Answer = readonly [status: number, body: object]
  const unknown: Answer = [404, { errors: ['Not found'] }]
  const page = (side: StandInEntry['side'], slug: string, query: URLSearchParams): Answer => {
    const contract = contracts.get(slug)
    if (contract === undefined) return unknown
    const limit = Number(query.get('limit') ?? 100)
    const after = Number(Buffer.from(query.get('next') ?? '', 'base64').toString() || 0)
    if (!(limit >= 1 && limit <= maxPage) || Number.isNaN(after)) return [400, { errors: ['Invalid page'] }]
    const { entries, next } = book.page(contract, side, after, limit)
    const cursor = next === undefined ? {} : { next: Buffer.from(String(next)).toString('base64') }
    return [200, { [side]: entries.map(json), ...cursor }]
  }
  const fulfillment = async (body: Record<string, unknown>): Promise<Answer> => {
    const named = (body.listing ?? body.offer) as { hash: string } | undefined
    const request = body as FulfillmentRequest
    const entry = book.get(named?.hash ?? '')
    const refusal = refusalOf(entry, request)
    if (entry === undefined || refusal !== undefined) return [400, { errors: [refusal] }]
    return [200, await fulfillmentJson(entry, request, { chainId: chain.id, seaport, zone })]
  }
  const take = async (body: Record<string, unknown>): Promise<Answer> => {
    const components = parse(orderComponents, body.parameters, 'The order')
    const signature = body.signature as Hex
    const typed = orderTypedData(seaportDomain(chain.id, '1.6'), components)
    if (!(await verifyTypedData({ ...typed, address: components.offerer, signature } as never)))
      return [400, { errors: ['Invalid order signature'] }]
    return [200, json(book.get(add({ components, signature })) as StandInEntry)]
  }
  const answer = async (
    method: string,
    url: URL,
    body: () => Promise<Record<string, unknown>>,
  ): Promise<Answer> => {
    const path = url.pathname.split('/').slice(3)
    const route = `${method} ${path[0]}/${path[1]}`
    if (route === `GET chain/${chain.slug}` && path[2] === 'contract') {
      const address = path[3]?.toLowerCase() as Address
      const slug = slugOf(address)
      return slug === 'unknown'
        ? unknown
        : [200, { address, chain: chain.slug, collection: slug, name: slug }]
    }
    const [side] = path
    if ((side === 'listings' || side === 'offers') && method === 'GET' && path[1] === 'collection')
      return page(side, path[2] ?? '', url.searchParams)
    if (route === 'GET orders/chain') {
      const entry = book.get(path[5] ?? '')
      return entry === undefined ? unknown : [200, json(entry)]
    }
    if (method === 'POST' && path[1] === 'fulfillment_data') return fulfillment(await body())
    if (route === `POST orders/${chain.slug}`) return take(await body())
    return unknown
  }

  const respond = (
    response: ServerResponse,
    [status, body]: Answer,
    headers: Record<string, string> = {},
  ): void => {
    const text = JSON.stringify(body).replace(/"counter":"(\d+)"/g, '"counter":$1')
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
  const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
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
    answer(request.method ?? 'GET', url, () => bodyOf(request)).then(
      (found) => respond(response, found),
      (cause: unknown) => respond(response, [400, { errors: [String(cause)] }]),
    )
  })
  const stream = createStandInStream(server, apiKey)
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}/socket`,
    apiKey,
    chain: chain.slug,
    zone: zone.address,
    stream,
    requests,
    slugOf,
    add,
    cancel: (id, isQuiet = false) => {
      const entry = book.get(id)
      if (entry !== undefined) entry.status = 'CANCELLED'
      if (!isQuiet) tell('item_cancelled', id)
    },
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
