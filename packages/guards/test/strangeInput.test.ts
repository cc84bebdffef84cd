import { describe, expect, test } from 'vitest'
import { resolvePolicy } from '../src/model/resolvePolicy.ts'
import type { Verdict } from '../src/model/verdict.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever a provider sends
type Json = any

const verdictFor = ({ intent, facts, policy }: honest.Fixture, response: unknown): Verdict =>
  verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })
const bytes = ({ items }: Verdict) =>
  JSON.stringify(
    items.map((item) => (item.kind === 'transaction' ? item.call : [item.request, item.post])),
    (_, value) => (typeof value === 'bigint' ? `${value}` : value),
  )
const clean = () => {
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('to')
  expect(({} as Json).zone).toBeUndefined()
  expect(([] as Json).decision).toBeUndefined()
}

/** Blocked, or the very bytes that the honest answer leads to; and nothing global is different afterwards. */
function harmless(fixture: honest.Fixture, response: unknown): Verdict {
  const make = honest.honest.find((one) => one().name === fixture.name)
  if (make === undefined) throw new RangeError(`There is no honest answer ${fixture.name}.`)
  const wanted = bytes(verdictFor(fixture, make().response))
  const verdict = verdictFor(fixture, response)
  if (verdict.decision === 'block') expect(verdict.items).toEqual([])
  else expect(bytes(verdict)).toBe(wanted)
  clean()
  return verdict
}
const last = (response: Json) => response.steps.at(-1).items[0].data

describe('an answer that is not plain data', () => {
  const evil = `{"to":"${who.attacker}","zone":"${who.trap}","recipient":"${who.attacker}","decision":"allow","status":"complete"}`

  test.each([honest.BUY_A, honest.LIST, honest.SELL_X, honest.CXL_O, honest.XFER_B, honest.BID])(
    'is read without the prototype of each object: %o',
    (make) => {
      const fixture = make()
      const text = JSON.stringify(fixture.response).replaceAll(
        '{',
        `{"__proto__":${evil},"constructor":{"prototype":${evil}},`,
      )
      const verdict = harmless(fixture, JSON.parse(text.replaceAll(',}', '}')))
      // In typed data a key too many is one too many.
      if (make === honest.BUY_A || make === honest.XFER_B) expect(verdict.decision).toBe('allow')
    },
  )

  test('has no fields from a prototype', () => {
    const fixture = honest.BUY_A()
    const data = last(fixture.response)
    fixture.response.steps.at(-1).items[0].data = Object.create({ ...data })
    expect(verdictFor(fixture, fixture.response).decision).toBe('block')
  })

  test('with a duplicate key counts the last one, which is checked', () => {
    const fixture = honest.XFER()
    const text = JSON.stringify(fixture.response)
    const twice = text.replace(`"to":"${who.nft}"`, `"to":"${who.nft}","to":"${who.attacker}"`)
    expect(twice).not.toBe(text)
    expect(harmless(fixture, JSON.parse(twice)).decision).toBe('block')
    const other = text.replace(`"to":"${who.nft}"`, `"to":"${who.attacker}","to":"${who.nft}"`)
    expect(harmless(fixture, JSON.parse(other)).decision).toBe('allow')
  })

  test('with changing getters is read once', () => {
    for (const make of [honest.BUY_A, honest.XFER, honest.LIST, honest.CXL_O]) {
      const fixture = make()
      const turning = (value: Json): Json => {
        if (typeof value !== 'object' || value === null) return value
        if (Array.isArray(value)) return value.map(turning)
        const object = {}
        for (const [key, child] of Object.entries(value)) {
          let asked = 0
          const honestly = turning(child)
          Object.defineProperty(object, key, {
            enumerable: true,
            get: () => {
              asked += 1
              if (asked < 2 || typeof child === 'object') return honestly
              return /^0x[0-9a-f]{40}$/i.test(String(child)) ? who.attacker : child
            },
          })
        }
        return object
      }
      harmless(fixture, turning(fixture.response))
    }
  })

  test('with a throwing getter or proxy is blocked', () => {
    const fixture = honest.BUY_A()
    const traps = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
        ownKeys: () => {
          throw new Error('no')
        },
      },
    )
    for (const answer of [
      traps,
      { steps: traps },
      { steps: [traps] },
      {
        get steps() {
          throw new Error('no')
        },
      },
    ])
      expect(verdictFor(fixture, answer).decision).toBe('block')
  })
})

describe('numbers and addresses in other notations', () => {
  const wide = (text: string) =>
    text.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
  const values: readonly unknown[] = [
    '0X0',
    '0x',
    '0xg',
    '-0x1',
    '1e18',
    '+1',
    ' 1',
    '1 ',
    '01',
    '1_000',
    '1,000',
    '0b1',
    '0o1',
    '١',
    '１',
    '',
    true,
    [5],
    {},
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e18,
    2 ** 53,
    `${2n ** 256n}`,
    `0x1${'0'.repeat(64)}`,
    '9'.repeat(79),
    '0x1\n',
  ]
  test.each(values.map((value) => [String(JSON.stringify(value) ?? value), value]))(
    'a value of %s',
    (_, value) => {
      const fixture = honest.BUY_A()
      last(fixture.response).value = value
      expect(harmless(fixture, fixture.response).decision).toBe('block')
    },
  )

  test.each([
    '0xde0b6b3a7640000',
    '0x0de0b6b3a7640000',
    '0x00000de0b6b3a7640000',
    '0xDE0B6B3A7640000',
    '1000000000000000000',
  ])('one coin written %s is one coin', (value) => {
    const fixture = honest.BUY_A()
    last(fixture.response).value = value
    expect(harmless(fixture, fixture.response).decision).toBe('allow')
  })

  const addresses = [
    who.seaport.replace('0x', '0X'),
    who.seaport.slice(0, -1),
    `${who.seaport}0`,
    who.seaport.replace('a', '\u0430'),
    who.seaport.replace('e', '\u0435'),
    wide(who.seaport),
    ` ${who.seaport}`,
    `${who.seaport}\u200b`,
    `${who.seaport}\n`,
    `0x000000000000000000000000${who.seaport.slice(2)}`,
    [who.seaport],
    { toString: () => who.seaport },
    'vitalik.eth',
    null,
    0,
  ]
  test.each(addresses.map((address) => [String(JSON.stringify(address)), address]))(
    'a call to %s',
    (_, address) => {
      const fixture = honest.BUY_A()
      last(fixture.response).to = address
      expect(harmless(fixture, fixture.response).decision).toBe('block')
    },
  )

  test('seconds are not milliseconds', () => {
    const fixture = honest.LIST()
    const value = last(fixture.response).sign.value
    value.endTime = Number(value.endTime) * 1_000
    expect(harmless(fixture, fixture.response).decision).toBe('block')
  })

  test('chain ids as text, hex, lists or of another chain are blocked', () => {
    for (const chainId of ['1', '0x1', 1.5, [1], { valueOf: () => 1 }, 137, -1, Number.NaN, true]) {
      const fixture = honest.BUY_A()
      last(fixture.response).chainId = chainId
      expect(harmless(fixture, fixture.response).decision).toBe('block')
      const listing = honest.LIST()
      last(listing.response).sign.domain.chainId = chainId
      expect(harmless(listing, listing.response).decision).toBe('block')
    }
  })
})

describe('invalid shapes and oversized data', () => {
  test('objects in place of lists and lists in place of objects are blocked', () => {
    const turned: readonly ((response: Json) => unknown)[] = [
      (r) => (r.steps = { ...r.steps, length: r.steps.length }),
      (r) => (r.steps.at(-1).items = { 0: r.steps.at(-1).items[0], length: 1 }),
      (r) => (r.steps.at(-1).items = [r.steps.at(-1).items]),
      (r) => (r.steps.at(-1).items[0].data = [last(r)]),
      (r) => (last(r).sign.domain = Object.assign([], last(r).sign.domain)),
      (r) => (last(r).sign.types = Object.entries(last(r).sign.types)),
      (r) => (last(r).sign.value = [last(r).sign.value]),
      (r) => (last(r).sign.value.offer = { ...last(r).sign.value.offer }),
      (r) => (last(r).sign.types.OrderComponents = { ...last(r).sign.types.OrderComponents }),
      (r) => (last(r).post = [last(r).post]),
    ]
    for (const turn of turned) {
      const fixture = honest.LIST()
      turn(fixture.response)
      expect(harmless(fixture, fixture.response).decision).toBe('block')
    }
  })

  test('a hundred thousand brackets, keys or leaves are blocked', () => {
    const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000))
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]))
    const bombs: readonly ((response: Json) => unknown)[] = [
      (r) => (r.extra = deep),
      (r) => (last(r).sign.value.extra = many),
      (r) => (last(r).sign.value.offer = deep),
      (r) =>
        (last(r).sign.value.consideration = Array.from(
          { length: 50_000 },
          () => last(r).sign.value.offer[0],
        )),
      (r) => (last(r).sign.types = many),
      (r) => (last(r).sign.domain = many),
      (r) => Object.assign(last(r).sign, { primaryType: 'BulkOrder', value: { tree: deep } }),
      (r) => (r.steps = Array.from({ length: 50_000 }, () => r.steps[0])),
      (r) => (r.errors = many),
      (r) => (last(r).post.body = deep),
    ]
    for (const [index, bomb] of bombs.entries()) {
      const fixture = honest.LIST()
      bomb(fixture.response)
      const { decision } = harmless(fixture, fixture.response)
      // What nobody reads does no harm; everything else is refused.
      expect([index, decision]).toEqual([index, [0, 1, 9].includes(index) ? 'allow' : 'block'])
    }
  })
})

describe('a policy', () => {
  test('is never widened by a prototype or by other names', () => {
    const input = JSON.parse(
      '{"__proto__":{"level":{"mode":"trust"}},"zones":{"__proto__":{"own":["0x00"]}}}',
    )
    const policy = resolvePolicy(input, [who.chain])
    expect(policy.level).toEqual({ mode: 'strict' })
    expect(policy.zones.own).toEqual([])
    const unknown = resolvePolicy({ allowEverything: true } as never, [who.chain])
    expect(unknown.level).toEqual({ mode: 'strict' })
  })

  test('cannot be changed through an answer, an intent or chain state', () => {
    const fixture = honest.BUY_A()
    last(fixture.response).to = who.trap
    const answer = {
      ...fixture.response,
      policy: {
        level: {
          mode: 'trust',
          iUnderstand: 'the provider can drain wallets',
          hosts: [],
          expires: '2999-01-01',
        },
      },
      level: 'trust',
    }
    expect(verdictFor(fixture, answer).decision).toBe('block')
    const intent = { ...fixture.intent, policy: answer.policy, level: answer.policy.level }
    expect(verdictFor({ ...fixture, intent } as never, answer).decision).toBe('block')
    for (const change of ['level', 'seaport', 'endpoints', 'routers'])
      expect(() => Object.assign(fixture.policy, { [change]: [] })).toThrow(TypeError)
  })
})

describe('an intent that was read from JSON', () => {
  test.each<readonly [string, () => honest.Fixture, (intent: Json) => unknown]>([
    ['items.0.target.kind', honest.BUY_A, ({ items }) => (items[0].target.kind = 'Token')],
    ['items.0.fillType', honest.BUY_A, ({ items }) => (items[0].fillType = null)],
    ['partial', honest.SELL_A, (intent) => (intent.partial = 'false')],
    ['normalizeRoyalties', honest.BUY_A, (intent) => (intent.normalizeRoyalties = 0)],
    ['listings.0.royalties.mode', honest.LIST, ({ listings }) => (listings[0].royalties.mode = 'onchain')],
    ['bids.0.target.kind', honest.BID, ({ bids }) => (bids[0].target.kind = 'tokens')],
    ['bids.0.offChainCancellable', honest.BID, ({ bids }) => (bids[0].offChainCancellable = 'no')],
    ['mode', honest.CXL_O, (intent) => (intent.mode = 'order')],
  ])('is blocked by an unknown choice at %s', (path, make, change) => {
    const fixture = make()
    const intent = structuredClone(fixture.intent)
    change(intent)
    const { decision, findings } = verdictFor({ ...fixture, intent }, fixture.response)
    expect(decision).toBe('block')
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'FLOW_UNDECIDED', path: `intent.${path}` }),
    )
  })
})
