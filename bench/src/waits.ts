import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { createClient, transferTokens, type Wallet } from '@sluice/core'
import {
  account,
  collection,
  type Delays,
  receiver,
  type ScriptedMarket,
  startScriptedMarket,
} from './scriptedMarket.ts'

/** What a user waits beyond the moment at which the provider had seen the transaction; milliseconds. */
export type WaitRow = {
  readonly name: string
  readonly median: number
  readonly p95: number
  readonly mean: number
  /** Requests of one trade to the provider and to the node, after it was sent; means. */
  readonly provider: number
  readonly node: number
}

/** A wallet that answers at once; `delays` says what becomes of what it sends. */
export function instantWallet(market: ScriptedMarket, delays: () => Delays): Wallet {
  return {
    address: async () => account,
    chainId: async () => 1,
    switchChain: async () => undefined,
    sendTransaction: async () => market.send(delays()),
    signTypedData: async () => '0x',
  }
}

type Sample = { readonly wait: number; readonly provider: number; readonly node: number }

const token = `${collection}:7`

/** Our client; `blockTime` is what it knows of the chain. Without a node it has the provider's word alone. */
async function ours(
  market: ScriptedMarket,
  blockTime: number,
  delays: readonly Delays[],
  more: { readonly node: boolean; readonly pollingInterval?: number },
): Promise<readonly Sample[]> {
  const client = createClient({
    chains: [
      {
        id: 1,
        name: 'Scripted',
        baseApiUrl: market.url,
        blockTime,
        rpcUrls: more.node ? [market.rpcUrl] : [],
      },
    ],
    ...(more.pollingInterval === undefined ? {} : { pollingInterval: more.pollingInterval }),
  })
  const samples: Sample[] = []
  for (const delay of delays) {
    const wallet = instantWallet(market, () => delay)
    await transferTokens(client, { wallet, to: receiver, items: [{ token }], confirm: () => true }).result()
    samples.push({ wait: performance.now() - market.syncedAt(), ...market.counts() })
  }
  return samples
}

/** How long the provider's refusal takes to reach the caller, and what the node is asked on the way: nothing. */
async function refusals(market: ScriptedMarket, count: number): Promise<readonly Sample[]> {
  const client = createClient({
    chains: [{ id: 1, name: 'Scripted', baseApiUrl: market.refusing, rpcUrls: [market.rpcUrl] }],
  })
  const wallet = instantWallet(market, () => ({ mined: 0, synced: 0 }))
  const samples: Sample[] = []
  for (let index = 0; index < count; index += 1) {
    const before = market.counts()
    const { error } = await transferTokens(client, { wallet, to: receiver, items: [{ token }] }).done
    const wait = performance.now() - market.refusedAt()
    if (error?.data.status !== 404) throw new Error('The provider was to refuse.', { cause: error })
    const after = market.counts()
    samples.push({ wait, provider: after.provider - before.provider, node: after.node - before.node })
  }
  return samples
}

type PeerSdk = {
  createClient(options: object): {
    actions: { transferTokens(data: object): Promise<unknown> }
  }
}

/** The last published client of the same language, on the same provider. */
async function peer(market: ScriptedMarket, delays: readonly Delays[]): Promise<readonly Sample[]> {
  const require = createRequire(resolve(import.meta.dirname, '../../peers/sdk-2.5/package.json'))
  const sdk = require('@reservoir0x/reservoir-sdk') as PeerSdk
  const { http } = require('viem') as { http(url: string): unknown }
  const client = sdk.createClient({
    chains: [{ id: 1, name: 'Scripted', baseApiUrl: market.url, active: true }],
  })
  const samples: Sample[] = []
  for (const delay of delays) {
    await client.actions.transferTokens({
      to: receiver,
      items: [{ token }],
      wallet: {
        address: async () => account,
        transport: http(market.rpcUrl),
        handleSignMessageStep: async () => undefined,
        handleSendTransactionStep: async () => market.send(delay),
      },
      onProgress: () => undefined,
    })
    samples.push({ wait: performance.now() - market.syncedAt(), ...market.counts() })
  }
  return samples
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function rowOf(name: string, samples: readonly Sample[]): WaitRow {
  const waits = samples.map(({ wait }) => wait).sort((a, b) => a - b)
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0
  return {
    name,
    median: at(0.5),
    p95: at(0.95),
    mean: mean(waits),
    provider: mean(samples.map(({ provider }) => provider)),
    node: mean(samples.map(({ node }) => node)),
  }
}

/** Spread evenly, so that two runs measure the same. The provider sees a block `lag` after it is mined. */
const spread = (count: number, longest: number): readonly Delays[] =>
  Array.from({ length: count }, (_, index) => {
    const mined = ((index + 0.37) / count) * longest
    const lag = 50 + (((index * 7) % count) / count) * 550
    return { mined, synced: mined + lag }
  })

/** Every wait of the performance goals, on real HTTP and real timers. Takes about two minutes. */
export async function waits(): Promise<readonly WaitRow[]> {
  const rows: WaitRow[] = []
  const pushing = await startScriptedMarket(true)
  const plain = await startScriptedMarket(false)
  try {
    await refusals(plain, 2)
    rows.push(rowOf('a refusal of the provider', await refusals(plain, 20)))
    const quick = spread(20, 600)
    await ours(pushing, 2_000, quick.slice(0, 2), { node: true })
    rows.push(rowOf('push, with a node', await ours(pushing, 2_000, quick, { node: true })))
    rows.push(rowOf('push, no node', await ours(pushing, 2_000, quick, { node: false })))
    const two = spread(10, 2_000)
    rows.push(rowOf('plain, 2 s blocks, node', await ours(plain, 2_000, two, { node: true })))
    rows.push(rowOf('plain, 2 s blocks, no node', await ours(plain, 2_000, two, { node: false })))
    const twelve = spread(5, 12_000)
    rows.push(rowOf('plain, 12 s blocks, node', await ours(plain, 12_000, twelve, { node: true })))
    rows.push(rowOf('plain, 12 s blocks, no node', await ours(plain, 12_000, twelve, { node: false })))
    const few = two.slice(0, 4)
    const fixed = await ours(plain, 2_000, few, { node: true, pollingInterval: 5_000 })
    rows.push(rowOf('plain, pollingInterval 5000', fixed))
    rows.push(rowOf('peer 2.5.7, 2 s blocks', await peer(plain, few)))
  } finally {
    await Promise.all([pushing.stop(), plain.stop()])
  }
  return rows
}
