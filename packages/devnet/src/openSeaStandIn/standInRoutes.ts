import { isAddress, isBytes32, lowerHex, orderTypedData, seaportDomain } from '@sluice/seaport'
import { orderComponents, parse } from '@sluice/wire'
import {
  type Address,
  compactSignatureToSignature,
  type Hex,
  isHex,
  parseCompactSignature,
  serializeSignature,
  size,
  verifyTypedData,
  zeroAddress,
} from 'viem'
import type { LocalChain } from '../stack/localChain.ts'
import { entryJson, type StandInBook, type StandInEntry, type StandInOrder } from './standInBook.ts'
import { type FulfillmentRequest, fulfillmentJson, rejectionOf } from './standInFulfillment.ts'
import type { StandInZone } from './standInZone.ts'

/** Lifetime of the zone's signature in seconds. */
const lifetime = 120n
/** Maximum number of entries per page. */
const maxPage = 200

type Json = Record<string, unknown>
export type StandInAnswer = readonly [status: number, body: object]

export type StandInPlace = {
  readonly chain: LocalChain
  /** Name of the chain in the API. */
  readonly name: string
  readonly book: StandInBook
  readonly zone: StandInZone
  /** Contracts of the collections by their slugs. */
  readonly contracts: ReadonlyMap<string, Address>
  slugOf(contract: Address): string
  readonly tellsSignatures: boolean
  /** Expiration of the zone's signatures in unix seconds; two minutes after the request by default. */
  readonly expiration: bigint | undefined
  add(order: StandInOrder): Hex
  cancel(id: Hex): void
}

const unknown: StandInAnswer = [404, { errors: ['Not found'] }]
const badRequest = (why: string): StandInAnswer => [400, { errors: [why] }]

/** Serves the part of API version 2 that a provider reads, and the part that OpenSea's SDK needs to trade. */
export function createStandInRoutes({ chain, name, book, zone, contracts, slugOf, ...place }: StandInPlace) {
  const { seaport, seaport15, weth } = chain.contracts
  const seaportOf = ({ version }: StandInOrder): Address => (version === '1.5' ? seaport15 : seaport)
  const json = (entry: StandInEntry) =>
    entryJson(
      entry,
      { chain: name, seaport: seaportOf(entry), slug: slugOf(entry.contract) },
      place.tellsSignatures,
    )

  const page = (side: StandInEntry['side'], slug: string, query: URLSearchParams): StandInAnswer => {
    const contract = contracts.get(slug)
    if (contract === undefined) return unknown
    const limit = Number(query.get('limit') ?? 100)
    const after = Number(Buffer.from(query.get('next') ?? '', 'base64').toString() || 0)
    if (!(limit >= 1 && limit <= maxPage) || Number.isNaN(after)) return badRequest('Invalid page')
    const { entries, next } = book.page(contract, side, after, limit)
    const cursor = next === undefined ? {} : { next: Buffer.from(String(next)).toString('base64') }
    return [200, { [side]: entries.map(json), ...cursor }]
  }
  const fulfillment = async (body: Json): Promise<StandInAnswer> => {
    const named = (body.listing ?? body.offer) as { hash: string } | undefined
    const request = body as FulfillmentRequest
    const entry = book.get(named?.hash ?? '')
    const refusal = rejectionOf(entry, request)
    if (entry === undefined || refusal !== undefined) return badRequest(refusal ?? 'Not found')
    const expiration = place.expiration ?? BigInt(Math.floor(Date.now() / 1000)) + lifetime
    const of = { chainId: chain.id, seaport: seaportOf(entry), zone, expiration }
    return [200, await fulfillmentJson(entry, request, of)]
  }
  const isSignedBy = async (account: Address, typed: object, given: unknown): Promise<boolean> => {
    if (!isHex(given)) return false
    const signature =
      size(given) === 64
        ? serializeSignature(compactSignatureToSignature(parseCompactSignature(given)))
        : given
    return verifyTypedData({ ...typed, address: account, signature } as never).catch(() => false)
  }
  const post = async ({ parameters, signature }: Json): Promise<StandInAnswer> => {
    const components = parse(orderComponents, parameters, 'The order')
    const typed = orderTypedData(seaportDomain(chain.id, '1.6'), components)
    if (!(await isSignedBy(components.offerer, typed, signature)))
      return badRequest('Invalid order signature')
    return [200, json(book.get(place.add({ components, signature: signature as Hex })) as StandInEntry)]
  }
  const cancel = async (id: Hex, { offererSignature }: Json): Promise<StandInAnswer> => {
    const entry = book.get(id)
    if (entry === undefined) return unknown
    const typed = {
      domain: seaportDomain(chain.id, '1.6'),
      types: { OrderHash: [{ name: 'orderHash', type: 'bytes32' }] },
      primaryType: 'OrderHash',
      message: { orderHash: id },
    }
    if (!(await isSignedBy(entry.components.offerer, typed, offererSignature)))
      return badRequest('Invalid offerer signature')
    place.cancel(id)
    return [200, { last_signature_issued_valid_until: new Date().toISOString() }]
  }
  const coin = (address: Address): object => ({
    symbol: address === zeroAddress ? 'ETH' : 'WETH',
    name: 'Ether',
    decimals: 18,
    address,
    chain: name,
    eth_price: '1',
    usd_price: '0',
  })
  const collection = (slug: string): StandInAnswer => {
    const address = contracts.get(slug)
    if (address === undefined) return unknown
    return [
      200,
      {
        collection: slug,
        name: slug,
        contracts: [{ address, chain: name }],
        fees: [],
        required_zone: zone.address,
        pricing_currencies: {
          listing_currency: coin(zeroAddress),
          offer_currency: coin(weth),
        },
      },
    ]
  }
  const contract = (address: Address, identifier: string | undefined): StandInAnswer => {
    const slug = slugOf(address)
    const kind = chain.contracts.collections.find((one) => one.address === address)?.kind
    if (kind === undefined) return unknown
    return identifier === undefined
      ? [200, { address, chain: name, collection: slug, name: slug }]
      : [200, { nft: { identifier, collection: slug, contract: address, token_standard: kind } }]
  }

  return {
    json,
    /** @param path segments of the path below `/api/v2/`. */
    answer: async (
      method: string,
      path: readonly string[],
      query: URLSearchParams,
      body: () => Promise<Json>,
    ): Promise<StandInAnswer> => {
      const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', last] = path
      const route = `${method} ${first}/${second}`
      if (route === `GET chain/${name}` && third === 'payment_token')
        return isAddress(fourth) ? [200, coin(lowerHex(fourth))] : unknown
      if (route === `GET chain/${name}` && third === 'contract')
        return isAddress(fourth) ? contract(lowerHex(fourth), sixth === '' ? undefined : sixth) : unknown
      if ((first === 'listings' || first === 'offers') && method === 'GET' && second === 'collection')
        return page(first, third, query)
      if (method === 'GET' && first === 'collections') return collection(second)
      if (route === 'GET orders/chain') {
        const entry = book.get(sixth)
        return entry === undefined || seaportOf(entry) !== fifth.toLowerCase()
          ? unknown
          : [200, { order: json(entry) }]
      }
      if (method === 'POST' && second === 'fulfillment_data') return fulfillment(await body())
      if (route === `POST orders/${name}`) return post(await body())
      if (route === 'POST orders/chain' && last === 'cancel' && isBytes32(sixth))
        return cancel(sixth, await body())
      return unknown
    },
  }
}
