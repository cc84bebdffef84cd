import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Chain, OpenSeaSDK } from '@opensea/sdk/viem'
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  type HttpTransport,
  http,
  type WalletClient,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { localAccounts } from '../../../devnet/src/contracts/accounts.ts'
import type { Trader } from '../support/fixture.ts'
import type { Market } from '../support/market.ts'

/**
 * The market over HTTP, as the SDK asks it. Every answer includes what was mined before it was asked for. A block is mined
 * after each post: an order that starts now is valid in it, and this node mines only when a transaction comes.
 */
export async function serveMarket(
  market: Market,
  onAnswer: (request: Request, path: string, status: number, body: unknown) => void = () => undefined,
): Promise<{ readonly base: string; stop(): void }> {
  const path = `/${market.deps.config.slug}`
  let followed = Promise.resolve()
  const listener = getRequestListener(async (request) => {
    followed = followed.then(() => market.settle())
    await followed
    // Compressed answers could not be looked at here.
    const plain = new Request(request)
    plain.headers.delete('accept-encoding')
    const response = await market.app.fetch(plain)
    if (request.method === 'POST') await mineUntilNow(market)
    const body: unknown = await response.clone().json()
    onAnswer(request, new URL(request.url).pathname.slice(path.length), response.status, body)
    return response
  })
  const server = createServer(listener)
  // A slow machine may take longer than the usual five seconds between two requests on one connection.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { base: `http://127.0.0.1:${port}${path}`, stop: () => void server.close() }
}

/** Mines until the newest block is not older than this second, in which an order may start. */
async function mineUntilNow(market: Market): Promise<void> {
  const now = Math.floor(Date.now() / 1_000)
  for (;;) {
    await market.rpc('evm_mine')
    const block = (await market.rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
    if (Number(block.timestamp) >= now) return
  }
}

/** A wallet of a trader on the local chain. */
export const sdkWallet = (
  { chain }: Market,
  { address }: Trader,
): WalletClient<HttpTransport, undefined, PrivateKeyAccount> => {
  const key = localAccounts().find((one) => one.address === address.toLowerCase())?.privateKey as Hex
  return createWalletClient({ account: privateKeyToAccount(key), transport: http(chain.rpcUrl) })
}

/** OpenSea's SDK as npm has it, for one account: only its base URL is another one. */
export const sdkFor = (
  market: Market,
  trader: Trader,
  settings: { readonly apiBaseUrl: string; readonly apiKey?: string; readonly chain?: Chain },
): OpenSeaSDK =>
  new OpenSeaSDK(
    {
      publicClient: createPublicClient({ transport: http(market.chain.rpcUrl), pollingInterval: 50 }),
      walletClient: sdkWallet(market, trader),
    },
    { chain: Chain.Base, ...settings },
  )
