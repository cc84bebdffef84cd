import { expect, test } from 'vitest'
import { askedBy, everything, type Filtering, filteringOf, isPlain, searchOf } from '../src/filtering.ts'

const chosen: Filtering = {
  sort: 'number',
  forSale: true,
  traits: { Palette: 'Dusk & dawn', 'a.b=c': '100%' },
  low: '0.5',
  high: '1.',
  layout: 'table',
}

test('what was chosen stands in the address and is read from it again, whatever the attributes are called', () => {
  expect(filteringOf(new URLSearchParams(searchOf(chosen).toString()))).toEqual(chosen)
  expect(searchOf({}).toString()).toBe('')
  expect(filteringOf(new URLSearchParams('sort=nonsense&view=market&trait=x'))).toEqual(everything)
})

test('a bound that is still being typed asks for nothing; works for sale are those that have a price', () => {
  const { attributes, minFloorAskPrice, maxFloorAskPrice, sortBy } = askedBy(chosen)
  expect([minFloorAskPrice, maxFloorAskPrice, sortBy]).toEqual([0.5, undefined, 'tokenId'])
  expect(attributes).toEqual(chosen.traits)
  expect(askedBy({ ...everything, forSale: true }).minFloorAskPrice).toBe(0)
  expect(askedBy(everything)).toEqual({
    sortBy: 'floorAskPrice',
    sortDirection: 'asc',
    minFloorAskPrice: undefined,
    maxFloorAskPrice: undefined,
  })
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
