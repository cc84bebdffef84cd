import type { Address } from 'viem'
import { wholeTotals } from '../model/agreedTotals.ts'
import { type Finding, finding } from '../model/finding.ts'
import type { Intent, TokenUnits } from '../model/intent.ts'
import { type Change, keyOf, type Movement, movementsOf } from './simulation.ts'

/** Returns the agreed units of a token, which may be in several items. */
const unitsAgreed = (
  items: readonly TokenUnits[],
  { contract, tokenId }: Pick<Movement, 'contract' | 'tokenId'>,
): bigint =>
  items
    .filter((item) => item.contract === contract && item.tokenId === tokenId)
    .reduce((sum, { quantity }) => sum + quantity, 0n)

/** Compares the simulated change of the holdings with the intent, asset by asset. An intent without a price never fits. */
export function fitsIntent(
  movements: readonly Movement[],
  changes: readonly Change[],
  intent: Intent,
): readonly Finding[] {
  const outgoing = movements.filter(({ amount }) => amount < 0n)
  const outflow = (movement: Movement, most: bigint) =>
    -movement.amount > most
      ? [finding('block', 'SIM_OUTFLOW', `effects.give.${keyOf(movement)}`, -movement.amount, most)]
      : []
  const isCurrency = ({ kind }: Movement): boolean => kind === 'native' || kind === 'erc20'
  const receivedUnits = (contract: Address, tokenId: bigint | undefined): bigint =>
    movements
      .filter((moved) => moved.contract === contract && (tokenId === undefined || moved.tokenId === tokenId))
      .filter((moved) => !isCurrency(moved) && moved.amount > 0n)
      .reduce((sum, { amount }) => sum + amount, 0n)
  switch (intent.action) {
    case 'buy': {
      const { recipient, account, items } = intent
      const limits = wholeTotals(intent)
      const missing = items.flatMap(({ target }) => {
        // An order id does not show which token the order brings.
        if (target.kind === 'order' || recipient !== account)
          return [finding('block', 'SIM_INFLOW', 'steps', target.kind)]
        const { contract } = target
        const tokenId = target.kind === 'token' ? target.tokenId : undefined
        // A token in two items must arrive twice. "Any token of a collection" must arrive in addition to named tokens.
        const wanted = items.reduce((sum, { target: counted, quantity }) => {
          const named = counted.kind === 'token' ? counted.tokenId : undefined
          const counts = counted.kind !== 'order' && counted.contract === contract
          return counts && (tokenId === undefined || tokenId === named) ? sum + quantity : sum
        }, 0n)
        const got = receivedUnits(contract, tokenId)
        return got >= wanted ? [] : [finding('block', 'SIM_INFLOW', `effects.get.${contract}`, got, wanted)]
      })
      return [
        ...outgoing.flatMap((moved) =>
          outflow(moved, isCurrency(moved) ? (limits?.get(moved.contract) ?? 0n) : 0n),
        ),
        ...missing,
      ]
    }
    case 'sell': {
      const { items } = intent
      const minimums = wholeTotals(intent)
      if (minimums === undefined) return [finding('block', 'NO_PRICE_BOUND', 'steps')]
      const paid = [...minimums].flatMap(([currency, least]) => {
        const got = movements.find((moved) => moved.contract === currency && isCurrency(moved))?.amount ?? 0n
        return got >= least ? [] : [finding('block', 'SIM_INFLOW', `effects.get.${currency}`, got, least)]
      })
      return [
        ...outgoing.flatMap((moved) => outflow(moved, isCurrency(moved) ? 0n : unitsAgreed(items, moved))),
        ...paid,
      ]
    }
    case 'transfer': {
      const { items, to } = intent
      const arrived = movementsOf(changes, to)
      const missing = items.flatMap((item) => {
        const { contract, tokenId } = item
        const got =
          arrived.find((moved) => moved.contract === contract && moved.tokenId === tokenId)?.amount ?? 0n
        const agreed = unitsAgreed(items, item)
        return got >= agreed
          ? []
          : [finding('block', 'SIM_INFLOW', `effects.get.${contract}:${tokenId}`, got, agreed)]
      })
      return [
        ...outgoing.flatMap((moved) => outflow(moved, isCurrency(moved) ? 0n : unitsAgreed(items, moved))),
        ...missing,
      ]
    }
    default:
      return [finding('block', 'SIM_UNAVAILABLE', 'steps', intent.action)]
  }
}
