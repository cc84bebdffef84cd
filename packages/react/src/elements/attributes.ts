import type { SaleItem } from '../flows/useAcceptOffer.ts'
import type { BidTarget } from '../flows/useBid.ts'

/** What a page writes on the elements, and the address of a frame may give. */
export const attributeNames = [
  'token',
  'tokens',
  'order',
  'orders',
  'collection',
  'attribute',
  'chain',
  'side',
  'name',
  'all',
  'user',
] as const

/** What a page writes on `<sluice-kit>`, if it gives no client of its own. */
export const kitAttributeNames = [
  'provider',
  'chain',
  'chain-name',
  'rpc',
  'source',
  'scheme',
  'currency',
] as const

export const readKit = (kit: Element, name: (typeof kitAttributeNames)[number]): string | null =>
  kit.getAttribute(name)

/** Reads the attributes of an element. Invalid values are named on the console. */
export function readChainId(element: Element): number | undefined {
  const text = element.getAttribute('chain')
  if (text === null) return undefined
  if (/^[1-9][0-9]{0,15}$/.test(text)) return Number(text)
  throw new Error(`<${element.localName}> has a chain that is not a number: "${text}".`)
}

/** `contract:tokenId` of each, lower-cased; several are parted by spaces. */
export function readTokens(element: Element): readonly string[] {
  const text = element.getAttribute('token') ?? element.getAttribute('tokens') ?? ''
  const refs = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((ref) => ref !== '')
  const wrong = refs.find((ref) => !/^0x[0-9a-f]{40}:[0-9]{1,78}$/.test(ref))
  if (refs.length > 0 && wrong === undefined) return refs
  throw new Error(
    `<${element.localName}> needs token="0x…:42"${wrong === undefined ? '' : `, not "${wrong}"`}.`,
  )
}

export function readOrderIds(element: Element): readonly `0x${string}`[] {
  const text = element.getAttribute('order') ?? element.getAttribute('orders') ?? ''
  const ids = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((id) => id !== '')
  const wrong = ids.find((id) => !/^0x[0-9a-f]{64}$/.test(id))
  if (wrong === undefined) return ids as readonly `0x${string}`[]
  throw new Error(`<${element.localName}> has an order that is not a hash: "${wrong}".`)
}

export function readCollection(element: Element): string {
  const text = (element.getAttribute('collection') ?? '').toLowerCase()
  if (/^0x[0-9a-f]{40}$/.test(text)) return text
  throw new Error(`<${element.localName}> needs collection="0x…".`)
}

/** A token, else a collection, with an attribute if one is named as `key:value`. */
export function readTarget(element: Element): BidTarget {
  if (element.hasAttribute('token')) return { token: readTokens(element)[0] ?? '' }
  const collection = readCollection(element)
  const attribute = element.getAttribute('attribute')
  if (attribute === null) return { collection }
  const cut = attribute.indexOf(':')
  if (cut < 1) throw new Error(`<${element.localName}> needs attribute="key:value".`)
  return { collection, attributeKey: attribute.slice(0, cut), attributeValue: attribute.slice(cut + 1) }
}

/** Each token with the order at the same place, if there is one. */
export function readSales(element: Element): readonly SaleItem[] {
  const orders = readOrderIds(element)
  return readTokens(element).map((token, index) => ({ token, orderId: orders[index] }))
}

export const readSide = (element: Element): 'listing' | 'offer' =>
  element.getAttribute('side') === 'offer' ? 'offer' : 'listing'

export const readName = (element: Element): string => element.getAttribute('name') ?? ''
