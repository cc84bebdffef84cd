import type { Address, Hex } from 'viem'
import { parametersJson, type StandInEntry } from './standInBook.ts'
import type { StandInZone } from './standInZone.ts'

/** Seconds for which the zone's signature is valid. */
const lifetime = 120n

export type FulfillmentRequest = {
  readonly fulfiller: { readonly address: Address }
  readonly consideration?: { readonly asset_contract_address: Address; readonly token_id: string }
}

/** Why an entry may not be filled by this request, as the service says it. */
export function refusalOf(entry: StandInEntry | undefined, request: FulfillmentRequest): string | undefined {
  if (entry === undefined) return 'The order_hash does not exist'
  if (entry.status !== 'ACTIVE') return `Order ${entry.id} is not fulfillable.`
  const tokenId = request.consideration?.token_id
  if (entry.tokenIds !== undefined && (tokenId === undefined || !entry.tokenIds.includes(BigInt(tokenId))))
    return 'The specified token does not match the trait criteria of the offer.'
  return undefined
}

/** The answer to a request for `fulfillment_data`: signatures, data of the zone, and a call to send. */
export async function fulfillmentJson(
  entry: StandInEntry,
  { fulfiller }: FulfillmentRequest,
  {
    chainId,
    seaport,
    zone,
  }: { readonly chainId: number; readonly seaport: Address; readonly zone: StandInZone },
) {
  const { counter: _, ...orderParameters } = parametersJson(entry.components)
  const isRestricted = entry.components.orderType > 1
  const expiration = BigInt(Math.floor(Date.now() / 1000)) + lifetime
  const extraData: Hex = isRestricted ? await zone.extraData(entry.id, fulfiller.address, expiration) : '0x'
  const { signature } = entry
  const advanced = { parameters: orderParameters, numerator: 1, denominator: 1, signature, extraData }
  const conduit = { fulfillerConduitKey: entry.components.conduitKey, recipient: fulfiller.address }
  const [name, input] =
    entry.side === 'offers'
      ? ['matchAdvancedOrders', { orders: [advanced], criteriaResolvers: [], fulfillments: [] }]
      : isRestricted
        ? ['fulfillAdvancedOrder', { advancedOrder: advanced, criteriaResolvers: [], ...conduit }]
        : ['fulfillOrder', { order: { parameters: orderParameters, signature }, ...conduit }]
  return {
    protocol: 'seaport1.6',
    fulfillment_data: {
      transaction: { function: name, chain: chainId, to: seaport, value: '0', input_data: input },
      orders: [{ parameters: parametersJson(entry.components), signature }],
    },
  }
}
