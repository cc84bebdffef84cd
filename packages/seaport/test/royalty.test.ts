import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { royaltyInfoShares, royaltyViewShares } from '../src/index.ts'

const ada: Address = `0x${'a1'.repeat(20)}`
const ben: Address = `0x${'b2'.repeat(20)}`
const price = 10n ** 18n
const percent = (amount: bigint): bigint => (price * amount) / 100n

const wordsOf = (data: Hex): readonly bigint[] =>
  Array.from({ length: (data.length - 2) / 64 }, (_, index) =>
    BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`),
  )
const viewed = (recipients: readonly Address[], amounts: readonly bigint[]): readonly bigint[] =>
  wordsOf(encodeAbiParameters([{ type: 'address[]' }, { type: 'uint256[]' }], [recipients, amounts]))

describe('the answer of a royalty engine', () => {
  test('has every recipient with its share of the price, in the sequence of the override', () => {
    expect(royaltyViewShares(viewed([ada, ben], [percent(3n), percent(2n)]), price)).toEqual([
      { recipient: ada, bps: 300 },
      { recipient: ben, bps: 200 },
    ])
  })

  test('may be an override of nothing, or none at all', () => {
    expect(royaltyViewShares(viewed([ada], [0n]), price)).toEqual([])
    expect(royaltyViewShares(viewed([], []), price)).toEqual([])
  })

  test.each([
    ['no contract', []],
    ['another contract', [1n]],
    ['lists of different lengths', viewed([ada, ben], [percent(1n)])],
    ['more recipients than an order pays', viewed(Array(11).fill(ada), Array(11).fill(1n))],
    ['more than the price', viewed([ada, ben], [percent(60n), percent(60n)])],
    ['a list that lies outside', [2n ** 255n, 64n, 0n]],
    ['a list that breaks off', [64n, 128n, 1n, BigInt(ada), 3n, 1n]],
    ['an offset between two words', [65n, 96n, 0n, 0n]],
  ])('%s is not an answer', (_, words) => {
    expect(royaltyViewShares(words, price)).toBeUndefined()
  })
})

describe('the answer of ERC-2981', () => {
  test('has one recipient, in whole basis points', () => {
    expect(royaltyInfoShares([BigInt(ada), percent(5n) + 1n], price)).toEqual([{ recipient: ada, bps: 500 }])
  })

  test.each([
    ['nobody', [0n, percent(5n)]],
    ['nothing', [BigInt(ada), 0n]],
    ['more than the price', [BigInt(ada), percent(101n)]],
    ['no address', [2n ** 200n, percent(5n)]],
    ['no contract', []],
  ])('%s is not a royalty', (_, words) => {
    expect(royaltyInfoShares(words, price)).toEqual([])
  })

  test('has no shares of a zero price', () => {
    expect(royaltyInfoShares([BigInt(ada), 5n], 0n)).toEqual([])
    expect(royaltyViewShares(viewed([ada], [5n]), 0n)).toBeUndefined()
  })
})
