import { activeChain, chainOf } from '@sluice/core'
import { client } from './wallet.ts'

// Where an action trades that names no chain; a name for the page's own switch.
console.log(activeChain(client)?.name)

// Throws a TradeError for a chain that the client was not made with.
const { nativeSymbol, paymentTokens } = chainOf(client, 8453)
console.log(
  nativeSymbol,
  paymentTokens.map(({ symbol }) => symbol),
)
