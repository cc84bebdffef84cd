import { isCriteria, type OrderComponents, orderShape } from '@sluice/seaport'
import * as v from 'valibot'
import { orderJson } from '../orderJson.ts'
import type { OrderBook, OutgoingOrder, PostOutcome } from './orderBook.ts'

export type OpenSeaSettings = Pick<OrderBook, 'name' | 'fee' | 'perSecond'> & {
  /** Origin of the API, such as `https://api.opensea.io`. */
  readonly url: string
  /** The API's own name of the chain, such as `ethereum` or `base`. */
  readonly chain: string
  /** The provider's key; posts that bring their own key use that. */
  readonly apiKey?: string | undefined
}

/** Milliseconds for one call. */
const timeout = 15_000
/** The most characters of OpenSea's reason that are passed on. */
const maxReasonLength = 300

const errorBody = v.object({
  errors: v.optional(v.array(v.unknown())),
  message: v.optional(v.string()),
  detail: v.optional(v.string()),
})

/** The reason of an error, as one line of plain text. */
function reasonOf(status: number, body: string): string {
  let said: string | undefined
  try {
    const read = v.safeParse(errorBody, JSON.parse(body))
    if (read.success) {
      const { errors, message, detail } = read.output
      said = errors?.map(String).join('; ') ?? message ?? detail
    }
  } catch {
    // An answer that is not JSON has no reason but its status.
    said = undefined
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const plain = (said ?? '').replace(/[\u0000-\u001f\u007f]/g, ' ').trim()
  return plain === '' ? `The order book answered ${status}.` : plain.slice(0, maxReasonLength)
}

/** Components as the API names them: times as text too, and the number of payments that are the order's own. */
const parametersOf = (order: OrderComponents) => ({
  ...orderJson(order),
  startTime: order.startTime.toString(),
  endTime: order.endTime.toString(),
  salt: `0x${order.salt.toString(16)}`,
  totalOriginalConsiderationItems: order.consideration.length,
})

/** Milliseconds that a throttled caller is asked to wait. */
function waitOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

/**
 * OpenSea's order book by its published API, version 2: `POST /api/v2/orders/{chain}/seaport/{listings|offers}` with
 * `{parameters, signature, protocol_address}` and the key in `x-api-key`; an error is `{errors: [text]}`.
 */
export function openSea({ url, chain, apiKey, ...settings }: OpenSeaSettings): OrderBook {
  const send = async (order: OutgoingOrder): Promise<PostOutcome> => {
    const shape = orderShape(order.components)
    if (shape === undefined || (shape.side === 'bid' && isCriteria(shape.nft.itemType)))
      return {
        state: 'refused',
        reason: `Only single-token bids are supported on orderbook ${settings.name}`,
      }
    const key = order.apiKey ?? apiKey
    const kind = shape.side === 'ask' ? 'listings' : 'offers'
    const response = await fetch(`${url}/api/v2/orders/${chain}/seaport/${kind}`, {
      method: 'POST',
      redirect: 'error',
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
    const { status } = response
    const body = (await response.text()).slice(0, 65_536)
    if (response.ok) return { state: 'posted' }
    const reason = reasonOf(status, body)
    // A call whose answer was lost is made again: that the order is there already is what was wanted.
    if (/duplicate order/i.test(reason)) return { state: 'posted' }
    const after = waitOf(response.headers)
    if (status === 429 || status === 408 || status >= 500)
      return { state: 'later', reason, ...(after === undefined ? {} : { after }) }
    return { state: 'refused', reason }
  }
  return {
    ...settings,
    domain: 'opensea.io',
    supports: { collectionBids: false, versions: ['1.6'] },
    post: (order) =>
      send(order).catch((): PostOutcome => ({ state: 'later', reason: 'The order book cannot be reached.' })),
  }
}
