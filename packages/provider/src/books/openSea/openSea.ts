import { isCriteria, keccak, type OrderComponents, orderShape, wasmKeccak } from '@sluice/seaport'
import { openseaSignedZone } from '@sluice/seaport/addresses'
import { address, maybe } from '@sluice/wire'
import * as v from 'valibot'
import type { Address } from 'viem'
import { createHttpClient, readText } from '../../network/createHttpClient.ts'
import { orderJson } from '../../orders/orderJson.ts'
import { BookError } from '../bookError.ts'
import {
  type OrderBook,
  type OrderRef,
  type OutgoingOrder,
  type PostOutcome,
  type ReadableBook,
  refKey,
} from '../orderBook.ts'
import { followOpenSea } from './followOpenSea.ts'
import { createOpenSeaApi, type OpenSeaApi } from './openSeaApi.ts'
import { reasonOf, waitOf } from './openSeaErrors.ts'
import { fulfillmentBody, openSeaFulfillment, readFulfillment } from './openSeaFulfillment.ts'
import { type OpenSeaChain, openSeaPage, readOrder, readPage } from './openSeaOrders.ts'

export type OpenSeaSettings = Pick<OrderBook, 'name' | 'fee' | 'perSecond'> & {
  /** Origin of the API, such as `https://api.opensea.io`. */
  readonly url: string
  /** The API's own name of the chain, such as `ethereum` or `base`. */
  readonly chain: string
  /** The provider's key; posts that bring their own key use that. */
  readonly apiKey?: string | undefined
  /** Present where listings and offers are read as well. */
  readonly read?: ReadSettings | undefined
}

/** How OpenSea's orders are read. */
export type ReadSettings = {
  /** The stream of events, such as `wss://stream.openseabeta.com/socket`. */
  readonly streamUrl: string
  /** Requests for lists and orders that the key allows in a second. */
  readonly perSecond: number
  /** Zones that authorize fills of its restricted orders; its signed zone where absent. */
  readonly zones?: readonly Address[] | undefined
  /** The chain's Seaport, of orders that name none. */
  readonly seaport: Address
}

/** Milliseconds for one post. */
const timeout = 15_000
/** The most bytes of the answer to a post. */
const longestAnswer = 1 << 20
/** Milliseconds for what a plan waits for, and how long it waits for its turn. */
const [fulfillTimeout, fulfillQueueTimeout] = [4_000, 1_500]
/** Entries of a page: the most that the API gives. */
const pageSize = 200
/** Orders that wait to be read again; when there are more, the pages of the collections are read instead. */
const maxRereads = 500

/** Components as the API names them: times as text too, and the number of payments that are the order's own. */
const parametersOf = (order: OrderComponents) => ({
  ...orderJson(order),
  startTime: order.startTime.toString(),
  endTime: order.endTime.toString(),
  salt: `0x${order.salt.toString(16)}`,
  totalOriginalConsiderationItems: order.consideration.length,
})

const orderAnswer = v.object({ order: v.unknown() })
const contractAnswer = v.object({
  address,
  collection: maybe(v.pipe(v.string(), v.regex(/^[\w.-]{1,200}$/))),
})

/**
 * Reads, follows and fills OpenSea's orders. Collections are identified by a slug there, which is read from the API.
 */
function readsOf(
  api: OpenSeaApi,
  apiKey: string | undefined,
  place: OpenSeaChain,
  settings: ReadSettings,
): ReadableBook {
  const slugs = new Map<Address, string>()
  const slugOf = async (contract: Address, signal: AbortSignal): Promise<string | undefined> => {
    let slug = slugs.get(contract)
    if (slug !== undefined) return slug
    try {
      const path = `/api/v2/chain/${place.chain}/contract/${contract}`
      slug = (await api.request(path, contractAnswer, { signal })).collection ?? undefined
    } catch (cause) {
      if (!(cause instanceof BookError) || cause.status !== 404) throw cause
    }
    if (slug !== undefined) slugs.set(contract, slug)
    return slug
  }
  return {
    zones: settings.zones ?? [openseaSignedZone],
    knows: async (contract, signal) => (await slugOf(contract, signal)) !== undefined,
    read: async (contract, side, cursor, signal) => {
      const slug = await slugOf(contract, signal)
      if (slug === undefined) return { orders: [], unreadable: 0, next: undefined }
      const query = new URLSearchParams({ limit: String(pageSize) })
      if (side === 'sell') query.set('include_private_listings', 'true')
      if (cursor !== undefined) query.set('next', cursor)
      const kind = side === 'sell' ? 'listings' : 'offers'
      const path = `/api/v2/${kind}/collection/${encodeURIComponent(slug)}/all?${query}`
      const page = await api.request(path, openSeaPage[side], { signal })
      return readPage('listings' in page ? page.listings : page.offers, page.next, place)
    },
    follow: (listener) => {
      const closed = new AbortController()
      const waiting = new Map<string, OrderRef>()
      const followed = new Set<Address>()
      let isRereading = false
      const readPages = (): void => {
        for (const contract of followed) listener.gap(contract)
      }
      const rereadAll = async (): Promise<void> => {
        // Orders that are added meanwhile are read in the same loop.
        for (const [key, ref] of waiting) {
          waiting.delete(key)
          const path = `/api/v2/orders/chain/${place.chain}/protocol/${ref.seaport}/${ref.id}`
          try {
            const { order: read } = await api.request(path, orderAnswer, { signal: closed.signal })
            const order = readOrder(read, place)
            if (order !== undefined && refKey(order) === key) listener.order(order)
          } catch (cause) {
            if (cause instanceof BookError && cause.status === 404) listener.gone(ref)
            else readPages()
          }
        }
        isRereading = false
      }
      const reread = (ref: OrderRef): void => {
        if (waiting.size >= maxRereads) readPages()
        else waiting.set(refKey(ref), ref)
        if (isRereading) return
        isRereading = true
        void rereadAll()
      }
      const stream = followOpenSea(
        { ...place, streamUrl: settings.streamUrl, apiKey, slugOf, reread },
        listener,
      )
      return {
        watch: (contract) => {
          followed.add(contract)
          stream.watch(contract)
        },
        close: () => {
          closed.abort()
          stream.close()
        },
      }
    },
    fulfill: async (request) => {
      const kind = request.side === 'sell' ? 'listings' : 'offers'
      const answer = await api.request(`/api/v2/${kind}/fulfillment_data`, openSeaFulfillment, {
        body: fulfillmentBody(request, place.chain),
        timeout: fulfillTimeout,
        queueTimeout: fulfillQueueTimeout,
      })
      return readFulfillment(answer, request)
    },
  }
}

/**
 * OpenSea's order book by its published API, version 2. Orders are posted by
 * `POST /api/v2/orders/{chain}/seaport/{listings|offers}` with `{parameters, signature, protocol_address}` and the key in
 * `x-api-key`; an error is `{errors: [text]}`.
 */
export function openSea({ url, chain, apiKey, read, ...settings }: OpenSeaSettings): OrderBook {
  const client = createHttpClient(url)
  const send = async (order: OutgoingOrder): Promise<PostOutcome> => {
    const shape = orderShape(order.components)
    if (shape === undefined || (shape.side === 'bid' && isCriteria(shape.nft.itemType)))
      return {
        state: 'refused',
        reason: `Only single-token bids are supported on orderbook ${settings.name}`,
      }
    const key = order.apiKey ?? apiKey
    const kind = shape.side === 'ask' ? 'listings' : 'offers'
    const response = await client(`/api/v2/orders/${chain}/seaport/${kind}`, {
      method: 'POST',
      signal: AbortSignal.timeout(timeout),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { 'x-api-key': key }),
      },
      body: JSON.stringify({
        parameters: parametersOf(order.components),
        signature: order.signature,
        protocol_address: order.seaport,
      }),
    })
    const status = response.statusCode ?? 0
    const body = await readText(response, longestAnswer)
    if (status >= 200 && status < 300) return { state: 'posted' }
    if (status < 400) throw new Error('The order book answered with a redirect.')
    // A service may repeat the key in its error message, and the poster receives that message.
    const reason = reasonOf(status, key === undefined ? body : body.replaceAll(key, '…'))
    // A call whose response was lost is repeated: an order that exists already counts as posted.
    if (/duplicate order/i.test(reason)) return { state: 'posted' }
    const after = waitOf(response.headers['retry-after'])
    if (status === 429 || status === 408 || status >= 500)
      return { state: 'later', reason, ...(after === undefined ? {} : { after }) }
    return { state: 'refused', reason }
  }
  return {
    ...settings,
    domain: 'opensea.io',
    supports: { collectionBids: false, versions: ['1.6'] },
    ...(read === undefined
      ? {}
      : {
          reads: readsOf(
            createOpenSeaApi({ url, apiKey }, { reads: read.perSecond, writes: settings.perSecond }),
            apiKey,
            { chain, seaport: read.seaport, keccak: wasmKeccak() ?? keccak },
            read,
          ),
        }),
    post: (order) =>
      send(order).catch((): PostOutcome => ({ state: 'later', reason: 'The order book cannot be reached.' })),
  }
}
