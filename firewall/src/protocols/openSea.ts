import { orderId, type SignedOrder, seaportAbi, zeroAddress } from '@sluice/seaport'
import { decodeFunctionData, toFunctionSignature } from 'viem'
import { type FillAnswer, honestAnswers, tradeCall } from '../answers.ts'
import type { Scene } from '../scene.ts'
import { type Handler, jsonOf } from '../server.ts'
import { CannotSay, onlyHonest, type Protocol } from './protocol.ts'

const protocolData = ({ components, signature }: SignedOrder) => ({
  parameters: {
    ...components,
    startTime: String(components.startTime),
    endTime: String(components.endTime),
    totalOriginalConsiderationItems: components.consideration.length,
  },
  signature,
})

const native = { symbol: 'ETH', address: zeroAddress, chain: 'base', image: '', name: 'Ether', decimals: 18 }

/** The offer that the user looked at, likewise. */
export const openSeaOffer = ({ offer, chain, intents: { sell } }: Scene) => ({
  orderHash: orderId(offer.components),
  chain: 'base',
  protocolData: JSON.parse(jsonOf(protocolData(offer))) as object,
  protocolAddress: chain.contracts.seaport,
  price: { currency: 'WETH', decimals: 18, value: String(sell.price) },
  asset: { identifier: String(sell.tokenId), contract: sell.collection },
  remainingQuantity: 1,
  status: 'ACTIVE',
})

/** The listing that the user looked at: honest, since it is what the caller hands to the client. */
export const openSeaListing = ({ listing, chain, intents: { buy } }: Scene) => ({
  orderHash: orderId(listing.components),
  chain: 'base',
  protocolData: JSON.parse(jsonOf(protocolData(listing))) as object,
  protocolAddress: chain.contracts.seaport,
  type: 'basic',
  price: { current: { currency: 'ETH', decimals: 18, value: String(buy.price) } },
  asset: { identifier: String(buy.tokenId), contract: buy.collection },
  remainingQuantity: 1,
  status: 'ACTIVE',
})

const oneCall = 'The server answers with one call of Seaport alone; approvals are the caller’s.'

/** One call of Seaport, by the names of its arguments: the client encodes it again. */
function fulfillment(answer: FillAnswer, scene: Scene): Handler {
  const { data, value } = tradeCall(scene, answer)
  const { functionName, args } = decodeFunctionData({ abi: seaportAbi, data })
  const called = seaportAbi.find((one) => one.type === 'function' && one.name === functionName)
  if (called?.type !== 'function') throw new Error(`Seaport has no function ${functionName}.`)
  const inputs = called.inputs.map(({ name }, index) => [name, args?.[index]])
  const transaction = {
    chain: scene.chain.id,
    to: answer.to,
    value: String(value),
    function: toFunctionSignature(called),
    input_data: Object.fromEntries(inputs),
  }
  return ({ path }) =>
    path.endsWith('/fulfillment_data')
      ? {
          protocol: 'seaport1.6',
          fulfillment_data: { transaction, orders: [protocolData(answer.order)] },
        }
      : undefined
}

/** OpenSea's API: purchases are one call that the server writes; listings are written by the client from what it reads. */
export const openSea: Protocol = {
  buy: (answer, scene) => {
    onlyHonest('buy', answer, scene, ['extras', 'saidPrice'], oneCall)
    return fulfillment(answer, scene)
  },
  sell: (answer, scene) => {
    onlyHonest('sell', answer, scene, ['extras', 'operator', 'saidPrice'], oneCall)
    return fulfillment(answer, scene)
  },
  list: (answer, scene) => {
    const why = 'The client writes the order itself; this part does not come from the server.'
    onlyHonest('list', answer, scene, ['extras', 'operator', 'verifyingContract'], why)
    const { collection, tokenId } = scene.intents.list
    const [offered, ...more] = answer.order.offer
    const [paid] = answer.order.consideration
    const { zone, orderType } = answer.order
    const said = { token: offered!.token, identifierOrCriteria: offered!.identifierOrCriteria }
    const honest = honestAnswers(scene).list.order
    // What the server can change: the token that it describes, the zone that it requires, the currency that it names.
    const within = {
      ...honest,
      zone,
      orderType,
      offer: honest.offer.map((item) => ({ ...item, ...said })),
      consideration: honest.consideration.map((item) => ({
        ...item,
        itemType: paid!.itemType,
        token: paid!.token,
      })),
    }
    if (more.length > 0 || jsonOf(within) !== jsonOf(answer.order)) throw new CannotSay(why)
    const currency =
      paid!.token === zeroAddress ? native : { ...native, address: paid!.token, symbol: 'USDC' }
    return ({ path, method, body }) => {
      if (path.endsWith(`/contract/${collection}/nfts/${tokenId}`))
        return {
          nft: {
            identifier: String(said.identifierOrCriteria),
            collection,
            contract: said.token,
            token_standard: 'erc721',
            traits: [],
            owners: [],
          },
        }
      if (path.endsWith(`/collections/${collection}`))
        return {
          collection,
          fees: [],
          ...(zone === zeroAddress ? {} : { required_zone: zone }),
          contracts: [{ address: collection, chain: 'base' }],
          pricing_currencies: { listing_currency: currency, offer_currency: currency },
        }
      if (path.includes('/payment_token/')) return currency
      if (method === 'POST' && path.endsWith('/listings'))
        return { order_hash: null, protocol_data: body, status: 'ACTIVE' }
      return undefined
    }
  },
}
