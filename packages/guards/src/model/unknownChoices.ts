import type { BidIntent, BuyIntent, CancelIntent, Intent, OrderTerms } from './intent.ts'

/** The values that fields of an intent may have. The types limit each list to the values that the intent declares. */
const fillTypes: readonly BuyIntent['items'][number]['fillType'][] = [
  'trade',
  'mint',
  'preferMint',
  undefined,
]
const buyTargets: readonly BuyIntent['items'][number]['target']['kind'][] = ['token', 'order', 'collection']
const bidTargets: readonly BidIntent['bids'][number]['target']['kind'][] = [
  'token',
  'collection',
  'list',
  'root',
  'attribute',
]
const cancelModes: readonly CancelIntent['mode'][] = ['orders', 'all']
const royaltyModes: readonly OrderTerms['royalties']['mode'][] = ['none', 'chain']
const flags: readonly (boolean | undefined)[] = [true, false, undefined]

/** A field of an intent with a closed list of values: its path, its value and the known values. */
type Choice = readonly [path: string, value: unknown, known: readonly unknown[]]

/**
 * Returns the fields of an intent that have an undeclared value, which is possible if the intent was read from JSON.
 * Otherwise a rule would treat an unknown value like its last case, which can be the permissive one.
 */
export const unknownChoices = (intent: Intent): readonly Choice[] =>
  choicesOf(intent).filter(([, value, known]) => !known.includes(value))

function choicesOf(intent: Intent): readonly Choice[] {
  switch (intent.action) {
    case 'buy':
      return [
        ...tradeFlags(intent),
        ...intent.items.flatMap(({ target, fillType }, index): readonly Choice[] => [
          [`items.${index}.target.kind`, target.kind, buyTargets],
          [`items.${index}.fillType`, fillType, fillTypes],
        ]),
      ]
    case 'sell':
      return tradeFlags(intent)
    case 'list':
      return intent.listings.flatMap((terms, index) => orderChoices(terms, `listings.${index}`))
    case 'bid':
      return intent.bids.flatMap((terms, index): readonly Choice[] => [
        [`bids.${index}.target.kind`, terms.target.kind, bidTargets],
        ...orderChoices(terms, `bids.${index}`),
      ])
    case 'cancel':
      return [['mode', intent.mode, cancelModes]]
    case 'transfer':
    case 'announce':
      return []
  }
}

type TradeFlags = Pick<BuyIntent, 'partial' | 'normalizeRoyalties'>

const tradeFlags = ({ partial, normalizeRoyalties }: TradeFlags): readonly Choice[] => [
  ['partial', partial, flags],
  ['normalizeRoyalties', normalizeRoyalties, flags],
]

const orderChoices = ({ royalties, offChainCancellable }: OrderTerms, path: string): readonly Choice[] => [
  [`${path}.royalties.mode`, royalties.mode, royaltyModes],
  [`${path}.offChainCancellable`, offChainCancellable, flags],
]
