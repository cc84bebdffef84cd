import type { Address } from 'viem'
import type { LiveFacts } from '../../chain/live.ts'
import { grouped } from '../grouped.ts'
import type { TransactionItem } from './steps.ts'
import { approveCall, complete, incomplete, operatorCall, transactionData } from './transactions.ts'

/** The allowance that a new order needs, with the order's index in the request. */
export type RequiredAllowance = {
  readonly index: number
  readonly token: Address
  readonly spender: Address
  /** Base units. */
  readonly amount: bigint
}

/** The operator that a new order needs over a collection. */
export type RequiredOperator = {
  readonly index: number
  readonly collection: Address
  readonly operator: Address
}

/**
 * Allowances that new offers need, one item per currency and spender: complete where the current allowance covers them
 * and the open offers, else raised to exactly their sum, since an approval replaces the one that open offers rely on.
 * @param promised what open offers of the maker need of a currency and spender, in base units.
 */
export function allowanceItems(
  maker: Address,
  needs: readonly RequiredAllowance[],
  facts: LiveFacts,
  promised: (token: Address, spender: Address) => bigint,
): readonly TransactionItem[] {
  return grouped(needs, ({ token, spender }) => `${token}|${spender}`).map((group) => {
    const [{ token, spender }] = group
    const amount = group.reduce((sum, need) => sum + need.amount, promised(token, spender))
    const item =
      facts.allowance(token, maker, spender) >= amount
        ? complete()
        : incomplete(transactionData(maker, approveCall(token, spender, amount)))
    return { ...item, orderIndexes: group.map(({ index }) => index) }
  })
}

/** Operators that new listings need, one item per collection and conduit, complete or not. */
export function operatorItems(
  maker: Address,
  needs: readonly RequiredOperator[],
  facts: LiveFacts,
): readonly TransactionItem[] {
  return grouped(needs, ({ collection, operator }) => `${collection}|${operator}`).map((group) => {
    const [{ collection, operator }] = group
    const item = facts.isOperator(collection, maker, operator)
      ? complete()
      : incomplete(transactionData(maker, operatorCall(collection, operator)))
    return { ...item, orderIndexes: group.map(({ index }) => index) }
  })
}
