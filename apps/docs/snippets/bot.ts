import { buyTokens, createClient, getListings, TradeError, viemWallet, watchMarket } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { createWalletClient, http, parseEther, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base as viemBase } from 'viem/chains'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const most = parseEther('0.4')
const account = privateKeyToAccount(process.env.PRIVATE_KEY as `0x${string}`)
const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
})
const wallet = viemWallet(createWalletClient({ account, chain: viemBase, transport: http() }))

/** Buys the cheapest listing while it costs at most `most`. The guards hold the call to that price. */
async function buyCheapest(): Promise<void> {
  const { items } = await getListings(client, { contracts: [collection], sortBy: 'price', limit: 1 })
  const [listing] = items
  const { raw } = listing?.price?.amount ?? {}
  if (listing === undefined || raw === undefined || raw > most) return
  const run = buyTokens(client, {
    wallet,
    items: [{ orderId: listing.id }],
    expectedPrice: { [zeroAddress]: { raw: most, currencyDecimals: 18 } },
  })
  try {
    console.log('Bought', (await run.result()).hashes)
  } catch (error) {
    if (!(error instanceof TradeError)) throw error
    console.error(error.code, error.money)
  }
}

watchMarket(client, { collection, onNews: () => void buyCheapest() })
