import type { Hex } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { Question } from '../../chain/live.ts'
import type { StoredCollection } from '../../storage/chain/collections.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { TradeContext } from '../context.ts'
import { bookZones } from '../otherBooks.ts'
import { type Availability, fillableUnits, unavailableMessage } from './availability.ts'
import { type CheckedOrders, checkOrders } from './checkOrders.ts'
import type { Chosen } from './quote.ts'
import { type Ledger, takeUnits } from './takeUnits.ts'
import type { Skipped } from './withBookFills.ts'

/** The orders that an item may be filled with, the best first; `error` says why there are none. */
export type ItemCandidates = {
  readonly index: number
  readonly wanted: bigint
  readonly tokenId?: bigint
  readonly orders: readonly StoredOrder[]
  /** Whether the request names the one order. */
  readonly named: boolean
  /** Whether the book may have more of them. */
  readonly hasMore?: boolean
  readonly error?: PlanError
}

/** How many pages of candidates are looked at, and how many candidates the largest of them has. */
const [maxPages, maxCandidates] = [5, 50]

/** Pages whose candidates are tried, whatever they did before: behind them, what reverted of late is left out. */
const pagesOfTrials = 2

/** The candidates of one page for so many wanted units: pages grow, so that many useless orders are soon passed. */
export const pageSize = (wanted: number, page: number): number =>
  Math.min(maxCandidates, Math.max(8, wanted * 2) * 4 ** page)

/**
 * Gathers candidates and checks them with the chain. Where those that can be filled are too few and the book has more, the
 * others are left out of the next page: orders that only look good must not hide the ones behind them.
 * @param gather finds a page of candidates of every item without those that are skipped.
 */
export async function gatherFillable<T extends ItemCandidates>(
  context: TradeContext,
  skipped: Skipped,
  gather: (skipped: Skipped, page: number) => Promise<readonly T[]>,
  more: readonly Question[] = [],
): Promise<CheckedOrders & { readonly gathered: readonly T[] }> {
  let ids = skipped.ids
  for (let page = 0; ; page += 1) {
    if (page === pagesOfTrials) context.reverting?.excludeSuspects()
    const gathered = await gather({ ...skipped, ids }, page)
    const checked = await checkOrders(context, ordersOf(gathered), more)
    const availability = await withTrials(context, gathered, checked.availability)
    const isUseless = ({ id }: StoredOrder): boolean => {
      const { units = 0n, reason } = availability.get(id) ?? {}
      return units === 0n && reason !== 'barred'
    }
    const useless = gathered.flatMap(({ orders, wanted, hasMore }) => {
      const there = orders.reduce((sum, { id }) => sum + (availability.get(id)?.units ?? 0n), 0n)
      return hasMore === true && there < wanted ? orders.filter(isUseless).map(({ id }) => id) : []
    })
    if (useless.length === 0 || page + 1 === maxPages) return { ...checked, availability, gathered }
    ids = [...new Set([...ids, ...useless])]
  }
}

/** What can be filled of candidates, without those that this account cannot fill. */
async function withTrials(
  { reverting }: TradeContext,
  gathered: readonly ItemCandidates[],
  availability: ReadonlyMap<Hex, Availability>,
): Promise<ReadonlyMap<Hex, Availability>> {
  if (reverting === undefined) return availability
  await reverting.tryCandidates(
    gathered.flatMap(({ orders, wanted, index, tokenId: named }) =>
      orders.flatMap((order): readonly Chosen[] => {
        const units = fillableUnits(order, wanted, availability.get(order.id)?.units ?? 0n)
        const tokenId = named ?? order.tokenId
        return units === 0n || tokenId === undefined ? [] : [{ order, tokenId, units, itemIndex: index }]
      }),
    ),
  )
  return new Map(
    [...availability].map(([id, found]) => {
      const message = reverting.reasonOf(id)
      const isLeftOut = message !== undefined || reverting.isPassedOver(id)
      return [id, isLeftOut && found.units > 0n ? { units: 0n, reason: 'reverts', message } : found] as const
    }),
  )
}

/**
 * What the search for an item's orders leaves out: the request's exclusions, what books did not authorize, and what would
 * revert.
 */
export const exclusionsFor = (
  { chain, reverting }: TradeContext,
  item: { readonly exclusions?: readonly { readonly orderId: Hex }[] | null | undefined },
  { ids, books }: Skipped,
) => {
  const { ids: reverted = [], makers = [] } = reverting?.excluded() ?? {}
  return {
    excluded: [...(item.exclusions ?? []).map(({ orderId }) => orderId), ...ids, ...reverted],
    ...(makers.length > 0 ? { excludedMakers: makers } : {}),
    ...(books
      ? { withoutBooks: { domains: chain.orderBooks.map(({ domain }) => domain), zones: bookZones(chain) } }
      : {}),
  }
}

/** The candidates of an item. A request that may be filled in part goes on without an item that is rejected. */
export async function orSkip<T extends ItemCandidates>(
  { partial }: { readonly partial: boolean },
  item: { readonly orderId?: Hex | null | undefined },
  find: () => Promise<T>,
  none: T,
): Promise<T> {
  try {
    return await find()
  } catch (cause) {
    if (!(cause instanceof ApiError) || !partial) throw cause
    const orderId = item.orderId ?? cause.orderId
    const error = { message: cause.message, ...(orderId === undefined ? {} : { orderId }) }
    return { ...none, error }
  }
}

/**
 * Takes units for every item. What a request that may be filled in part cannot have is left out and named in `errors`.
 * @param rejectEmpty throws the error when nothing can be filled for `field`, unless something else is done for it.
 * @throws {ApiError}
 */
export async function takeForAll(
  candidates: readonly ItemCandidates[],
  availability: ReadonlyMap<Hex, Availability>,
  ledger: Ledger,
  partial: boolean,
  rejectEmpty: (errors: readonly PlanError[], field: string) => Promise<void>,
): Promise<{ readonly chosen: readonly Chosen[]; readonly errors: PlanError[] }> {
  const chosen: Chosen[] = []
  const errors: PlanError[] = []
  for (const one of candidates) {
    if (one.error !== undefined) errors.push(one.error)
    const choice = takeUnits(one.orders, one.wanted, one, availability, ledger)
    chosen.push(...choice.chosen)
    const [named] = one.named ? one.orders : []
    const reasonOf = ({ id }: StoredOrder) => availability.get(id)?.reason
    const messageOf = ({ id }: StoredOrder) => availability.get(id)?.message
    const reason = named === undefined ? undefined : reasonOf(named)
    const field = `items.${one.index}`
    const isBarred = one.orders.length > 0 && one.orders.every((order) => reasonOf(order) === 'barred')
    if (named !== undefined && reason !== undefined) {
      const error = { message: messageOf(named) ?? unavailableMessage[reason], orderId: named.id }
      const unfillable = reason === 'reverts' || reason === 'barred' ? reason : undefined
      if (!partial) throw new ApiError('orderGone', error.message, { orderId: named.id, field, unfillable })
      errors.push(error)
    } else if (isBarred) {
      if (!partial)
        throw new ApiError('noFillableOrders', unavailableMessage.barred, { field, unfillable: 'barred' })
      errors.push({ message: unavailableMessage.barred })
    } else if (choice.missing > 0n && !partial) {
      if (choice.chosen.length === 0) await rejectEmpty(errors, field)
      throw new ApiError('quantityUnavailable', 'Unable to fill requested quantity', {
        field: `${field}.quantity`,
      })
    }
  }
  if (chosen.length === 0) await rejectEmpty(errors, 'items')
  return { chosen, errors }
}

/** The error where nothing can be filled: orders that the validators of all collections bar are not even checked. */
export function nothingFillable(
  collections: readonly (StoredCollection | undefined)[],
  more: { readonly field: string; readonly errors: readonly PlanError[] },
): ApiError {
  const isBarred = collections.length > 0 && collections.every((one) => one?.trading === 'barred')
  return isBarred
    ? new ApiError('noFillableOrders', unavailableMessage.barred, { ...more, unfillable: 'barred' })
    : new ApiError('noFillableOrders', 'No fillable orders', more)
}

/** The orders of all candidates, each once. */
const ordersOf = (candidates: readonly ItemCandidates[]): readonly StoredOrder[] => [
  ...new Map(candidates.flatMap(({ orders }) => orders).map((order) => [order.id, order])).values(),
]
