import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { createClient, transferTokens } from '@sluice/core'
import { peersFolder } from '../sizes/peers.ts'
import { type Duty, duties, leastClient } from './leastClient.ts'
import { account, collection, plan, receiver, type ScriptedMarket } from './scriptedMarket.ts'
import { instantWallet, type Trader } from './trader.ts'

/** `least 3` is the least client that takes on the first three duties. */
export type TraderName =
  | 'Sluice'
  | 'bare'
  | `least ${number}`
  | 'reservoir-sdk 1.5.1'
  | 'reservoir-sdk 2.5.7'
  | 'relay-sdk 7.0.3'

export const peerTraders: readonly TraderName[] = [
  'reservoir-sdk 1.5.1',
  'reservoir-sdk 2.5.7',
  'relay-sdk 7.0.3',
]

const token = `${collection}:7`

/** Our client; `blockTime` is its setting for the chain. Without a node it relies on the provider only. */
export function ours(
  market: ScriptedMarket,
  more: { readonly blockTime?: number; readonly node?: boolean; readonly pollingInterval?: number } = {},
): Trader {
  const { blockTime = 2_000, node = false, pollingInterval } = more
  const rpcUrls = node ? [market.rpcUrl] : []
  const client = createClient({
    chains: [{ id: 1, name: 'Scripted', baseApiUrl: market.url, blockTime, rpcUrls }],
    ...(pollingInterval === undefined ? {} : { pollingInterval }),
  })
  return {
    trade: async (delays) => {
      const wallet = instantWallet(market, () => delays)
      await transferTokens(client, { wallet, to: receiver, items: [{ token }], confirm: () => true }).result()
    },
    forget: async () => {
      for (const { id } of await client.journal.entries()) await client.journal.forget(id)
    },
  }
}

const headers = { 'content-type': 'application/json', 'x-rkc-version': '1.5.3' }
const body = JSON.stringify({ to: receiver, items: [{ token }] })
const post = async (url: string): Promise<void> => {
  await (await fetch(url, { method: 'POST', headers, body })).json()
}

/** Only the three requests of the specification: nothing is checked, and the last request is held until it is synced. */
function bare(market: ScriptedMarket): Trader {
  return {
    trade: async (delays) => {
      await post(`${market.url}/execute/transfer/v1`)
      const hash = market.send(delays)
      await (await fetch(`${market.url}/held/transactions/${hash}/synced/v1`, { headers })).json()
      await post(`${market.url}/execute/results/v1`)
    },
  }
}

type Viem = {
  http(url: string): unknown
  createWalletClient(options: object): object
  createPublicClient(options: object): { waitForTransactionReceipt(wanted: object): Promise<unknown> }
}

type ReservoirSdk = {
  createClient(options: object): { actions: { transferTokens(data: object): Promise<unknown> } }
}

/** A published client of the same API, as npm has it, with the version of viem it was made for. */
function reservoir(folder: string, market: ScriptedMarket): Trader {
  const require = createRequire(resolve(import.meta.dirname, '../../../peers', folder, 'package.json'))
  const sdk = require('@reservoir0x/reservoir-sdk') as ReservoirSdk
  const { createWalletClient, http } = require('viem') as Viem
  const client = sdk.createClient({
    chains: [{ id: 1, name: 'Scripted', baseApiUrl: market.url, active: true }],
  })
  return {
    trade: async (delays) => {
      await client.actions.transferTokens({
        to: receiver,
        items: [{ token }],
        wallet: Object.assign(createWalletClient({ account, transport: http(market.rpcUrl) }), {
          sendTransaction: async () => market.send(delays),
        }),
        onProgress: () => undefined,
      })
    },
  }
}

type RelaySdk = {
  createClient(options: object): unknown
  getClient(): { actions: { execute(data: object): Promise<unknown> } }
}
/** A client of another API: its plan is ours with a status route to poll; between chains if it trades only there. */
function relay(market: ScriptedMarket): Trader {
  const require = createRequire(resolve(peersFolder(), 'package.json'))
  const { createClient: create, getClient } = require('@relayprotocol/relay-sdk') as RelaySdk
  const { createPublicClient, http } = require('viem') as Viem
  const { mainnet } = require('viem/chains') as { mainnet: object }
  const chain = { id: 1, name: 'Scripted', displayName: 'Scripted', vmType: 'evm' }
  create({
    baseApiUrl: market.url,
    chains: [{ ...chain, httpRpcUrl: market.rpcUrl, viemChain: mainnet }],
    source: 'shop.example',
  })
  const viem = createPublicClient({ chain: mainnet, transport: http(market.rpcUrl) })
  const check = { endpoint: '/intents/status?requestId=bench', method: 'GET' }
  return {
    trade: async (delays) => {
      await post(`${market.url}/execute/transfer/v1`)
      const [step] = plan.steps
      const items = step?.items.map((item) => ({ ...item, data: { ...item.data, chainId: 1 }, check }))
      await getClient().actions.execute({
        quote: {
          steps: [{ ...step, id: 'send', requestId: 'bench', items }],
          details: { currencyIn: { currency: { chainId: 1 } }, currencyOut: { currency: { chainId: 10 } } },
        },
        wallet: {
          vmType: 'evm',
          getChainId: async () => 1,
          address: async () => account,
          switchChain: async () => undefined,
          handleSignMessageStep: async () => undefined,
          handleSendTransactionStep: async () => market.send(delays),
          handleConfirmTransactionStep: (hash: string) => viem.waitForTransactionReceipt({ hash }),
        },
        onProgress: () => undefined,
      })
    },
  }
}

export function traderOf(name: TraderName, market: ScriptedMarket): Trader {
  switch (name) {
    case 'Sluice':
      return ours(market)
    case 'bare':
      return bare(market)
    case 'reservoir-sdk 1.5.1':
      return reservoir('sdk-1.5', market)
    case 'reservoir-sdk 2.5.7':
      return reservoir('sdk-2.5', market)
    case 'relay-sdk 7.0.3':
      return relay(market)
    default: {
      const taken = Object.keys(duties).slice(0, Number(name.split(' ')[1])) as Duty[]
      return leastClient(market, new Set(taken))
    }
  }
}
