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
}, 120_000)

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

test.each([
  ['the guards', 'base', []],
  ['the rules of the action', 'buy', []],
  ['the rules for sweeps', 'groups', [call(seaport, '0x87201b41')]],
  ['the rules for matches', 'privateMatch', [call(seaport, '0xf2d12b12')]],
  ['the rules for approvals', 'others', [call(`0x${'22'.repeat(20)}`, '0x095ea7b3')]],
] as const)(
  'a page to which %s do not arrive asks the wallet for nothing and says why',
  async (_, chunk, steps) => {
    const { buyTokens, createClient } = await pageWithout(chunk)
    const prompts: string[] = []
    const prompt = (name: string) => async () => {
      prompts.push(name)
      return '0x' as const
    }
    const client = createClient({
      chains: [{ id: 1, name: 'One', baseApiUrl: 'https://provider.example' }],
      fetch: async () => Response.json({ steps, path: [] }),
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
  },
)
