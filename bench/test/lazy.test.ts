import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
mkdirSync(join(root, '.sluice'), { recursive: true })
const folder = mkdtempSync(join(root, '.sluice/lazy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Page = typeof import('@sluice/core')
const held: { page?: Page } = {}

beforeAll(async () => {
  await build({
    stdin: {
      contents: "export { buyTokens, createClient } from '@sluice/core'",
      resolveDir: resolve(root, 'bench'),
    },
    bundle: true,
    splitting: true,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    conditions: ['@sluice/source'],
    external: ['viem', 'viem/*'],
  })
  // The chunk of the guards never arrives, as on a page whose files were replaced by a newer release.
  const chunk = readdirSync(folder).find((name) => name.startsWith('base-'))
  if (chunk === undefined) throw new Error('The guards are no chunk of their own')
  const path = join(folder, chunk)
  writeFileSync(path, `throw new TypeError('Failed to fetch'); ${readFileSync(path, 'utf8')}`)
  held.page = (await import(pathToFileURL(join(folder, 'stdin.mjs')).href)) as Page
})

test('a page whose guards do not arrive asks the wallet for nothing and says why', async () => {
  const { buyTokens, createClient } = held.page as Page
  const prompts: string[] = []
  const prompt = (name: string) => async () => {
    prompts.push(name)
    return '0x' as const
  }
  const client = createClient({
    chains: [{ id: 1, name: 'One', baseApiUrl: 'https://provider.example' }],
    fetch: async () => Response.json({ steps: [], path: [] }),
  })
  const run = buyTokens(client, {
    wallet: {
      address: async () => `0x${'11'.repeat(20)}`,
      chainId: async () => 1,
      switchChain: async () => undefined,
      sendTransaction: prompt('sendTransaction'),
      signTypedData: prompt('signTypedData'),
    },
    items: [{ token: `0x${'22'.repeat(20)}:1` }],
  })
  const { error, status, money } = await run.done
  expect({ code: error?.code, status, money }).toEqual({
    code: 'not_loaded',
    status: 'failed',
    money: 'untouched',
  })
  expect(prompts).toEqual([])
})
