import { adaptViemWallet, createClient, getClient, reservoirChains } from '@sluice/reservoir'
import { parseEther, type WalletClient, zeroAddress } from 'viem'

declare const walletClient: WalletClient

createClient({
  chains: [{ ...reservoirChains.base, baseApiUrl: 'https://provider.example/base', active: true }],
  source: 'app.example',
})
await getClient().actions.buyToken({
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
  expectedPrice: { [zeroAddress]: { raw: parseEther('0.5'), currencyDecimals: 18 } },
  wallet: adaptViemWallet(walletClient),
  onProgress: (steps) => console.log(steps.map(({ id }) => id)),
})
