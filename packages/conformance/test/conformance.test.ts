import { rpc, type Stack } from '@sluice/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestStack } from '../../devnet/test/testStack.ts'
import { checkProvider, type Finding, reportText } from '../src/index.ts'

let stack: Stack
let baseUrl: string

beforeAll(async () => {
  stack = await startTestStack({ size: 12 })
  baseUrl = stack.description.chains[0]?.baseApiUrl ?? ''
  // The book contains the market's trades: wait by the chains' state, since a provider may not know its node's newest block yet.
  const heads = await Promise.all(
    stack.description.chains.map(({ rpcUrl }) => rpc<Hex>(rpcUrl, 'eth_blockNumber').then(Number)),
  )
  await vi.waitFor(
    async () => {
      const { chains } = (await (await fetch(`${stack.description.provider}/health`)).json()) as {
        chains: { block: number | null }[]
      }
      expect(chains.map(({ block }, at) => (block ?? -1) >= (heads[at] as number))).toEqual([true, true])
    },
    { timeout: 60_000 },
  )
})
afterAll(() => stack?.stop())

const unmet = (findings: readonly Finding[]) =>
  findings
    .filter(({ outcome }) => outcome === 'unmet')
    .map(({ id, detail, evidence }) => `${id}: ${detail} ${evidence?.body ?? ''}`)

describe('the provider of this repository', () => {
  test('meets every rule on every chain, and every rule is tried', async () => {
    for (const chain of stack.description.chains) {
      const report = await checkProvider({ baseUrl: chain.baseApiUrl })
      expect(unmet(report.findings)).toEqual([])
      expect(report.findings.filter(({ outcome }) => outcome === 'not tried')).toEqual([])
      expect(report.conforms).toBe(true)
      expect(report.met).toBeGreaterThan(40)
    }
  })
})

/** The real provider, with one change in its responses. */
const changed =
  (change: (text: string, path: string) => string, touch: RegExp): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const path = String(input).slice(baseUrl.length)
    if (!touch.test(path) || (response.headers.get('content-type') ?? '').includes('event-stream'))
      return response
    return new Response(change(await response.text(), path), {
      status: response.status,
      headers: response.headers,
    })
  }

describe('a provider that breaks a rule gets a report that names the rule', () => {
  const wrong: readonly [string, RegExp, (text: string) => string][] = [
    [
      'address-case',
      /^\/tokens\/v7/,
      (text) =>
        text.replace(/"contract":"0x[0-9a-f]{40}"/g, (one) =>
          one.toUpperCase().replace('"CONTRACT":"0X', '"contract":"0x'),
        ),
    ],
    [
      'field-named',
      /^\/execute\/buy/,
      (text) => text.replace(/"message":"[^"]*"/, '"message":"Bad request"'),
    ],
    [
      'asks-active-and-sorted',
      /^\/orders\/asks/,
      (text) => text.replace('"status":"active"', '"status":"filled"'),
    ],
    ['net-below-gross', /^\/orders\/asks/, (text) => text.replace(/"feeBps":\d+/g, '"feeBps":7700')],
    [
      'pages',
      /^\/tokens\/v7/,
      (text) =>
        text
          .replace(/"continuation":"[^"]*"/, '"continuation":null')
          .replace(/\{"tokens":\[(\{.*)\]/, '{"tokens":[$1,$1]'),
    ],
    ['buy-steps', /^\/execute\/buy/, (text) => text.replace('"id":"sale"', '"id":"purchase"')],
    [
      'buy-call',
      /^\/execute\/buy/,
      (text) => text.replace(/"to":"0x[0-9a-f]{40}"/g, `"to":"0x${'77'.repeat(20)}"`),
    ],
    ['buy-value', /^\/execute\/buy/, (text) => text.replace(/"value":"[^"]*"/g, '"value":"0x1"')],
    [
      'list-order',
      /^\/execute\/list/,
      (text) => text.replace(/"startAmount":"\d{4,}"/g, '"startAmount":"1"'),
    ],
    ['list-posted-is-signed', /^\/execute\/list/, (text) => text.replace(/("post":.*"salt":")/, '$11')],
    [
      'transfer-call',
      /^\/execute\/transfer/,
      (text) => text.replace(/5157ce0000000000000000000000000000c0ffee/g, '77'.repeat(20)),
    ],
    [
      'cancel-call',
      /^\/execute\/cancel/,
      (text) => text.replace(/"data":"0x[0-9a-f]+"/g, '"data":"0x5b34b966"'),
    ],
    ['synced-unknown', /synced\/v1/, () => '{"synced":true}'],
  ]
  for (const [id, touch, change] of wrong)
    test(id, async () => {
      const report = await checkProvider({ baseUrl, only: id, fetch: changed(change, touch) })
      expect(report.findings.map(({ outcome }) => outcome)).toEqual(['unmet'])
      expect(report.conforms).toBe(false)
      expect(reportText(report)).toContain(`${id}: `)
    })

  test('a provider that does not answer meets no rule', async () => {
    const report = await checkProvider({ baseUrl: 'http://127.0.0.1:9', timeout: 2_000 })
    expect(report.conforms).toBe(false)
    expect(report.met).toBe(0)
  })
})
