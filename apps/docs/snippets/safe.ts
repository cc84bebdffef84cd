import { browserStorage, buyTokens, createClient, type Eip1193Provider, eip1193Wallet } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { parseEther, zeroAddress } from 'viem'

/** `new SafeAppProvider(safe, sdk)` of `@safe-global/safe-apps-provider`, or a Safe over WalletConnect. */
declare const safe: Eip1193Provider

const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  // The owners may take hours: the run is found again after a reload.
  storage: browserStorage(),
})
const run = buyTokens(client, {
  wallet: eip1193Wallet(safe),
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
  expectedPrice: { [zeroAddress]: { raw: parseEther('0.5'), currencyDecimals: 18 } },
})
run.subscribe(({ status }) => console.log(status))
