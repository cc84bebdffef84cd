import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type LocalAccount, type StackDescription, type Writer, writerOf } from '@sluice/devnet'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Address, erc721Abi, type Hex, parseAbi } from 'viem'
import { inject } from 'vitest'
import { closeContext } from './browser.ts'
import { ScriptedWallet } from './wallet.ts'

export type LocalChain = StackDescription['chains'][number]

/** Whether this run leaves out what takes minutes. */
export const isBrief = process.env.SLUICE_BRIEF !== undefined

const screenshots = resolve(import.meta.dirname, '../screenshots')

/** What a test sees of the running stack. */
export const stack = (): StackDescription => JSON.parse(inject('stack'))
export const marketUrl = (): string => inject('marketUrl')
export const chainAt = (index: number): LocalChain => stack().chains[index] as LocalChain
/** The first chain, on which most tests trade. */
export const chain = (): LocalChain => chainAt(0)
/** Contract of a chain's first collection, of which tests mint their tokens. */
export const collectionOf = ({ contracts }: LocalChain): Address =>
  contracts.collections[0]?.address as Address
/** Path of a chain's first collection in the market. */
export const collectionPath = (on = chain()): string => `/${on.slug}/${collectionOf(on)}`
/** Path of a token in the market. */
export const tokenPath = (
  { contract, tokenId }: { readonly contract: Address; readonly tokenId: bigint },
  on = chain(),
): string => `/${on.slug}/${contract}/${tokenId}`
export const account = (name: string): LocalAccount => {
  const found = stack().accounts.find((one) => one.name === name)
  if (found === undefined) throw new Error(`No account ${name}.`)
  return found
}
export const writer = (chain: LocalChain, name: string): Writer => writerOf(chain, account(name).privateKey)

const mintAbi = parseAbi([
  'function mint(address to, uint256 count)',
  'function totalSupply() view returns (uint256)',
])

/** Mints a fresh token of the first collection, so that tests share none. Resolves to its id. */
export async function freshToken(
  chain: LocalChain,
  owner: string,
): Promise<{ contract: Address; tokenId: bigint }> {
  const [token] = await freshTokens(chain, owner, 1)
  if (token === undefined) throw new Error('No token was minted.')
  return token
}

/** Mints several fresh tokens of the first collection at once. */
export async function freshTokens(
  chain: LocalChain,
  owner: string,
  count: number,
): Promise<readonly { contract: Address; tokenId: bigint }[]> {
  const contract = collectionOf(chain)
  const { write, reads, account: own } = writer(chain, owner)
  await write({ address: contract, abi: mintAbi, functionName: 'mint', args: [own.address, BigInt(count)] })
  const last = await reads.readContract({ address: contract, abi: mintAbi, functionName: 'totalSupply' })
  await providerKnows(chain, contract, last)
  return Array.from({ length: count }, (_, index) => ({
    contract,
    tokenId: last - BigInt(count - 1 - index),
  }))
}

/** Gives a host page, and every frame in it, the settings that its deployment would contain. */
export const injectSettings = (page: Page, setup: object): Promise<unknown> =>
  page.addInitScript((given) => Object.assign(globalThis, { setup: given }), setup)

export const ownerOf = async (chain: LocalChain, contract: Address, tokenId: bigint): Promise<string> =>
  (
    await writer(chain, 'Ada').reads.readContract({
      address: contract,
      abi: erc721Abi,
      functionName: 'ownerOf',
      args: [tokenId],
    })
  ).toLowerCase()

type ProviderToken = {
  token: { owner: string | null; image: string | null }
  market: { floorAsk: { id: Hex | null; price: { amount: { raw: string } } | null } }
}

/** The token as the provider shows it. */
export async function providerToken(
  chain: LocalChain,
  contract: Address,
  tokenId: bigint,
): Promise<ProviderToken | undefined> {
  const response = await fetch(`${chain.baseApiUrl}/tokens/v7?tokens=${contract}:${tokenId}`)
  const body = (await response.json()) as { tokens: ProviderToken[] }
  return body.tokens[0]
}

async function providerKnows(chain: LocalChain, contract: Address, tokenId: bigint): Promise<void> {
  await until(async () => {
    const token = await providerToken(chain, contract, tokenId)
    return token?.token.owner != null && token.token.image != null
  }, 'the provider did not learn of a new token')
}

/** Polls until a condition holds; fails with a sentence. */
export async function until(
  done: () => Promise<boolean>,
  failure: string,
  milliseconds = 15_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(failure)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

export type OpenPage = {
  readonly page: Page
  /** Uncaught errors of the page. */
  readonly pageErrors: string[]
  leave(): Promise<void>
}
export type Visitor = OpenPage & { readonly wallet: ScriptedWallet }

/** An empty page in a context of its own. With `logged`, console errors of the page count as errors too. */
export async function openPage(
  browser: Browser,
  { logged, ...options }: BrowserContextOptions & { logged?: boolean } = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  if (logged)
    page.on('console', (message) => {
      if (message.type() === 'error') pageErrors.push(message.text())
    })
  return { page, pageErrors, leave: () => closeContext(context) }
}

/** A scripted wallet of a named account, which knows every chain of the stack. */
export const walletOf = (name: string, chain: LocalChain): ScriptedWallet =>
  new ScriptedWallet({
    privateKey: account(name).privateKey,
    chainId: chain.id,
    chains: stack().chains.map(({ id, rpcUrl }) => ({ id, rpcUrl })),
  })

/** A visitor with a browser context and a scripted wallet of a named account, before any page is open. */
export async function openVisitor(
  browser: Browser,
  name: string,
  chain: LocalChain,
  options: Parameters<typeof openPage>[1] & { walletName?: string } = {},
): Promise<Visitor> {
  const { walletName, ...page } = options
  const opened = await openPage(browser, page)
  const wallet = walletOf(name, chain)
  await wallet.install(opened.page, walletName)
  return { ...opened, wallet }
}

/** Waits until the history entry of closed dialogs is removed, which the browser does a moment after they close. */
export const dialogEntryRemoved = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => history.state?.sluiceDialog === undefined)

/** Opens a path of the market. After a dialog was closed, waits for its step back in the history, which would stop the page. */
export async function openPath(page: Page, path: string): Promise<void> {
  if ((await page.getByRole('dialog').count()) === 0) await dialogEntryRemoved(page)
  await page.goto(`${marketUrl()}${path}`)
}

/** A visitor of the market. */
export async function visit(
  browser: Browser,
  name: string,
  chain: LocalChain,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const visitor = await openVisitor(browser, name, chain, options)
  await openPath(visitor.page, path)
  return visitor
}

/** Writes a screenshot to a folder that git ignores, if `SLUICE_LOOKS` is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.SLUICE_LOOKS === undefined) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`) })
}
