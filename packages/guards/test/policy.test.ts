import { describe, expect, test } from 'vitest'
import { freezeIntent } from '../src/model/intent.ts'
import { defaultPolicy } from '../src/model/policy.ts'
import { isEndpoint, PolicyError, resolvePolicy } from '../src/model/resolvePolicy.ts'
import { buyIntent } from './honest/honest.ts'
import { chain, eth, native } from './support/actors.ts'

const frozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(frozen))

describe('a policy', () => {
  test('is strict and deeply frozen by default', () => {
    expect(defaultPolicy.level).toEqual({ mode: 'strict' })
    expect(frozen(defaultPolicy)).toBe(true)
    expect(frozen(resolvePolicy({ zones: { own: [] } }, [chain]))).toBe(true)
  })

  test('leaves the host’s own objects unchanged', () => {
    const input = { sharedContracts: [`0x${'AB'.repeat(20)}` as const], zones: { own: [] } }
    const policy = resolvePolicy(input, [chain])
    expect(policy.sharedContracts).toEqual([`0x${'ab'.repeat(20)}`])
    expect(Object.isFrozen(input)).toBe(false)
    expect(Object.isFrozen(chain)).toBe(false)
    expect(policy.zones.counterparty).toEqual(defaultPolicy.zones.counterparty)
  })

  test('takes the zones of its chains for own and other orders if the host names none', () => {
    const zone = `0x${'5A'.repeat(20)}` as const
    const own = zone.toLowerCase()
    const zoned = { ...chain, zones: [zone] }
    const { counterparty } = defaultPolicy.zones
    expect(resolvePolicy(undefined, [zoned]).zones).toEqual({
      own: [own],
      counterparty: [...counterparty, own],
    })
    expect(resolvePolicy({ zones: { own: [] } }, [zoned]).zones.own).toEqual([])
    expect(resolvePolicy(undefined, [chain]).zones).toEqual(defaultPolicy.zones)
  })

  test('needs explicit trust, for a host, until a day', () => {
    const level = {
      mode: 'trust',
      iUnderstand: 'the provider can drain wallets',
      hosts: ['app.example'],
      expires: '2026-12-31',
    } as const
    expect(resolvePolicy({ level }, [], 'app.example').level).toEqual(level)
    const bad = [
      { ...level, iUnderstand: 'yes' },
      { ...level, expires: 'soon' },
      { mode: 'trust' },
      { mode: 'off' },
      { ...level, hosts: 'app.example' },
    ]
    for (const one of bad) expect(() => resolvePolicy({ level: one as never }, [])).toThrow(PolicyError)
    expect(() => resolvePolicy({ level }, [], 'evil.example')).toThrow(/not allowed on this host/)
  })

  test('accepts a plain path as an endpoint', () => {
    expect(['/order/v3', '/a-b_c/1'].every(isEndpoint)).toBe(true)
    const bad = [
      '',
      '/',
      'order/v3',
      '//x',
      '/a//b',
      '/a.b',
      '/a?b',
      '/a#b',
      '/A',
      '/\\x',
      '@x',
      '/a\n',
      `/${'a'.repeat(200)}`,
      'https://x',
    ]
    for (const path of bad) {
      expect(isEndpoint(path)).toBe(false)
      expect(() => resolvePolicy({ endpoints: [path] }, [])).toThrow(PolicyError)
    }
  })
})

test('protects an intent from being widened, including its limits', () => {
  const limits = new Map([[native, eth]])
  const intent = freezeIntent(buyIntent({ limits }))
  limits.set(native, 100n * eth)
  expect(intent.limits?.get(native)).toBe(eth)
  expect(() => (intent.limits as Map<string, bigint>).set(native, 100n * eth)).toThrow(TypeError)
  expect(() => Object.assign(intent.items[0] as object, { quantity: 9n })).toThrow(TypeError)
})
