import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { KnownChain } from '../../src/chains/chain.ts'
import * as chains from '../../src/chains/index.ts'
import { activeChain, chainOf, createClient } from '../../src/client.ts'

const one = { id: 1, name: 'One', baseApiUrl: 'https://provider.example/one/' }
const two = { id: 2, name: 'Two', baseApiUrl: 'https://provider.example/two///' }

test('creates a client with its defaults', () => {
  const client = createClient({ chains: [one] })
  expect(client.version).toBe('1.5.3')
  expect(client.logLevel).toBe(0)
  expect(client.maxPollingAttemptsBeforeTimeout).toBe(30)
  expect(client.pollingInterval).toBe(5_000)
  expect(client.marketplaceFees).toEqual([])
  expect(client.chains[0]).toMatchObject({
    id: 1,
    baseApiUrl: 'https://provider.example/one',
    active: false,
    paymentTokens: [{ address: zeroAddress, symbol: 'ETH', decimals: 18 }],
  })
})

test('removes every trailing slash of a base URL', () => {
  expect(createClient({ chains: [two] }).chains[0]?.baseApiUrl).toBe('https://provider.example/two')
})

test('the active chain is the first that is marked active, else the first', () => {
  expect(activeChain(createClient({ chains: [one, two] }))?.id).toBe(1)
  expect(activeChain(createClient({ chains: [one, { ...two, active: true }] }))?.id).toBe(2)
})

test('an error names a chain that is not configured, and no other chain replaces it', () => {
  const client = createClient({ chains: [one] })
  expect(() => chainOf(client, 10)).toThrow('Missing chain configuration: chain 10 is not configured')
  expect(() => chainOf(createClient({ chains: [] }))).toThrow('Missing chain configuration')
})

test('a client holds one of two known chains that share an id, and reports which', () => {
  const at = { baseApiUrl: 'https://provider.example' }
  expect(() =>
    createClient({
      chains: [
        { ...chains.hyperEvm, ...at },
        { ...chains.zoraTestnet, ...at },
      ],
    }),
  ).toThrow(
    `Two chains have the id 999: ${chains.hyperEvm.name}, ${chains.zoraTestnet.name}. Configure each chain once.`,
  )
})

test('two chains with one id are rejected', () => {
  expect(() => createClient({ chains: [one, { ...two, id: 1 }] })).toThrow(
    `Two chains have the id 1: ${one.name}, ${two.name}. Configure each chain once.`,
  )
})

test.each([
  '',
  'provider.example',
  'ftp://provider.example',
  'https://user:pass@provider.example',
  'https://a.example/?x=1',
])('a base URL that is not a plain URL is rejected: %s', (baseApiUrl) => {
  expect(() => createClient({ chains: [{ ...one, baseApiUrl }] })).toThrow('not a plain http(s) address')
})

test('a client cannot be changed, and does not follow later changes of its parameters', () => {
  const config = {
    chains: [{ ...one, paymentTokens: [{ address: zeroAddress, symbol: 'A', name: 'A', decimals: 1 }] }],
  }
  const client = createClient(config)
  config.chains[0]!.paymentTokens[0]!.decimals = 99
  expect(client.chains[0]?.paymentTokens[0]?.decimals).toBe(1)
  expect(() => {
    ;(client.chains as unknown as unknown[]).push(two)
  }).toThrow(TypeError)
  expect(() => {
    ;(client.chains[0]!.paymentTokens[0] as { decimals: number }).decimals = 2
  }).toThrow(TypeError)
})

test('two clients on a page share nothing', () => {
  const first = createClient({ chains: [one], apiKey: 'first' })
  const second = createClient({ chains: [two], apiKey: 'second' })
  expect([first.apiKey, second.apiKey]).toEqual(['first', 'second'])
  expect([first.chains[0]?.id, second.chains[0]?.id]).toEqual([1, 2])
})

test('a fee that is not written as recipient and basis points is rejected', () => {
  expect(() => createClient({ chains: [one], marketplaceFees: ['0xabc:250'] })).toThrow('recipient:bps')
})

const known = Object.values(chains) as unknown as readonly KnownChain[]

test('the twenty chains of the specification and more are known', () => {
  const ids = known.map(({ id }) => id)
  for (const id of [
    1, 5, 10, 137, 80001, 42161, 42170, 43114, 11155111, 8453, 84531, 534352, 534353, 59144, 56, 7777777, 999,
    324, 1101, 2863311531,
  ])
    expect(ids).toContain(id)
  expect(known.length).toBeGreaterThan(30)
})

test('every native coin has 18 decimals and the zero address', () => {
  for (const { paymentTokens, nativeSymbol } of known)
    expect(paymentTokens[0]).toMatchObject({ address: zeroAddress, symbol: nativeSymbol, decimals: 18 })
})

test('USDC has 6 decimals, except on BNB Smart Chain', () => {
  for (const { id, paymentTokens } of known)
    for (const { symbol, decimals } of paymentTokens)
      if (symbol === 'USDC') expect(decimals).toBe(id === 56 ? 18 : 6)
})

test('networks that were shut down are marked', () => {
  expect(
    known
      .filter(({ sunset }) => sunset)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([5, 80001, 84531, 534353, 999, 2863311531].sort())
})

test('every known chain makes a client', () => {
  for (const chain of known)
    expect(
      createClient({ chains: [{ ...chain, baseApiUrl: 'https://provider.example/x' }] }).chains[0]?.id,
    ).toBe(chain.id)
})
