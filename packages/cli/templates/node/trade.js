import { readFileSync } from 'node:fs'
import { buyTokens, createClient, getCollections, getTokens, preview, viemWallet } from '@sluice/core'
import { createWalletClient, defineChain, formatUnits, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const market = JSON.parse(readFileSync(new URL('./market.json', import.meta.url), 'utf8'))
const chainId = Number(market.chainId)
const client = createClient({
  chains: [
    {
      id: chainId,
      name: market.chainName,
      baseApiUrl: market.baseApiUrl,
      rpcUrls: [market.rpcUrl],
      active: true,
    },
  ],
})

/** What is for sale in the first collection, the cheapest first. */
async function forSale() {
  const { items: collections } = await getCollections(client, { limit: 1 })
  if (collections.length === 0) throw new Error('The market holds no collection.')
  const { items } = await getTokens(client, { collection: collections[0].id, sortBy: 'floorAskPrice' })
  return items.filter(({ market: { floorAsk } = {} }) => floorAsk?.price != null)
}

async function list() {
  for (const {
    token,
    market: { floorAsk },
  } of await forSale()) {
    const { amount, currency } = floorAsk.price
    const price = formatUnits(amount.raw, currency.decimals ?? 18)
    console.log(`${token.contract}:${token.tokenId}  ${price} ${currency.symbol}  ${token.name}`)
  }
}

/** Buys one token at the price that is quoted now, and at no more. */
async function buy(token) {
  const key = process.env.PRIVATE_KEY
  if (!/^0x[0-9a-f]{64}$/i.test(key ?? '')) throw new Error('PRIVATE_KEY must be 0x and 64 hex digits.')
  if (!/^0x[0-9a-f]{40}:[0-9]+$/i.test(token ?? '')) throw new Error('Say which: contract:tokenId.')
  const chain = defineChain({
    id: chainId,
    name: market.chainName,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [market.rpcUrl] } },
  })
  const account = privateKeyToAccount(key)
  const wallet = viemWallet(createWalletClient({ account, chain, transport: http() }))
  const items = [{ token }]
  const { totals } = await preview.buyTokens(client, { items, account: account.address })
  const expectedPrice = Object.fromEntries(
    totals.map(({ currency, raw, decimals }) => [currency, { raw, currencyDecimals: decimals }]),
  )
  const run = buyTokens(client, {
    wallet,
    items,
    expectedPrice,
    confirm: async ({ item }) => {
      console.log(`The wallet is asked for: ${item.purpose}`)
      return true
    },
  })
  const { hashes } = await run.result()
  console.log(`Bought ${token} for ${account.address}: ${hashes.join(', ')}`)
}

const [command, argument] = process.argv.slice(2)
const commands = { list, buy }
await (commands[command] ?? list)(argument)
