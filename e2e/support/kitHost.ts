import type { Browser, Locator } from 'playwright-core'
import { zeroAddress } from 'viem'
import { buildHost, type Host, serveFolder } from './host.ts'
import { injectSettings, type LocalChain, type OpenPage, openPage } from './scene.ts'
import type { FundedAccount } from './trader.ts'
import { ScriptedWallet } from './wallet.ts'

/** The workspaces that each show one published version of the kit. */
export type KitHostName = 'kit-host' | 'kit-host-1.15'

/** A page with the dialogs of the published kit, unmodified, built once and served. */
export type KitHost = Host & {
  /** Opens one dialog as its host app would, with the wallet of `who` connected. */
  open(chain: LocalChain, who: FundedAccount, dialog: string, props: object): Promise<KitVisit>
}

export type KitVisit = OpenPage & {
  readonly dialog: Locator
  readonly wallet: ScriptedWallet
  /** Responses of the provider with an error status, as `status method path: message`. */
  readonly refusals: readonly string[]
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
      { address: zeroAddress, name: 'Ether', symbol: 'ETH', decimals: 18 },
      { address: contracts.weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
      { address: contracts.usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
    ],
  },
})

export async function startKitHost(browser: Browser, name: KitHostName = 'kit-host'): Promise<KitHost> {
  const host = await serveFolder(await buildHost({ folder: `peers/${name}`, configured: true }))
  const open: KitHost['open'] = async (chain, who, dialog, props) => {
    const opened = await openPage(browser, { viewport: { width: 1024, height: 900 } })
    const { page } = opened
    const refusals: string[] = []
    page.on('response', async (response) => {
      if (!response.url().startsWith(chain.baseApiUrl) || response.status() < 400) return
      const { pathname } = new URL(response.url())
      refusals.push(
        `${response.status()} ${response.request().method()} ${pathname}: ${await response.text()}`,
      )
    })
    // Rates, bridges and media of other services: tests must not need a network.
    await page.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      (route) => {
        // The kit reads a list of rates from it, even with an error status.
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
    await injectSettings(page, settingsOf(chain, dialog, props))
    await page.goto(host.url)
    await page.getByRole('button', { name: 'Scripted Wallet' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const shown = page.getByRole('dialog')
    await shown.waitFor()
    return { ...opened, dialog: shown, wallet, refusals }
  }
  return { ...host, open }
}
