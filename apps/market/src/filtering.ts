import type { Chain, Token } from '@sluice/core'
import { parseEther } from 'viem'
import { isCoin } from './prices/isCoin.ts'

/** How works are shown: as cards, or in rows with their prices, last sales and owners. */
export const layouts = ['grid', 'table'] as const
export type Layout = (typeof layouts)[number]

export const sorts = ['price-asc', 'price-desc', 'number'] as const
export type Sort = (typeof sorts)[number]

/** Which works of a collection are shown, as the visitor chose. Kept in the address: it can be shared, and gone back to. */
export type Filtering = {
  readonly sort: Sort
  readonly forSale: boolean
  /** Values of attributes by their keys; of several, a work has one. A key without a value is left out. */
  readonly traits: Readonly<Record<string, readonly string[]>>
  /** Typed bounds of a price, in whole native coins. */
  readonly low: string
  readonly high: string
  readonly layout: Layout
}

export const everything: Filtering = {
  sort: 'price-asc',
  forSale: false,
  traits: {},
  low: '',
  high: '',
  layout: 'grid',
}

const trait = 'trait.'
/** The most attributes, values of one, and characters that a provider takes in a query. */
const [mostTraits, mostValues, longestTrait] = [10, 50, 200]
/** Characters that a provider rejects in a query: control characters and bidirectional overrides. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const rejected = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/**
 * Returns the attributes that an address asks for. A link may be cut off or edited: what names no attribute, or what a
 * provider rejects, is left out.
 */
function traitsIn(search: URLSearchParams): Filtering['traits'] {
  const isTaken = (text: string): boolean =>
    text !== '' && text.length <= longestTrait && !rejected.test(text)
  const found = [...search].flatMap(([name, value]) => {
    const key = name.slice(trait.length)
    return name.startsWith(trait) && isTaken(key) && isTaken(value) ? [[key, value] as const] : []
  })
  const values = new Map<string, readonly string[]>()
  for (const [key, value] of found) values.set(key, [...new Set([...(values.get(key) ?? []), value])])
  return Object.fromEntries(
    [...values].slice(0, mostTraits).map(([key, of]) => [key, of.slice(0, mostValues)]),
  )
}

/** Whether one more value of an attribute can be chosen: a provider takes only so many. */
export const canChoose = (traits: Filtering['traits'], key: string): boolean =>
  traits[key] === undefined ? Object.keys(traits).length < mostTraits : traits[key].length < mostValues

/** Chooses a value of an attribute, or takes it back. */
export function toggled(traits: Filtering['traits'], key: string, value: string): Filtering['traits'] {
  const { [key]: chosen = [], ...others } = traits
  if (!chosen.includes(value)) return { ...traits, [key]: [...chosen, value] }
  const left = chosen.filter((one) => one !== value)
  return left.length === 0 ? others : { ...traits, [key]: left }
}

/** Returns what an address asks for, such as `?trait.Palette=Dusk&sort=number`. The rest has its default. */
export function filteringOf(search: URLSearchParams): Filtering {
  const sort = sorts.find((name) => name === search.get('sort'))
  return {
    sort: sort ?? everything.sort,
    forSale: search.has('for-sale'),
    traits: traitsIn(search),
    low: search.get('low') ?? '',
    high: search.get('high') ?? '',
    layout: layouts.find((name) => name === search.get('layout')) ?? everything.layout,
  }
}

/** Returns the part of an address that asks for it. Defaults are left out. */
export function searchOf(filtering: Partial<Filtering>): URLSearchParams {
  const { sort, forSale, traits, low, high, layout } = { ...everything, ...filtering }
  return new URLSearchParams([
    ...(sort === everything.sort ? [] : [['sort', sort]]),
    ...(forSale ? [['for-sale', '']] : []),
    ...(low === '' ? [] : [['low', low]]),
    ...(high === '' ? [] : [['high', high]]),
    ...(layout === everything.layout ? [] : [['layout', layout]]),
    ...Object.entries(traits).flatMap(([key, values]) => values.map((value) => [`${trait}${key}`, value])),
  ])
}

/** Whether a text of a token may be part of a link: words such as the name of an attribute, no markup or code. */
export const isPlain = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N} .,'’&+()/#%-]{0,63}$/u.test(text)

/** Returns the query for the provider. */
export function askedBy({ sort, forSale, traits, low, high, layout }: Filtering) {
  const order =
    sort === 'number'
      ? ({ sortBy: 'tokenId', sortDirection: 'asc' } as const)
      : ({ sortBy: 'floorAskPrice', sortDirection: sort === 'price-asc' ? 'asc' : 'desc' } as const)
  return {
    ...order,
    ...(Object.keys(traits).length === 0 ? {} : { attributes: traits }),
    minFloorAskPrice: boundOf(low) ?? (forSale ? '0' : undefined),
    maxFloorAskPrice: boundOf(high),
    ...(layout === 'table' ? { includeLastSale: true } : {}),
  }
}

/** A price in the provider's digits, with a point or a comma; not a comma that may group thousands, as in `1,234`. */
const bound = /^(?=.)(?![1-9]\d{0,2},\d{3}$)\d{0,30}([.,]\d{1,18})?$/

/**
 * Returns a typed bound as the provider reads it, digit by digit; `undefined` for text that is not a price. Addresses
 * are shared between languages, so that a comma is the point in all of them.
 */
export const boundOf = (text: string): string | undefined =>
  bound.test(text) ? text.replace(',', '.').replace(/^\./, '0.') : undefined

/** Whether the highest price is below the lowest one: no token has such a price. */
export function isReversed({ low, high }: Pick<Filtering, 'low' | 'high'>): boolean {
  const [from, to] = [boundOf(low), boundOf(high)]
  return from !== undefined && to !== undefined && parseEther(to) < parseEther(from)
}

/**
 * Whether a token of a list has its price in a currency other than the native coin, wrapped or not. A provider sorts
 * these behind the others, and does not convert them.
 */
export const hasOtherCurrency = (
  tokens: readonly Pick<Token, 'market'>[],
  chain: Pick<Chain, 'wrappedNative'>,
): boolean =>
  tokens.some(({ market }) => {
    const contract = market?.floorAsk?.price?.currency?.contract
    return contract != null && !isCoin(chain, contract)
  })
