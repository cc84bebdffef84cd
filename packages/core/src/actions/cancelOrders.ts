import { freezeIntent } from '@sluice/guards'
import { cancelPath } from '@sluice/wire/paths'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { invalidInput, TradeError } from '../errors.ts'
import { parseHash } from '../input/values.ts'
import { isNextOrder, type NextOrder } from '../journal/nextOrder.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Run } from '../run/run.ts'
import { type Given, type RunParameters, startAction } from './startAction.ts'
import { newestOrderKind, type OrderKindName, versionOf } from './terms.ts'

/** Further fields of the route's body, as it names them. */
export type CancelOptions = {
  /** Which Seaport the orders were signed for. */
  readonly orderKind?: OrderKindName | undefined
  /** With `all`: only the orders for this token, `contract:tokenId`, where the provider can. */
  readonly token?: string | undefined
  /** Passed to the provider as it is, and never logged; a Sluice provider ignores it. */
  readonly blurAuth?: string | undefined
  /** Wei. */
  readonly maxFeePerGas?: string | undefined
  /** Wei. */
  readonly maxPriorityFeePerGas?: string | undefined
  readonly [field: string]: unknown
}

/** What a cancellation takes (specification 7, `POST /execute/cancel/v3`). Order ids are 32 bytes of hex. */
export type CancelOrdersParameters = RunParameters & {
  /** The orders to cancel: their hashes. */
  readonly orderIds: readonly string[]
  /** Cancels every order of the account by raising its counter; `orderIds` may then be empty. */
  readonly all?: boolean | undefined
  /**
   * The order that the caller has signed once the one order of `orderIds` is canceled. The journal keeps it before the
   * wallet is asked, so that `getUnfinishedChanges` finds a change that a reload cut off.
   */
  readonly followedBy?: NextOrder | undefined
  /** Further fields of the request. */
  readonly options?: CancelOptions | undefined
}

/**
 * Cancels orders (specification 7, `POST /execute/cancel/v3`). Complete when the chain, or the zone, shows them
 * cancelled.
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * await cancelOrders(client, { wallet, orderIds: [orderId] }).result()
 * ```
 */
export function cancelOrders(client: Client, parameters: CancelOrdersParameters): Run {
  return startAction(client, 'cancel', parameters, prepareCancel)
}

/** The intent and the request of a cancellation. */
export function prepareCancel(
  _client: Client,
  chain: Chain,
  account: Address,
  parameters: Given<CancelOrdersParameters>,
): PreparedAction {
  const { all = false, options = {} } = parameters
  const given = parameters.orderIds ?? []
  if (given.length === 0 && !all) throw new TradeError('no_order_ids', 'No order ids specified')
  const orderIds = [...new Set(given.map((id, index) => parseHash(id, `orderIds.${index}`)))]
  const followedBy = parseNextOrder(parameters.followedBy)
  if (followedBy !== undefined && (all || orderIds.length > 1))
    throw invalidInput('followedBy', '"followedBy" takes the place of one order.')
  const orderKind = newestOrderKind(chain)
  return {
    intent: freezeIntent({
      action: 'cancel',
      chainId: chain.id,
      account,
      orderIds,
      mode: all ? 'all' : 'orders',
      version: options.orderKind === undefined ? undefined : versionOf(options.orderKind),
    }),
    path: cancelPath,
    followedBy,
    body: all ? { orderKind, ...options, maker: account } : { ...options, orderIds },
  }
}

function parseNextOrder(value: Given<CancelOrdersParameters>['followedBy']): NextOrder | undefined {
  if (value === undefined) return undefined
  const lower = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text)
  const order = { ...value, subject: lower(value.subject), currency: lower(value.currency) }
  if (isNextOrder(order)) return order
  throw invalidInput('followedBy', '"followedBy" must be the side, subject and terms of an order.')
}
