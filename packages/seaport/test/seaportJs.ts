import { Seaport } from '@opensea/seaport-js'
import {
  fulfillAvailableOrders,
  fulfillBasicOrder,
  fulfillStandardOrder,
} from '@opensea/seaport-js/lib/utils/fulfill.js'
import { getMaximumSizeForOrder } from '@opensea/seaport-js/lib/utils/item.js'
import { JsonRpcProvider, VoidSigner } from 'ethers'
import type { Address, Hex } from 'viem'
import { type Fill, type FillOptions, isCriteria, type OrderComponents, zeroAddress } from '../src/index.ts'

const nobody = new JsonRpcProvider('http://127.0.0.1:1', 1, { staticNetwork: true })

/** JSON of an order, numbers as decimal text: what seaport-js takes. */
export const textOf = <T>(value: T) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each)))

/** An order as seaport-js wants it. */
const orderOf = ({ components, signature }: Pick<Fill, 'components' | 'signature'>) => ({
  parameters: {
    ...textOf(components),
    totalOriginalConsiderationItems: components.consideration.length,
  },
  signature,
})

/** Everybody has and permits everything: what seaport-js reads from the chain before it writes a call. */
const plenty = (fills: readonly Fill[]) =>
  fills.flatMap(({ components: { offer, consideration }, tokenId }) =>
    [...offer, ...consideration].map(({ itemType, token, identifierOrCriteria }) => ({
      itemType,
      token,
      identifierOrCriteria: `${isCriteria(itemType) ? tokenId : identifierOrCriteria}`,
      balance: 1n << 255n,
      approvedAmount: 1n << 255n,
      requiredApprovedAmount: 0n,
    })),
  )

/** What answers an order's criteria, on the side it stands on. */
const criteriaOf = ({ components, tokenId, proof = [] }: Fill, side: 'offer' | 'consideration') =>
  components[side]
    .filter(({ itemType }) => isCriteria(itemType))
    .map(() => ({ identifier: `${tokenId}`, proof: [...proof] }))

/** Fees on top as seaport-js wants them: of the whole order, whatever part of it is bought. */
const tipsOf = ({ components, tips = [], units }: Fill, quantity: bigint) =>
  tips.map(({ amount, recipient }) => {
    const [payment] = components.consideration
    const whole = `${units === undefined ? amount : (amount * quantity) / units}`
    return {
      itemType: payment!.itemType,
      token: payment!.token,
      identifierOrCriteria: '0',
      startAmount: whole,
      endAmount: whole,
      recipient,
    }
  })

/** Units as seaport-js counts them: parts into which every amount of the order divides. */
const unitsFor = (fill: Fill, quantity: bigint): bigint =>
  fill.units === undefined
    ? 0n
    : (fill.units * BigInt(getMaximumSizeForOrder(orderOf(fill) as never))) / quantity

const untouched = { isValidated: false, isCancelled: false, totalFilled: 0n, totalSize: 0n }

type Written = { readonly data: Hex; readonly value: bigint }
type UseCase = {
  readonly actions: readonly { readonly transactionMethods?: { readonly buildTransaction: () => unknown } }[]
}

/** seaport-js as a writer of calls, without a chain: each function answers the bytes and the value of its call. */
export function seaportJs(account: Address, options: FillOptions) {
  const signer = new VoidSigner(account, nobody)
  const peer = new Seaport(signer as never, { overrides: { contractAddress: options.seaport } })
  const { conduitKey, recipient = zeroAddress, now } = options
  const timeOf = ({ components: { startTime, endTime } }: Fill) => ({
    startTime: `${startTime}`,
    endTime: `${endTime}`,
    currentBlockTimestamp: Number(now),
    ascendingAmountTimestampBuffer: 0,
  })
  const shared = (fill: Fill) => ({
    order: orderOf(fill) as never,
    seaportContract: peer.contract,
    offererBalancesAndApprovals: plenty([fill]),
    fulfillerBalancesAndApprovals: plenty([fill]),
    offererOperator: options.seaport,
    fulfillerOperator: options.seaport,
    timeBasedItemParams: timeOf(fill) as never,
    conduitKey,
    signer: signer as never,
  })
  const write = async (method: { readonly buildTransaction: () => unknown }): Promise<Written> => {
    const { data, value } = (await method.buildTransaction()) as { data: Hex; value?: bigint }
    return { data, value: value ?? 0n }
  }
  const last = async ({ actions }: UseCase) => write(actions.at(-1)!.transactionMethods!)
  return {
    basic: (fill: Fill) =>
      last(fulfillBasicOrder({ ...shared(fill), tips: tipsOf(fill, 1n) as never }, true) as UseCase),
    single: (fill: Fill, quantity: bigint) =>
      last(
        fulfillStandardOrder(
          {
            ...shared(fill),
            unitsToFill: unitsFor(fill, quantity),
            totalFilled: 0n,
            totalSize: 0n,
            offerCriteria: criteriaOf(fill, 'offer'),
            considerationCriteria: criteriaOf(fill, 'consideration'),
            tips: tipsOf(fill, quantity) as never,
            extraData: fill.extraData ?? '0x',
            recipientAddress: recipient,
            fulfillerAddress: account,
          },
          true,
        ) as UseCase,
      ),
    available: (fills: readonly Fill[], quantities: readonly bigint[]) =>
      last(
        fulfillAvailableOrders({
          ordersMetadata: fills.map((fill, index) => ({
            order: orderOf(fill) as never,
            unitsToFill: unitsFor(fill, quantities[index]!),
            orderStatus: { ...untouched },
            offerCriteria: criteriaOf(fill, 'offer'),
            considerationCriteria: criteriaOf(fill, 'consideration'),
            tips: tipsOf(fill, quantities[index]!) as never,
            extraData: fill.extraData ?? '0x',
            offererBalancesAndApprovals: plenty([fill]),
            offererOperator: options.seaport,
          })),
          seaportContract: peer.contract,
          fulfillerBalancesAndApprovals: plenty(fills),
          fulfillerOperator: options.seaport,
          currentBlockTimestamp: Number(now),
          ascendingAmountTimestampBuffer: 0,
          conduitKey,
          signer: signer as never,
          recipientAddress: recipient,
          fulfillerAddress: account,
          exactApproval: true,
        }) as UseCase,
      ),
    match: (call: Record<'orders' | 'criteriaResolvers' | 'fulfillments', unknown>, value: bigint) =>
      write(
        peer.matchAdvancedOrders({
          ...textOf(call),
          recipient: options.recipient ?? account,
          overrides: { value },
        }),
      ),
    cancel: (orders: readonly OrderComponents[]) => write(peer.cancelOrders(orders.map(textOf), account)),
    orderId: (order: OrderComponents) => peer.getOrderHash(textOf(order)),
    cancelAll: () => write(peer.bulkCancelOrders(account)),
  }
}
