import type { CheckedItem, OrderTrade } from '@sluice/guards'
import { mostGas } from '@sluice/guards/internal'
import { encodeCall, type FillOrder, fulfillAdvancedOrder, readFill } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, zeroAddress, zeroHash } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { RpcError } from '../chain/rpcError.ts'
import { TradeError } from '../errors.ts'
import { property } from '../property.ts'
import { within } from '../simulation/simulateParameters.ts'
import type { WithFailingItems } from './planContext.ts'

type TransactionItem = Extract<CheckedItem, { kind: 'transaction' }>
type TrialCall = { readonly from: Address; readonly to: Address; readonly data: Hex; readonly gas: Hex }
type Single = { readonly trade: OrderTrade; readonly call: TrialCall & { readonly value: Hex } }

/** The most orders that are tried. */
const maxOrders = 50

/**
 * Returns the error for a purchase of several orders that would fail, with the items that are the cause: each order is
 * filled by itself on a copy of the chain. The error stays as it is where that cannot be told, or is not one of items.
 */
export const withFailingItems: WithFailingItems = async ({ client, reader, account }, items, error) => {
  if (reader === undefined || error.code !== 'transaction_would_fail') return error
  const calls = items.flatMap((item) => (item.kind === 'transaction' ? [item] : []))
  // As much as the provider's trial of one order and the user's policy give it: an honest token is not to blame for less.
  const sent = { from: account, gas: numberToHex(mostGas(client.policy, 1)) }
  const singles = calls.flatMap((item) => singlesOf(item, sent)).slice(0, maxOrders)
  if (singles.length < 2) return error
  const approvals = calls.flatMap(({ purpose, call: { to, data } }) =>
    purpose === 'approve-currency' ? [{ ...sent, to, data }] : [],
  )
  const failed = await within(reverting(reader, approvals, singles)).catch(() => [])
  // Where all of them fail, it may be something that they have in common.
  if (failed.length === 0 || failed.length === singles.length) return error
  const failing = failed.map(({ trade: { item, orderId, token } }) => ({
    index: item,
    orderId,
    token: `${token.contract}:${token.tokenId}`,
  }))
  const names = failing.map(({ index, orderId }) => `items[${index}] (order ${orderId})`).join(', ')
  return new TradeError(
    error.code,
    `The transaction would fail on chain, so it was not sent. The cause is ${names}: the other items can be bought without it.`,
    { data: { ...error.data, failing }, cause: error.cause, money: error.money },
  )
}

/** The calls that fill each order of a purchase by itself. Seaport returns the coins that are left. */
function singlesOf(item: TransactionItem, sent: Pick<TrialCall, 'from' | 'gas'>): readonly Single[] {
  const { purpose, effects, call } = item
  const { trades = [] } = effects
  const fill = purpose === 'buy' ? readFill(call.data) : undefined
  if (fill === undefined) return []
  // In a match, the account's own order pays for those of the makers.
  const isOwn = ({ components }: FillOrder) =>
    fill.fulfillments !== undefined && components.offerer === sent.from
  const own = fill.orders.find(isOwn)
  const makers = fill.orders.filter((order) => !isOwn(order))
  if (makers.length !== trades.length) return []
  return makers.flatMap((order, index) => {
    const trade = trades[index]
    if (trade === undefined || order.components.offer[0]?.token !== trade.token.contract) return []
    const { counter: _, ...parameters } = order.components
    const { numerator, denominator, signature, extraData } = order
    const data = encodeCall(fulfillAdvancedOrder, {
      order: {
        parameters: {
          ...parameters,
          totalOriginalConsiderationItems: parameters.consideration.length,
        },
        numerator,
        denominator,
        signature,
        extraData,
      },
      criteriaResolvers: [],
      fulfillerConduitKey: fill.conduitKey ?? own?.components.conduitKey ?? zeroHash,
      recipient: trade.token.counterparty ?? zeroAddress,
    })
    return [{ trade, call: { ...sent, to: call.to, data, value: numberToHex(call.value) } }]
  })
}

/** Which orders revert, each filled by itself after the approvals: in one request, else with a call for each. */
async function reverting(
  reader: ChainReader,
  approvals: readonly TrialCall[],
  singles: readonly Single[],
): Promise<readonly Single[]> {
  const soon = Math.floor(Date.now() / 1_000) + 1
  const blocks = singles.map(({ call }, index) => ({
    blockOverrides: { time: numberToHex(soon + index) },
    calls: [...(index === 0 ? approvals : []), call],
  }))
  const answer = await reader
    .call('eth_simulateV1', [{ blockStateCalls: blocks, validation: false }, 'latest'])
    // A node without it makes one call at a time, and nothing can be approved before.
    .catch(() => undefined)
  if (!Array.isArray(answer) || answer.length !== singles.length)
    return approvals.length > 0 ? [] : callEach(reader, singles)
  return singles.filter((_, index) => {
    const calls: unknown = property(answer[index], 'calls')
    return Array.isArray(calls) && property(calls.at(-1), 'status') === '0x0'
  })
}

async function callEach(reader: ChainReader, singles: readonly Single[]): Promise<readonly Single[]> {
  const reverted = await Promise.all(
    singles.map(({ call }) =>
      reader.call('eth_call', [call, 'latest']).then(
        () => false,
        (cause: unknown) => cause instanceof RpcError && cause.reverted,
      ),
    ),
  )
  return singles.filter((_, index) => reverted[index])
}
