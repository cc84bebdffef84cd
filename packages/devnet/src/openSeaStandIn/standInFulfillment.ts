import { criteriaProof, isCriteria, orderShape } from '@sluice/seaport'
import { type Address, type Hex, zeroAddress } from 'viem'
import { parametersJson, type StandInEntry } from './standInBook.ts'
import type { StandInZone } from './standInZone.ts'

export type FulfillmentRequest = {
  readonly fulfiller: { readonly address: Address }
  readonly consideration?: { readonly asset_contract_address: Address; readonly token_id: string }
  readonly units_to_fill?: number | string
}

/** Returns the API's error message if the request cannot fill the order. */
export function rejectionOf(
  entry: StandInEntry | undefined,
  request: FulfillmentRequest,
): string | undefined {
  if (entry === undefined) return 'The order_hash does not exist'
  if (entry.status !== 'ACTIVE') return `Order ${entry.id} is not fulfillable.`
  const tokenId = request.consideration?.token_id
  if (entry.tokenIds !== undefined && (tokenId === undefined || !entry.tokenIds.includes(BigInt(tokenId))))
    return 'The specified token does not match the trait criteria of the offer.'
  return undefined
}

/** Returns the response to a request for `fulfillment_data`: the signature, the zone's extra data and the call to send. */
export async function fulfillmentJson(
  entry: StandInEntry,
  { fulfiller, consideration, units_to_fill: asked }: FulfillmentRequest,
  {
    chainId,
    seaport,
    zone,
    expiration,
  }: {
    readonly chainId: number
    readonly seaport: Address
    readonly zone: StandInZone
    /** Expiration of the zone's signature in unix seconds. */
    readonly expiration: bigint
  },
) {
  const { counter: _, ...orderParameters } = parametersJson(entry.components)
  const isRestricted = entry.components.orderType > 1
  const shape = orderShape(entry.components)
  if (shape === undefined) throw new TypeError('The order is not for one token.')
  const isWhole = asked === undefined || shape.nft.itemType % 2 === 0
  const [numerator, denominator] = isWhole ? [1, 1] : [Number(asked), Number(shape.quantity)]
  const extraData: Hex = isRestricted ? await zone.extraData(entry.id, fulfiller.address, expiration) : '0x'
  const { signature } = entry
  const advanced = { parameters: orderParameters, numerator, denominator, signature, extraData }
  const conduit = { fulfillerConduitKey: entry.components.conduitKey, recipient: fulfiller.address }
  const identifier = BigInt(consideration?.token_id ?? 0)
  const criteriaResolvers = isCriteria(shape.nft.itemType)
    ? [
        {
          orderIndex: 0,
          side: 1,
          index: 0,
          identifier: identifier.toString(),
          criteriaProof:
            shape.nft.identifierOrCriteria === 0n ? [] : criteriaProof(entry.tokenIds ?? [], identifier),
        },
      ]
    : []
  const [name, input] =
    entry.side === 'offers' || isRestricted || !isWhole
      ? ['fulfillAdvancedOrder', { advancedOrder: advanced, criteriaResolvers, ...conduit }]
      : ['fulfillOrder', { order: { parameters: orderParameters, signature }, ...conduit }]
  const coins = shape.side === 'ask' && shape.currency === zeroAddress ? shape.payments : []
  const price = coins.reduce((sum, { startAmount }) => sum + startAmount, 0n)
  const value = (price * BigInt(numerator) + BigInt(denominator) - 1n) / BigInt(denominator)
  return {
    protocol: 'seaport1.6',
    fulfillment_data: {
      transaction: {
        function: name,
        chain: chainId,
        to: seaport,
        value: value.toString(),
        input_data: input,
      },
      orders: [{ parameters: parametersJson(entry.components), signature }],
    },
  }
}
