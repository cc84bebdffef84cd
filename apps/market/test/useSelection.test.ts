import { listLimit } from '@sluice/react'
import { expect, test } from 'vitest'
import { mostChosen, toggled } from '../src/account/useSelection.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `token ${index}`)

test('what is ticked is chosen, and what is ticked again is not', () => {
  expect(toggled([], 'a')).toEqual(['a'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
})

test('nobody can choose more than one action takes, and giving one up makes room for another', () => {
  expect(mostChosen).toBe(listLimit)
  const most = names(listLimit)
  expect(toggled(most, 'one more')).toEqual(most)
  const fewer = toggled(most, 'token 7')
  expect(fewer).toHaveLength(listLimit - 1)
  expect(toggled(fewer, 'one more')).toEqual([...fewer, 'one more'])
})
