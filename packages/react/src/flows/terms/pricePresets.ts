import type { Chain, Token } from '@sluice/core'
import type { Money } from '../flow.ts'
import { isPaymentToken, isSameCoin, moneyIn, moneyOf } from '../money.ts'

/** A price to start from: the floor of the collection, the floor of the token's most expensive trait, or its last sale. */
export type PricePreset = {
  /** What the price is: the floor, the floor of an attribute, or the last sale. */
  readonly kind: 'floor' | 'traitFloor' | 'lastSale'
  /** The price of one unit. */
  readonly price: Money
}

/** The prices to start from, as far as they are known. Of the token's traits, the one with the highest floor counts. */
export function presetsOf(chain: Chain, token: Token, floor: Money | undefined): readonly PricePreset[] {
  const traits = (token.token.attributes ?? []).flatMap(({ floorAskPrice }) =>
    floorAskPrice == null ? [] : [floorAskPrice],
  )
  const traitFloor = traits.sort((one, other) => (other.amount.native ?? 0) - (one.amount.native ?? 0))[0]
  const lastSale = token.token.lastSale?.price
  const presets: readonly PricePreset[] = [
    ...(floor === undefined ? [] : [{ kind: 'floor' as const, price: floor }]),
    ...(traitFloor === undefined ? [] : [{ kind: 'traitFloor' as const, price: moneyOf(chain, traitFloor) }]),
    ...(lastSale == null ? [] : [{ kind: 'lastSale' as const, price: moneyOf(chain, lastSale) }]),
  ]
  // Only in a currency that can be listed in: the same number of another one would be another price.
  return presets.filter(({ price }) => isPaymentToken(chain, price.currency))
}

/** A preset in the chosen currency, if the same amount of it is worth the same; nothing in another currency. */
export function inCurrency(
  chain: Chain,
  preset: PricePreset,
  chosen: `0x${string}` | undefined,
): readonly PricePreset[] {
  if (chosen === undefined) return [preset]
  if (!isSameCoin(chain, preset.price.currency, chosen)) return []
  return [{ ...preset, price: moneyIn(chain, chosen, preset.price.amount) }]
}
