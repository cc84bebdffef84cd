import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { type Address, zeroAddress } from 'viem'
import type { LocalChain } from './scene.ts'
import type { Stranger } from './trader.ts'
import { ScriptedWallet } from './wallet.ts'

/** The workspaces that each show one published version of the kit. */
export type KitHostName = 'kit-host' | 'kit-host-1.15'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** A page with the dialogs of the published kit, unmodified, built once and served. */
export type KitHost = {
  /** Opens one dialog as its host app would, with the wallet of `who` connected. */
  open(chain: LocalChain, who: Stranger, dialog: string, props: object): Promise<KitVisit>
  stop(): Promise<void>
}

export type KitVisit = {
  readonly page: Page
  readonly dialog: Locator
  readonly wallet: ScriptedWallet
  /** Errors that nobody caught in the page. */
  readonly faults: readonly string[]
  /** Answers of the provider that were refusals, `status method path: message`. */
  readonly refusals: readonly string[]
  leave(): Promise<void>
}

async function build(name: KitHostName, into: string): Promise<void> {
  const folder = resolve(import.meta.dirname, '../../peers', name)
  const require = createRequire(join(folder, 'package.json'))
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')
  const args = [vite, 'build', '--logLevel', 'error', '--outDir', into, '--emptyOutDir']
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done))
  if (code !== 0) throw new Error(`The kit's page could not be built.\n${said}`)
}

const settingsOf = (
  { id, name, rpcUrl, baseApiUrl, contracts }: LocalChain,
  dialog: string,
  props: object,
) => ({
  dialog,
  props,
  chain: {
    id,
    name,
    rpcUrl,
    baseApiUrl,
    multicall3: contracts.multicall3,
    currencies: [
      { address: zeroAddress as Address, name: 'Ether', symbol: 'ETH', decimals: 18 },
      { address: contracts.weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
      { address: contracts.usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
    ],
  },
})

export async function startKitHost(browser: Browser, name: KitHostName = 'kit-host'): Promise<KitHost> {
  const site = mkdtempSync(join(tmpdir(), 'sluice-kit-host-'))
  await build(name, site)
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const file = path === '/' ? '/index.html' : path
    try {
      const body = await readFile(join(site, file))
      response
        .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
        .end(body)
    } catch {
      // Whatever the page asks for beyond its own files is not there.
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const open: KitHost['open'] = async (chain, who, dialog, props) => {
    const context = await browser.newContext({
      viewport: { width: 1024, height: 900 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const faults: string[] = []
    const refusals: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('response', async (response) => {
      if (!response.url().startsWith(chain.baseApiUrl) || response.status() < 400) return
      const { pathname } = new URL(response.url())
      refusals.push(
        `${response.status()} ${response.request().method()} ${pathname}: ${await response.text()}`,
      )
    })
    // Rates, bridges and media of other houses: this machine may have no network, and needs none.
    await page.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      (route) => {
        // The kit reads a list of rates from there, whatever the status.
        const isRates = new URL(route.request().url()).hostname.endsWith('coingecko.com')
        return route.fulfill({ status: 404, contentType: 'application/json', body: isRates ? '[]' : '{}' })
      },
    )
    const wallet = new ScriptedWallet({
      privateKey: who.privateKey,
      chainId: chain.id,
      chains: [{ id: chain.id, rpcUrl: chain.rpcUrl }],
    })
    await wallet.install(page)
    await page.addInitScript(
      (settings) => {
        ;(window as unknown as { kitHost: unknown }).kitHost = settings
      },
      settingsOf(chain, dialog, props),
    )
    await page.goto(url)
    await page.getByRole('button', { name: 'Scripted Wallet' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const shown = page.getByRole('dialog')
    await shown.waitFor()
    return { page, dialog: shown, wallet, faults, refusals, leave: () => context.close() }
  }
  return {
    open,
    stop: async () => {
      await new Promise((done) => server.close(done))
      rmSync(site, { recursive: true, force: true })
    },
  }
}
