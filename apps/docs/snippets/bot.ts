import { createClient, getListings, TradeError, viemWallet, watchMarket } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { createMandate } from '@sluice/core/mandate'
import { createWalletClient, http, parseEther, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base as viemBase } from 'viem/chains'
import { fileStorage } from './fileStorage.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const maxPrice = parseEther('0.4')
const account = privateKeyToAccount(process.env.PRIVATE_KEY as `0x${string}`)
const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  storage: fileStorage('journal'),
})
const wallet = viemWallet(createWalletClient({ account, chain: viemBase, transport: http() }))
/** The most that leaves the account in 24 hours, however many listings are cheap. */
const mandate = createMandate(client, wallet, {
  spend: [{ currency: zeroAddress, amount: parseEther('1') }],
  per: 'day',
  collections: [collection],
  until: Date.now() + 30 * 86_400_000,
  actions: ['buy'],
})

/** Buys the cheapest listing in ETH if it costs at most `maxPrice`. The guards hold the call to that price. */
async function buyCheapest(): Promise<void> {
  const { items } = await getListings(client, { contracts: [collection], sortBy: 'price', limit: 1 })
  const [listing] = items
  const { price } = listing ?? {}
  if (listing === undefined || price?.currency.contract !== zeroAddress || price.amount.raw > maxPrice) return
  const run = mandate.buyTokens({
    items: [{ orderId: listing.id }],
    expectedPrice: { [zeroAddress]: { raw: maxPrice, currencyDecimals: 18 } },
  })
  try {
    console.log('Bought', (await run.result()).hashes)
  } catch (error) {
    if (!(error instanceof TradeError)) throw error
    console.error(error.code, error.money)
  }
}

/** One purchase at a time: what happens during a purchase leads to one more look after it. */
function inTurn(task: () => Promise<void>): () => void {
  let last = task()
  let isQueued = false
  return () => {
    if (isQueued) return
    isQueued = true
    last = last.then(() => {
      isQueued = false
      return task()
    })
  }
}

const lookAgain = inTurn(buyCheapest)
watchMarket(client, { collection, onNews: lookAgain })
// A provider that pushes nothing is asked once a minute.
setInterval(lookAgain, 60_000)
