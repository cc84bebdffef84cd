import { readFileSync } from 'node:fs'
import {
  buyTokens,
  chainOf,
  createClient,
  getCollections,
  getTokens,
  preview,
  viemWallet,
} from '@sluice/core'
import { createWalletClient, defineChain, formatUnits, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const { chain } = JSON.parse(readFileSync(new URL('./market.json', import.meta.url), 'utf8'))
const client = createClient({ chains: [chain] })

/** What is for sale in each collection, the cheapest first. */
async function forSale() {
  const { items: collections } = await getCollections(client, { limit: 20 })
  const shelves = await Promise.all(
    collections.map(({ id }) => getTokens(client, { collection: id, sortBy: 'floorAskPrice' })),
  )
  return shelves
    .flatMap(({ items }) => items)
    .filter(({ market: { floorAsk } = {} }) => floorAsk?.price != null)
}

async function list() {
  for (const {
    token,
    market: { floorAsk },
  } of await forSale()) {
    console.log(`${token.contract}:${token.tokenId}  ${priceText(floorAsk.price)}  ${token.name}`)
  }
}

/** Symbol and decimals are those of `market.json`: a provider could name them wrongly. */
function priceText({ amount, currency }) {
  const known = chainOf(client).paymentTokens.find(({ address }) => address === currency.contract)
  if (known === undefined) return `${amount.raw} base units of ${currency.contract}`
  return `${formatUnits(amount.raw, known.decimals)} ${known.symbol}`
}

/** Buys one token at the price that is quoted now, and at no more. */
async function buy(token) {
  const key = process.env.PRIVATE_KEY
  if (!/^0x[0-9a-f]{64}$/i.test(key ?? '')) throw new Error('PRIVATE_KEY must be 0x and 64 hex digits.')
  if (!/^0x[0-9a-f]{40}:[0-9]+$/i.test(token ?? '')) throw new Error('Say which: contract:tokenId.')
  const { id, name, nativeSymbol: symbol = 'ETH', rpcUrls } = chain
  const account = privateKeyToAccount(key)
  const wallet = viemWallet(
    createWalletClient({
      account,
      chain: defineChain({
        id,
        name,
        nativeCurrency: { name: symbol, symbol, decimals: 18 },
        rpcUrls: { default: { http: rpcUrls } },
      }),
      transport: http(),
    }),
  )
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
