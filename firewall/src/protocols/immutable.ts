import { ItemType, type OfferItem, orderId, type SignedOrder } from '@sluice/seaport'
import { concatHex, type Hex, numberToHex } from 'viem'
import type { FillAnswer } from '../answers.ts'
import type { Scene } from '../scene.ts'
import type { Handler } from '../server.ts'
import { onlyHonest, type Protocol } from './protocol.ts'

const isoOf = (seconds: bigint): string => new Date(Number(seconds) * 1000).toISOString()

/** The name of the user's listing at the service: no hash of the order. */
export const listingId = '018792c9-4ad7-8ec4-4038-9e05c598534a'

/** An order as Immutable's API shows it. */
function orderOf(scene: Scene, { components, signature }: SignedOrder, seaport: Hex) {
  const itemOf = (item: OfferItem | undefined) => {
    if (item?.itemType === ItemType.native) return { type: 'NATIVE', amount: item.startAmount }
    const contract = { contract_address: item?.token }
    return item?.itemType === ItemType.erc20
      ? { type: 'ERC20', ...contract, amount: item.startAmount }
      : { type: 'ERC721', ...contract, token_id: item?.identifierOrCriteria }
  }
  return {
    id: listingId,
    type: components.offer[0]?.itemType === ItemType.erc20 ? 'BID' : 'LISTING',
    account_address: components.offerer,
    chain: { id: `eip155:${scene.chain.id}`, name: 'imtbl-zkevm-testnet' },
    status: { name: 'ACTIVE' },
    fill_status: { numerator: '0', denominator: '0' },
    sell: components.offer.map(itemOf),
    buy: components.consideration.map(itemOf),
    fees: [] as object[],
    salt: components.salt,
    signature,
    order_hash: orderId(components),
    start_at: isoOf(components.startTime),
    end_at: isoOf(components.endTime),
    created_at: isoOf(components.startTime),
    updated_at: isoOf(components.startTime),
    protocol_data: {
      order_type: 'FULL_RESTRICTED',
      zone_address: components.zone,
      counter: '0',
      seaport_address: seaport,
      seaport_version: '1.5',
    },
  }
}

/** A zone's own data: a version, its end at bytes 21 to 29, and no signature, which this zone does not ask for. */
const extraData = ({ intents }: Scene): Hex =>
  concatHex([`0x${'00'.repeat(21)}`, numberToHex(intents.list.endTime, { size: 8 }), `0x${'00'.repeat(64)}`])

const ownCall = 'The client writes the call itself; the server gives the order, its fees and its contract.'

/** The order to fill, as the service gives it: signed for Seaport 1.5 where it was signed at all. */
async function fulfillment(answer: FillAnswer, scene: Scene): Promise<Handler> {
  const { components, signature } = answer.order
  const isSigned = signature === (await scene.sign(components))
  const zoned = scene.zoned(components)
  const signed = isSigned ? await scene.sign(zoned, '1.5') : signature
  const { seaport, seaport15 } = scene.chain.contracts
  const order = orderOf(
    scene,
    { components: zoned, signature: signed },
    answer.to === seaport ? seaport15 : answer.to,
  )
  const fees = answer.tips.map(({ recipient, amount }) => ({
    type: 'PROTOCOL',
    recipient_address: recipient,
    amount: String(amount),
  }))
  return ({ path }) =>
    path.endsWith('/fulfillment-data')
      ? {
          result: {
            fulfillable_orders: [{ order: { ...order, fees }, extra_data: extraData(scene) }],
            unfulfillable_orders: [],
          },
        }
      : undefined
}

/** The API of Immutable’s orderbook: an order with fees and a zone’s data, of which the client writes the call. */
export const immutable: Protocol = {
  buy: (answer, scene) => {
    onlyHonest('buy', answer, scene, ['extras', 'recipient', 'saidPrice'], ownCall)
    return fulfillment(answer, scene)
  },
  sell: (answer, scene) => {
    onlyHonest('sell', answer, scene, ['extras', 'operator', 'recipient', 'saidPrice'], ownCall)
    return fulfillment(answer, scene)
  },
  list: (answer, scene) => {
    const why = 'The client writes the order itself, from its caller’s terms and its own settings.'
    onlyHonest('list', answer, scene, ['extras', 'operator', 'verifyingContract', 'order'], why)
    return ({ path, method, body }) =>
      method === 'POST' && path.endsWith('/listings')
        ? {
            result: orderOf(
              scene,
              { components: scene.zoned(answer.order), signature: body.signature },
              scene.chain.contracts.seaport15,
            ),
          }
        : undefined
  },
}
