import type { UserToken } from '@sluice/core'
import { expect, test } from 'vitest'
import { floorValueOf } from '../src/account/floorValueOf.ts'

const held = (tokenCount: number, native: number | undefined) =>
  ({
    token: { collection: { floorAskPrice: native === undefined ? null : { amount: { native } } } },
    ownership: { tokenCount },
  }) as unknown as UserToken

test('an account is worth the floor of each work, and nothing for works without one', () => {
  expect(floorValueOf([held(1, 0.5), held(3, 2), held(1, undefined)])).toBe(6.5)
})

test('an account without a work that has a floor is not said to be worth nothing', () => {
  expect(floorValueOf([])).toBeUndefined()
  expect(floorValueOf([held(2, undefined)])).toBeUndefined()
})
