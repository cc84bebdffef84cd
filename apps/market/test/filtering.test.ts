import { expect, test } from 'vitest'
import { activeOf } from '../src/collection/activeOf.ts'
import {
  askedBy,
  boundOf,
  canChoose,
  everything,
  type Filtering,
  filteringOf,
  hasOtherCurrency,
  isPlain,
  isReversed,
  searchOf,
  toggled,
} from '../src/filtering.ts'

const chosen: Filtering = {
  sort: 'number',
  forSale: true,
  traits: { Palette: ['Dusk & dawn', 'Noon'], 'a.b=c': ['100%'] },
  low: '0.5',
  high: '1.',
  layout: 'table',
}

test('what was chosen stands in the address and is read from it again, whatever the attributes are called', () => {
  expect(filteringOf(new URLSearchParams(searchOf(chosen).toString()))).toEqual(chosen)
  expect(searchOf({}).toString()).toBe('')
  expect(filteringOf(new URLSearchParams('sort=nonsense&view=market&trait=x'))).toEqual(everything)
})

test('of a link that was cut off or edited, what names no attribute or a provider rejects is left out', () => {
  const links = [
    'trait.=Dusk',
    'trait.Palette=',
    `trait.Palette=${'x'.repeat(201)}`,
    `trait.${'x'.repeat(201)}=Dusk`,
    'trait.Palette=%00',
    'trait.Palette=%E2%80%AE',
  ]
  for (const link of links) expect(filteringOf(new URLSearchParams(link))).toEqual(everything)
  const many = Array.from({ length: 60 }, (_, index) => `trait.${index}=Dusk`).join('&')
  expect(Object.keys(filteringOf(new URLSearchParams(many)).traits)).toHaveLength(10)
  const values = Array.from(
    { length: 60 },
    (_, index) => `trait.Palette=${index}&trait.Palette=${index}`,
  ).join('&')
  expect(filteringOf(new URLSearchParams(values)).traits.Palette).toHaveLength(50)
})

test('several values of an attribute are chosen one after the other, and each is taken back by itself', () => {
  const one = toggled({}, 'Palette', 'Dusk')
  const two = toggled(one, 'Palette', 'Noon')
  expect(two).toEqual({ Palette: ['Dusk', 'Noon'] })
  expect(toggled(two, 'Mood', 'Calm')).toEqual({ Palette: ['Dusk', 'Noon'], Mood: ['Calm'] })
  expect(toggled(two, 'Palette', 'Dusk')).toEqual({ Palette: ['Noon'] })
  expect(toggled(one, 'Palette', 'Dusk')).toEqual({})
  expect(askedBy({ ...everything, traits: two }).attributes).toEqual(two)
})

test('no more is chosen than a provider takes', () => {
  const keys = Object.fromEntries(Array.from({ length: 10 }, (_, key) => [`${key}`, ['x']]))
  expect([canChoose(keys, '0'), canChoose(keys, 'other'), canChoose({}, 'other')]).toEqual([
    true,
    false,
    true,
  ])
  const full = { Palette: Array.from({ length: 50 }, (_, value) => `${value}`) }
  expect([canChoose(full, 'Palette'), canChoose(full, 'Mood')]).toEqual([false, true])
})

test('a bound that is still being typed asks for nothing; works for sale are those that have a price', () => {
  const { attributes, minFloorAskPrice, maxFloorAskPrice, sortBy } = askedBy(chosen)
  expect([minFloorAskPrice, maxFloorAskPrice, sortBy]).toEqual(['0.5', undefined, 'tokenId'])
  expect(attributes).toEqual(chosen.traits)
  expect(askedBy({ ...everything, forSale: true }).minFloorAskPrice).toBe('0')
  expect(askedBy(everything)).toEqual({
    sortBy: 'floorAskPrice',
    sortDirection: 'asc',
    minFloorAskPrice: undefined,
    maxFloorAskPrice: undefined,
  })
})

test('a bound is sent digit by digit as it was typed, with the comma of a German keyboard', () => {
  const sent: readonly (readonly [typed: string, sent: string])[] = [
    ['0,5', '0.5'],
    ['1.25', '1.25'],
    ['.5', '0.5'],
    ['0.0000001', '0.0000001'],
    ['1234567890123456789012', '1234567890123456789012'],
    ['0.123456789012345678', '0.123456789012345678'],
    ['1,2340', '1.2340'],
  ]
  for (const [typed, text] of sent) expect(boundOf(typed), typed).toBe(text)
  const { minFloorAskPrice, maxFloorAskPrice } = askedBy({ ...everything, low: '0.0000001', high: '0,5' })
  expect([minFloorAskPrice, maxFloorAskPrice]).toEqual(['0.0000001', '0.5'])
})

test('a bound that nobody can read filters nothing and does not count as a filter', () => {
  const unreadable = ['.', '1.', ',', '1,000,000', '1.000,5', '1,234', 'a half', '1e-7', '-1', '١٬٠٠٠']
  for (const text of [...unreadable, `0.${'1'.repeat(19)}`, '9'.repeat(31)]) {
    expect(boundOf(text), text).toBeUndefined()
    expect(activeOf({ ...everything, low: text, high: text }), text).toBe(0)
  }
  expect(activeOf({ ...everything, low: '0,5', traits: { Palette: ['Dusk', 'Noon'] } })).toBe(3)
})

test('what an attribute is called may stand in a link; what is markup, code or endless may not', () => {
  for (const text of ['Dusk & dawn', 'Level 3/5', '100%', 'Été', '海', "Collector's (No. 1)"])
    expect(isPlain(text), text).toBe(true)
  for (const text of [
    '<script>x</script>',
    'javascript:x',
    '{{x}}',
    '$' + '{x}',
    'a"b',
    'x\u202ey',
    'a\nb',
    '',
    'A'.repeat(65),
  ])
    expect(isPlain(text), text).toBe(false)
})

test('a list says that it holds other currencies for these alone, not for the native coin or what wraps it', () => {
  const wrappedNative = `0x${'a'.repeat(40)}` as const
  const priced = (contract: string) => ({ market: { floorAsk: { price: { currency: { contract } } } } })
  const says = (...tokens: readonly object[]) => hasOtherCurrency(tokens, { wrappedNative })
  expect(says()).toBe(false)
  expect(says({}, { market: { floorAsk: { price: null } } })).toBe(false)
  expect(says(priced(`0x${'0'.repeat(40)}`), priced(`0x${'A'.repeat(40)}`))).toBe(false)
  expect(says(priced(`0x${'0'.repeat(40)}`), priced(`0x${'b'.repeat(40)}`))).toBe(true)
})

test('two bounds exclude every price if the highest one is below the lowest one, whatever their digits', () => {
  const pairs = [
    ['0.3', '0.1'],
    ['10', '9'],
    ['1,5', '1.4'],
    ['.000000000000000002', '0.000000000000000001'],
  ]
  for (const [low = '', high = ''] of pairs) {
    expect(isReversed({ low, high })).toBe(true)
    expect(isReversed({ low: high, high: low })).toBe(false)
  }
  for (const [low, high] of [
    ['0.3', '0.30'],
    ['0.3', ''],
    ['', '0.1'],
    ['0.3', 'x'],
  ] as const)
    expect(isReversed({ low, high })).toBe(false)
})
