import type { Effects } from '@sluice/core'
import { describe, expect, test } from 'vitest'
import { withinConsent } from '../../src/kit/withinConsent.ts'

const account = `0x${'a1'.repeat(20)}` as const
const token = `0x${'70'.repeat(20)}` as const
const conduit = `0x${'c0'.repeat(20)}` as const
const coin = `0x${'00'.repeat(20)}` as const
const orderOf = (byte: string) => `0x${byte.repeat(32)}` as const

const agreed: Effects = {
  give: [{ kind: 'native', contract: coin, amount: 100n }],
  get: [{ kind: 'erc721', contract: token, tokenId: 7n, amount: 1n }],
  fees: [{ kind: 'native', contract: coin, amount: 5n, recipient: account, kindOfFee: 'royalty' }],
  authority: [{ kind: 'erc20', contract: token, spender: conduit, amount: 100n }],
  until: 2_000n,
}

describe('a later question', () => {
  test('is not asked when it takes the same as was agreed, or less', () => {
    expect(withinConsent(agreed, agreed)).toBe(true)
    expect(withinConsent(agreed, { give: [], get: agreed.get, fees: [], authority: [] })).toBe(true)
  })

  test('is asked again when another order ends, or all of them do', () => {
    const one = { ...agreed, ends: [{ order: orderOf('01') }, { order: orderOf('02') }] }
    expect(withinConsent(one, { ...one, ends: [{ order: orderOf('02') }] })).toBe(true)
    expect(withinConsent(one, agreed)).toBe(true)
    expect(withinConsent({ ...agreed, ends: 'all' }, one)).toBe(true)
    expect(withinConsent(one, { ...agreed, ends: [{ order: orderOf('03') }] })).toBe(false)
    expect(withinConsent(one, { ...agreed, ends: 'all' })).toBe(false)
    expect(withinConsent(agreed, one)).toBe(false)
  })

  test.each<[string, Partial<Effects>]>([
    ['more leaves', { give: [{ kind: 'native', contract: coin, amount: 101n }] }],
    ['something else leaves', { give: [{ kind: 'erc721', contract: token, tokenId: 8n, amount: 1n }] }],
    ['less arrives', { get: [] }],
    ['another token arrives', { get: [{ kind: 'erc721', contract: token, tokenId: 8n, amount: 1n }] }],
    [
      'a fee goes to somebody else',
      { fees: [{ kind: 'native', contract: coin, amount: 1n, recipient: conduit, kindOfFee: 'other' }] },
    ],
    [
      'a permission is wider',
      { authority: [{ kind: 'erc20', contract: token, spender: conduit, amount: 101n }] },
    ],
    ['a permission has no end', { authority: [{ kind: 'erc20', contract: token, spender: conduit }] }],
    [
      'a permission goes to another',
      { authority: [{ kind: 'erc20', contract: token, spender: token, amount: 1n }] },
    ],
    ['it stands longer', { until: 2_001n }],
  ])('is asked again when %s', (_name, change) => {
    expect(withinConsent(agreed, { ...agreed, ...change })).toBe(false)
  })
})
