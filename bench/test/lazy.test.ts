import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildListing, openseaConduitKey, orderTypedData, seaportDomain } from '@sluice/seaport'
import { build } from 'esbuild'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
mkdirSync(join(root, '.sluice'), { recursive: true })
const folder = mkdtempSync(join(root, '.sluice/lazy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Page = typeof import('@sluice/core')

const whole = join(folder, 'whole')
beforeAll(async () => {
  await build({
    stdin: {
      contents: "export { buyTokens, createClient, listTokens } from '@sluice/core'",
      resolveDir: resolve(root, 'bench'),
    },
    bundle: true,
    splitting: true,
    outdir: whole,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    conditions: ['@sluice/source'],
    external: ['viem', 'viem/*'],
  })
})

/** A page in which one chunk never arrives, as when its files were replaced by a newer release. */
async function pageWithout(chunk: string): Promise<Page> {
  const own = join(folder, chunk)
  cpSync(whole, own, { recursive: true })
  const name = readdirSync(own).find((file) => file.startsWith(`${chunk}-`))
  if (name === undefined) throw new Error(`${chunk} is no chunk of its own`)
  const path = join(own, name)
  writeFileSync(path, `throw new TypeError('Failed to fetch'); ${readFileSync(path, 'utf8')}`)
  return (await import(pathToFileURL(join(own, 'stdin.mjs')).href)) as Page
}

const seaport = '0x0000000000000068f116a894984e2db1123eb395'
const call = (to: string, data: string) => ({
  id: 'sale',
  kind: 'transaction',
  items: [{ status: 'incomplete', data: { to, data } }],
})

const account = `0x${'11'.repeat(20)}` as const
const refused = { code: 'not_loaded', status: 'failed', money: 'untouched' }

/** A client of a provider that gives one answer, and a wallet that remembers what it was asked for. */
function open(createClient: Page['createClient'], answer: unknown) {
  const prompts: string[] = []
  const prompt = (name: string) => async () => {
    prompts.push(name)
    return '0x' as const
  }
  const client = createClient({
    chains: [{ id: 1, name: 'One', baseApiUrl: 'https://provider.example' }],
    fetch: async () => Response.json(answer),
  })
  const wallet = {
    address: async () => account,
    chainId: async () => 1,
    switchChain: async () => undefined,
    sendTransaction: prompt('sendTransaction'),
    signTypedData: prompt('signTypedData'),
  }
  return { client, wallet, prompts }
}

async function outcome(run: ReturnType<Page['buyTokens']>) {
  const { error, status, money } = await run.done
  return { code: error?.code, status, money }
}

test.each([
  ['the guards', 'base', []],
  ['the rules of the action', 'buy', []],
  ['the rules for general orders', 'advanced', [call(seaport, '0xe7acab24')]],
  ['the rules for permissions', 'permissions', [call(`0x${'22'.repeat(20)}`, '0x095ea7b3')]],
  ['the rules for several items', 'several', [call(seaport, '0xfb0f3ee1'), call(seaport, '0xfb0f3ee1')]],
  ['the rules for sweeps', 'groups', [call(seaport, '0x87201b41')]],
  ['the rules for matches', 'askMatch', [call(seaport, '0xf2d12b12')]],
  ['the rules for approvals', 'others', [call(`0x${'22'.repeat(20)}`, '0x095ea7b3')]],
] as const)(
  'a page to which %s do not arrive asks the wallet for nothing and says why',
  async (_, chunk, steps) => {
    const { buyTokens, createClient } = await pageWithout(chunk)
    const { client, wallet, prompts } = open(createClient, { steps, path: [] })
    const items = [{ token: `0x${'22'.repeat(20)}:1` }]
    expect(await outcome(buyTokens(client, { wallet, items }))).toEqual(refused)
    expect(prompts).toEqual([])
  },
)

test('rules that turn out to be needed only while a plan is judged are no less needed', async () => {
  const { createClient, listTokens } = await pageWithout('differences')
  const order = buildListing({
    maker: account,
    token: `0x${'22'.repeat(20)}`,
    tokenId: 1n,
    kind: 'erc721',
    quantity: 1n,
    gross: 5n,
    currency: zeroAddress,
    fees: [],
    startTime: 1n,
    endTime: 2n,
    salt: 1n,
    conduitKey: openseaConduitKey,
    counter: 0n,
  })
  const { domain, types, primaryType, message } = orderTypedData(seaportDomain(1, '1.6'), order)
  const sign = { signatureKind: 'eip712', domain, types, primaryType, value: message }
  const data = { sign, post: { endpoint: '/order/v4', method: 'POST', body: {} } }
  const step = { id: 'order-signature', kind: 'signature', items: [{ status: 'incomplete', data }] }
  const answer = JSON.parse(
    JSON.stringify({ steps: [step] }, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  const { client, wallet, prompts } = open(createClient, answer)
  const listings = [{ token: `0x${'22'.repeat(20)}:1`, weiPrice: '10' }]
  expect(await outcome(listTokens(client, { wallet, listings }))).toEqual(refused)
  expect(prompts).toEqual([])
})
