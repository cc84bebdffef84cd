import { expect, test } from 'vitest'
import { wantedOf } from '../src/header/wantedOf.ts'

test.each([
  ['Tidelines', 'Tidelines', undefined],
  ['Tidelines #12', 'Tidelines', '12'],
  ['orbital studies 007 ', 'orbital studies', '7'],
  ['Tidelines#3', 'Tidelines', '3'],
  // A number within a word belongs to its name, and a number alone is of nothing.
  ['Area51', 'Area51', undefined],
  ['1000', '1000', undefined],
  [`x ${'9'.repeat(78)}`, 'x', '9'.repeat(78)],
] as const)('"%s" is looked for as "%s", number %s', (text, name, number) => {
  expect(wantedOf(text)).toEqual({ name, number })
})
