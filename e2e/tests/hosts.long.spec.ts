import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rpc } from '@sluice/devnet'
import type { Page } from 'playwright-core'
import { createProgram } from 'sluice'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import {
  buildNext,
  type FreshHosts,
  installHosts,
  npm,
  serveBuilt,
  serveNext,
  servePage,
} from '../support/freshHosts.ts'
import type { Host } from '../support/host.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll } from '../support/market.ts'
import { account, chain, freshToken, injectSettings, openVisitor, ownerOf } from '../support/scene.ts'

type ShownToken = {
  readonly token: { readonly contract: Address; readonly tokenId: string; readonly owner: string | null }
  readonly market: {
    readonly floorAsk: { readonly price: { readonly currency: { readonly contract: Address } } | null }
  }
}

/** A token that is for sale. */
type TokenForSale = { readonly token: string; readonly owner: () => Promise<string> }

const tokenForSale = (contract: Address, tokenId: bigint): TokenForSale => ({
  token: `${contract}:${tokenId}`,
  owner: () => ownerOf(chain(), contract, tokenId),
})

/** A production build by Next takes minutes on a machine that does other work as well. */
const withNextBuild = { timeout: 600_000 }

const templates = ['next', 'node', 'page', 'react']
const shopOf = (folder: string, template: string): string => join(folder, `shop-${template}`)

/** One app of each template, by the command line, for the chain of this run. */
async function createShops(folder: string): Promise<void> {
  const { id, baseApiUrl, rpcUrl } = chain()
  const market = ['--provider', baseApiUrl, '--chain', String(id), '--rpc', rpcUrl]
  for (const template of templates) {
    const words = ['create', shopOf(folder, template), '--template', template, ...market]
    await createProgram(() => {}).parseAsync(words, { from: 'user' })
  }
}

const browser = await sharedBrowser()
let hosts: FreshHosts
const open: Host[] = []
beforeAll(async () => {
  hosts = await installHosts(createShops)
}, 280_000)
afterAll(async () => {
  for (const host of open) await host.close()
  hosts?.remove()
})

async function onSale(price: string): Promise<TokenForSale> {
  const { contract, tokenId } = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', { contract, tokenId }, price)
  return tokenForSale(contract, tokenId)
}

/**
 * The first token that a shop of `sluice create` shows in a currency and that is not Ben's: the cheapest of the first
 * collection.
 */
async function firstOnShelf(currency: Address = zeroAddress): Promise<TokenForSale> {
  const { baseApiUrl, rpcUrl } = chain()
  // A node whose last block is minutes old counts as stalled.
  await rpc(rpcUrl, 'evm_mine')
  const ask = async (path: string) => (await fetch(`${baseApiUrl}${path}`)).json()
  const { collections } = (await ask('/collections/v7?limit=1')) as { collections: { id: string }[] }
  const { tokens } = (await ask(
    `/tokens/v7?collection=${collections[0]?.id}&sortBy=floorAskPrice&limit=24`,
  )) as { tokens: ShownToken[] }
  const first = tokens.find(
    ({ token, market }) =>
      market.floorAsk.price?.currency.contract === currency && token.owner !== account('Ben').address,
  )?.token
  if (first === undefined) throw new Error('Nothing is for sale.')
  return tokenForSale(first.contract, BigInt(first.tokenId))
}

type Purchase = {
  readonly host: Host
  readonly lot: TokenForSale
  readonly setup?: object
  /** Text of the list item whose button is used; the first button of the page by default. */
  readonly item?: string
  /** A token for sale of the buyer's own, which a shop does not offer to buy. */
  readonly own?: { readonly contract: Address; readonly tokenId: bigint }
}

/**
 * Visits a host and buys with its own button: connect, review, confirm. The wallet is asked for one transaction, the
 * buyer owns the token, and the page reports no error. `look` runs before the purchase.
 */
async function buysOnce(
  { host, lot, setup = {}, item, own }: Purchase,
  look: (page: Page) => Promise<unknown> = async () => {},
): Promise<void> {
  open.push(host)
  const { page, wallet, pageErrors, leave } = await openVisitor(browser, 'Ben', chain())
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') pageErrors.push(message.text())
  })
  await injectSettings(page, setup)
  await page.goto(host.url)
  await look(page)
  const places = item === undefined ? page : page.getByRole('listitem').filter({ hasText: item })
  const opener = places.getByRole('button', { name: 'Buy now' }).first()
  await opener.click()
  const dialog = page.getByRole('dialog', { name: /^Buy / })
  await dialog.getByRole('button', { name: 'Connect wallet' }).click()
  const asking = page.getByRole('dialog', { name: 'Connect wallet' })
  await asking.getByRole('button', { name: 'Scripted Wallet' }).click()
  await asking.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await confirmAll(dialog, 'It is yours')
  expect(await lot.owner()).toBe(account('Ben').address)
  expect(wallet.prompts.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  if (own !== undefined) {
    await page.keyboard.press('Escape')
    await page.getByLabel('Collection').selectOption(own.contract)
    const card = page.getByRole('listitem').filter({ hasText: `#${own.tokenId}` })
    await card.getByText('Your token').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
  }
  expect(pageErrors).toEqual([])
  await leave()
}

test('default: the template for plain Node lists tokens for sale and buys with its own key', async () => {
  const home = shopOf(hosts.folder, 'node')
  const { token, owner } = await firstOnShelf()
  expect(await npm(['run', 'list'], home)).toContain(token)
  const { privateKey: PRIVATE_KEY, address } = account('Ben')
  expect(await npm(['run', 'buy', token], home, { PRIVATE_KEY })).toContain(`Bought ${token} for `)
  expect(await owner()).toBe(address)
})

test.each(templates)('the template %s is configured with the chain of the local stack', (template) => {
  const market = JSON.parse(readFileSync(join(shopOf(hosts.folder, template), 'market.json'), 'utf8'))
  expect(market.chain).toEqual(chain().config)
})

test.each(['react', 'page'])(
  'an app of the template %s builds and sells the first token that it shows',
  async (template) => {
    const host = await serveBuilt(shopOf(hosts.folder, template))
    const lot = await firstOnShelf()
    await buysOnce({ host, lot, item: `#${lot.token.split(':')[1]}` })
  },
)

test('a shop of the React template sells a token that is priced in USDC, and none that is one’s own', async () => {
  const own = await freshToken(chain(), 'Ben')
  await listToken(chain(), 'Ben', own, '0.001')
  const { usdc } = chain().contracts
  const currency = { contract: usdc, decimals: 6 }
  await listToken(chain(), 'Chloe', await freshToken(chain(), 'Chloe'), '0.01', { currency })
  const host = await serveBuilt(shopOf(hosts.folder, 'react'))
  await buysOnce({ host, lot: await firstOnShelf(usdc), item: 'USDC', own })
})

test('the template next type checks, builds, renders on its server and sells', withNextBuild, async () => {
  const home = shopOf(hosts.folder, 'next')
  await npm(['run', 'build'], home, { NEXT_TELEMETRY_DISABLED: '1' })
  const host = await serveNext(hosts.folder, 'shop-next', {})
  expect(await (await fetch(host.url)).text()).toContain('shop-next')
  const lot = await firstOnShelf()
  await buysOnce({ host, lot, item: `#${lot.token.split(':')[1]}` })
})

test("a single HTML file buys through the elements' script tag", async () => {
  const lot = await onSale('0.022')
  const { id, baseApiUrl, rpcUrl } = chain()
  const places = { provider: baseApiUrl, chain: String(id), rpc: rpcUrl, token: lot.token }
  await buysOnce({ host: await servePage(hosts, places), lot })
})

test('a Vite host with React 18, in strict mode, buys once: mounting twice asks the wallet one time', async () => {
  const lot = await onSale('0.023')
  const host = await serveBuilt(join(hosts.folder, 'vite'))
  const setup = { chain: chain().config, token: lot.token }
  await buysOnce({ host, lot, setup }, (page) => page.getByText('React 18.3.1').waitFor())
})

test('a Next host renders on its server, hydrates without an error, and buys', withNextBuild, async () => {
  const lot = await onSale('0.024')
  await buildNext(hosts.folder, 'next')
  const host = await serveNext(hosts.folder, 'next', { chain: chain().config, token: lot.token })
  expect(await (await fetch(host.url)).text()).toContain('Buy now')
  await buysOnce({ host, lot })
})
