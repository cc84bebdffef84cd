import { describe, expect, test } from 'vitest'
import { currencyOf } from '../../src/kit/currencyOf.ts'
import { safeName, withSafeNames } from '../../src/kit/safeName.ts'

describe('a name that somebody chose', () => {
  test.each([
    ['an honest name', 'Ember #42', 'Ember #42'],
    ['words of other scripts', 'Ночь 夜 ليل', 'Ночь 夜 ليل'],
    ['a Persian word with its joiner', 'می\u200cروم', 'می\u200cروم'],
    ['an emoji of several people', '👩‍👩‍👧 Family ❤️', '👩‍👩‍👧 Family ❤️'],
    ['a letter with two marks', 'ệ'.normalize('NFD'), 'ệ'],
    ['zero-width characters', 'Az\u200bu\u2060k\ufeffi', 'Azuki'],
    ['tag characters', 'Azuki\u{e0041}\u{e0042}', 'Azuki'],
    ['a direction that is turned', 'pay\u202e42\u2066x', 'pay42x'],
    ['control characters and line breaks', 'a\u0000b\r\n\tc\u2028d', 'a b c d'],
    ['letters that are drawn as nothing', '\u3164\u115f\u2800Ape', 'Ape'],
    ['marks that pile up', `Z${'\u0301\u0302\u0303'.repeat(60)}o`, 'Ź\u0302\u0303o'],
    ['check marks and shields', 'Azuki ✅ ✔\ufe0f 🛡\ufe0f', 'Azuki'],
    ['a claim to be verified', 'Verified on this device ✓', '“Verified on this device”'],
    ['the same claim in another language', 'Auf diesem Gerät geprüft', '“Auf diesem Gerät geprüft”'],
  ])('%s', (_what, given, shown) => {
    expect(safeName(given)).toBe(shown)
    expect(safeName(shown)).toBe(shown)
  })

  test('two thousand characters are cut to a line that leaves room for the price', () => {
    for (const long of ['W'.repeat(2_000), '夜'.repeat(2_000), `Verified ${'x'.repeat(2_000)}`]) {
      const shown = safeName(long)
      expect([...shown].length).toBeLessThanOrEqual(120)
      expect(shown).toMatch(/…”?$/)
      expect(safeName(shown)).toBe(shown)
    }
  })

  test('names of an answer are made safe wherever they stand, and what is asked for by stays exact', () => {
    const answer = {
      token: {
        name: 'A\u200bb',
        collection: { name: 'C ✓' },
        attributes: [{ key: 'K\u200b', value: 'V\u200b' }],
      },
      event: { collectionName: 'x\u202ey', tokenName: null, amount: 5n },
    }
    expect(withSafeNames(answer)).toEqual({
      token: { name: 'Ab', collection: { name: 'C' }, attributes: [{ key: 'K\u200b', value: 'V\u200b' }] },
      event: { collectionName: 'xy', tokenName: null, amount: 5n },
    })
  })
})

describe('a currency', () => {
  const listed = { address: `0x${'0'.repeat(40)}`, symbol: 'ETH', decimals: 18 } as const
  const chain = { paymentTokens: [listed] } as unknown as Parameters<typeof currencyOf>[0]
  const other = `0x12${'3'.repeat(34)}abcd` as const

  test('that the chain lists has its symbol and decimals, whatever the provider says', () => {
    expect(currencyOf(chain, listed.address, { symbol: 'USDC', decimals: 6 })).toEqual(listed)
  })

  test('that the chain does not list never wears the symbol of one that it lists', () => {
    expect(currencyOf(chain, other, { symbol: 'ETH', decimals: 18 }).symbol).toBe('ETH? 0x1233…abcd')
    expect(currencyOf(chain, other, { symbol: 'E\u200bTH\u202e', decimals: 18 }).symbol).toBe(
      'ETH? 0x1233…abcd',
    )
    expect(currencyOf(chain, other, { symbol: 'X'.repeat(500) }).symbol).toBe(
      `${'X'.repeat(12)}? 0x1233…abcd`,
    )
    expect(currencyOf(chain, other).symbol).toBe('? 0x1233…abcd')
  })
})
