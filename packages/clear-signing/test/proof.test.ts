import { stringify } from 'viem'
import { describe, expect, test } from 'vitest'
import * as honest from '../../guards/test/honest/honest.ts'
import * as who from '../../guards/test/support/actors.ts'
import { createRenderer, type Descriptor } from '../src/index.ts'
import { compare } from './comparison.ts'
import { readDescriptor, renderersOf } from './descriptorFiles.ts'
import { proveCalls, proveCards, proveMessages } from './proof.ts'

describe('what a wallet shows by the descriptors', () => {
  test('is what the review card says, for plans at random', () => {
    const { compared } = proveCards(150, 11)
    expect(compared).toBeGreaterThan(90)
  })

  test('is what our own decoder reads, for calls with anything in them', () => {
    proveCalls(100, 12)
  })

  test('is what an order says, for orders with anything in them, alone and under one signature', () => {
    proveMessages(50, 13)
  })
})

describe('a descriptor with a mistake', () => {
  const texts = renderersOf('1.6')
  const changedBy = (kind: 'calls' | 'messages', from: string, to: string) => {
    const name = kind === 'calls' ? 'calldata' : 'eip712'
    const text = JSON.stringify(readDescriptor(`${name}-seaport-1.6.json`))
    expect(text).toContain(from)
    const changed = JSON.parse(text.replaceAll(from, to)) as Descriptor
    return { ...texts, [kind]: createRenderer(changed) }
  }
  const isSame = (fixture: honest.Fixture, renderers: typeof texts): boolean => {
    const result = compare(fixture, renderers)
    if (result.kind === 'refused') throw new Error('The guards refuse the plan.')
    expect(result.texts.length).toBeGreaterThan(0)
    return stringify(result.text) === stringify(result.card)
  }
  const falling = () => {
    const terms = honest.listingTerms(1n, { gross: 2n * who.eth, endGross: who.eth })
    return honest.list('falling', [terms], { facts: who.approvedFacts() })
  }
  const part = honest.BUY_1155

  test('does not pass: the last amount taken for the first, a part left out, another date or recipient', () => {
    expect(isSame(falling(), texts)).toBe(true)
    expect(isSame(part(), texts)).toBe(true)
    expect(isSame(falling(), changedBy('messages', '"path":"endAmount"', '"path":"startAmount"'))).toBe(false)
    expect(isSame(falling(), changedBy('messages', '"path":"endTime"', '"path":"startTime"'))).toBe(false)
    expect(
      isSame(
        part(),
        changedBy('calls', '"path":"advancedOrder.numerator"', '"path":"advancedOrder.denominator"'),
      ),
    ).toBe(false)
    expect(isSame(falling(), changedBy('messages', '"path":"recipient"', '"path":"token"'))).toBe(false)
  })
})
