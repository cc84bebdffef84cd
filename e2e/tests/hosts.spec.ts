import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rpc } from '@sluice/devnet'
import type { Browser, Page } from 'playwright-core'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import {
  buildVite,
  type FreshHosts,
  installHosts,
  npm,
  type Served,
  serveBuilt,
  serveFiles,
  serveNext,
} from '../support/freshHosts.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll } from '../support/market.ts'
import { account, chainAt, freshToken, ownerOf, stack } from '../support/scene.ts'
import { ScriptedWallet } from '../support/wallet.ts'

let browser: Browser
let hosts: FreshHosts
const open: Served[] = []
beforeAll(async () => {
  browser = await launchBrowser()
  hosts = await installHosts(chain())
}, 600_000)
afterAll(async () => {
  await browser?.close()
  for (const served of open) await served.close()
  hosts?.remove()
})

const chain = () => chainAt(0)

/** What a host is told of the chain: all that a local chain needs, as a host of any new chain would write it. */
function chainConfig() {
  const { id, name, baseApiUrl, rpcUrl, contracts } = chain()
  return {
    id,
    name,
    baseApiUrl,
    active: true,
    rpcUrls: [rpcUrl],
    wrappedNative: contracts.weth,
    seaport: { '1.6': contracts.seaport },
    conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
    multicall3: contracts.multicall3,
  }
}

async function onSale(price: string): Promise<{ token: string; owner: () => Promise<string> }> {
  const { contract, tokenId } = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', { contract, tokenId }, price)
  return { token: `${contract}:${tokenId}`, owner: () => ownerOf(chain(), contract, tokenId) }
}

type Visit = { readonly page: Page; readonly wallet: ScriptedWallet; readonly faults: readonly string[] }

async function visit(setup: object): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  const wallet = new ScriptedWallet({
    privateKey: account('Ben').privateKey,
    chainId: chain().id,
    chains: stack().chains.map(({ id, rpcUrl }) => ({ id, rpcUrl })),
  })
  await wallet.install(page)
  await page.addInitScript((given) => {
    Object.assign(globalThis, { setup: given })
  }, setup)
  return { page, wallet, faults }
}

/** Buys by the page's own button: connect, review, confirm. */
async function buy({ page }: Visit): Promise<void> {
  const opener = page.getByRole('button', { name: 'Buy now' }).first()
  await opener.click()
  const dialog = page.getByRole('dialog', { name: /^Buy / })
  await dialog.getByRole('button', { name: 'Connect wallet' }).click()
  const asking = page.getByRole('dialog', { name: 'Connect wallet' })
  await asking.getByRole('button', { name: 'Scripted Wallet' }).click()
  await asking.waitFor({ state: 'detached' })
  await opener.click()
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await confirmAll(dialog, 'It is yours')
}

const sent = ({ wallet }: Visit) => wallet.prompts.filter(({ method }) => method === 'eth_sendTransaction')

/** What a shop made by `sluice create` shows first: the cheapest of the first collection. */
async function firstOnShelf(): Promise<{ token: string; owner: () => Promise<string> }> {
  const { baseApiUrl, rpcUrl } = chain()
  // A node whose last block is minutes old is taken for one that stands still.
  await rpc(rpcUrl, 'evm_mine')
  const ask = async (path: string) => (await fetch(`${baseApiUrl}${path}`)).json()
  const { collections } = (await ask('/collections/v7?limit=1')) as { collections: { id: string }[] }
  const { tokens } = (await ask(
    `/tokens/v7?collection=${collections[0]?.id}&sortBy=floorAskPrice&limit=1`,
  )) as { tokens: { token: { contract: Address; tokenId: string } }[] }
  const first = tokens[0]?.token
  if (first === undefined) throw new Error('Nothing is for sale.')
  const { contract, tokenId } = first
  return { token: `${contract}:${tokenId}`, owner: () => ownerOf(chain(), contract, BigInt(tokenId)) }
}

test('default: the template for plain Node lists what is for sale and buys with a key of its own', async () => {
  const home = join(hosts.folder, 'shop-node')
  const { token, owner } = await firstOnShelf()
  expect(await npm(['run', 'list'], home)).toContain(token)
  const { privateKey: PRIVATE_KEY, address } = account('Ben')
  expect(await npm(['run', 'buy', token], home, { PRIVATE_KEY })).toContain(`Bought ${token} for `)
  expect(await owner()).toBe(address)
}, 240_000)

test.each(['react', 'page'])(
  'the template %s builds as it is and sells what stands first on its shelf',
  async (template) => {
    const home = join(hosts.folder, `shop-${template}`)
    await npm(['run', 'build'], home)
    const served = await serveBuilt(join(home, 'dist'))
    open.push(served)
    const { owner } = await firstOnShelf()
    const visitor = await visit({})
    await visitor.page.goto(served.url)
    await buy(visitor)
    expect(await owner()).toBe(account('Ben').address)
    expect(visitor.faults).toEqual([])
    await visitor.page.context().close()
  },
  180_000,
)

test('a page in one HTML file buys by the one script tag of the elements', async () => {
  const { token, owner } = await onSale('0.022')
  const { id, baseApiUrl, rpcUrl } = chain()
  const html = readFileSync(join(hosts.folder, 'html/index.html'), 'utf8')
  const filled = Object.entries({ provider: baseApiUrl, chain: String(id), rpc: rpcUrl, token }).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, value),
    html,
  )
  const script = join(hosts.folder, 'node_modules/@sluice/react/dist/script')
  const served = await serveFiles({ '/sluice/': script }, () => filled)
  open.push(served)
  const visitor = await visit({})
  await visitor.page.goto(served.url)
  await buy(visitor)
  expect(await owner()).toBe(account('Ben').address)
  expect(visitor.faults).toEqual([])
  await visitor.page.context().close()
}, 180_000)

test('a Vite host with React 18, in strict mode, buys once: mounting twice asks the wallet one time', async () => {
  const { token, owner } = await onSale('0.023')
  const dist = await buildVite(hosts.folder)
  const served = await serveBuilt(dist)
  open.push(served)
  const visitor = await visit({ chain: chainConfig(), token })
  await visitor.page.goto(served.url)
  await visitor.page.getByText('React 18.3.1').waitFor()
  await buy(visitor)
  expect(await owner()).toBe(account('Ben').address)
  expect(sent(visitor)).toHaveLength(1)
  expect(visitor.faults).toEqual([])
  await visitor.page.context().close()
}, 180_000)

test('a Next host draws on its server, takes over in the browser without a fault, and buys', async () => {
  const { token, owner } = await onSale('0.024')
  const served = await serveNext(hosts.folder, { chain: chainConfig(), token })
  open.push(served)
  expect(await (await fetch(served.url)).text()).toContain('Buy now')
  const visitor = await visit({})
  await visitor.page.goto(served.url)
  await buy(visitor)
  expect(await owner()).toBe(account('Ben').address)
  expect(sent(visitor)).toHaveLength(1)
  expect(visitor.faults).toEqual([])
  await visitor.page.context().close()
}, 240_000)
