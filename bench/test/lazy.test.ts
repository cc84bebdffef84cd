import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
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
      contents: "export { buyTokens, createClient } from '@sluice/core'",
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

/** A page in which one chunk is missing, as when its files were replaced by a newer release. */
async function pageWithout(chunk: string): Promise<Page> {
  const own = join(folder, chunk)
  cpSync(whole, own, { recursive: true })
  const name = readdirSync(own).find((file) => file.startsWith(`${chunk}-`))
  if (name === undefined) throw new Error(`${chunk} is no chunk of its own`)
  const path = join(own, name)
  writeFileSync(path, `throw new TypeError('Failed to fetch'); ${readFileSync(path, 'utf8')}`)
  return (await import(pathToFileURL(join(own, 'stdin.mjs')).href)) as Page
}

const account = `0x${'11'.repeat(20)}` as const
const refused = { code: 'not_loaded', status: 'failed', money: 'untouched' }

/** A client of a provider that gives one response, and a wallet that records its requests. */
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
  ['the engine', 'runTrade'],
  ['the guards of the action', 'buy'],
] as const)('a page that cannot load %s sends the wallet no request and says why', async (_, chunk) => {
  const { buyTokens, createClient } = await pageWithout(chunk)
  const { client, wallet, prompts } = open(createClient, { steps: [], path: [] })
  const items = [{ token: `0x${'22'.repeat(20)}:1` }]
  expect(await outcome(buyTokens(client, { wallet, items }))).toEqual(refused)
  expect(prompts).toEqual([])
})
