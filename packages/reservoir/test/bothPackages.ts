import { createRequire } from 'node:module'
import { join } from 'node:path'
import { localAccounts } from '@sluice/devnet'
import { createWalletClient, custom, http, type WalletClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Market } from '../../core/test/support/market.ts'
import * as ours from '../src/index.ts'

/** What a script of an application imports. */
// biome-ignore lint/suspicious/noExplicitAny: a script in plain JavaScript, which takes whatever it is handed
export type Sdk = any

const peers = join(import.meta.dirname, '../../../peers')
/** The published package, unmodified. */
export const theirs: Sdk = createRequire(join(peers, 'sdk-2.5/package.json'))('@reservoir0x/reservoir-sdk')

/** What a script of an application works with, whichever package it imports. */
export type Scene = {
  readonly sdk: Sdk
  /** Made by the script's `createClient` with the same settings. */
  readonly client: Sdk
  readonly wallet: (index: number) => WalletClient
  /** Keeps every call of `onProgress`. */
  readonly onProgress: (...given: unknown[]) => void
}

/** What an application sees of a script: what it resolved to or threw, every callback, every event. */
export type Seen = {
  readonly resolved?: unknown
  readonly thrown?: unknown
  readonly progress: readonly unknown[]
  readonly events: readonly unknown[]
}

export type Script<Given> = (scene: Scene, given: Given) => Promise<unknown>

/** Settings as an application writes them; polling as fast as a local chain mines. */
export function settingsOf({ chain, front }: Market, more: object = {}) {
  const { contracts } = chain
  return {
    chains: [
      {
        id: chain.id,
        name: chain.name,
        baseApiUrl: front.url,
        active: true,
        checkPollingInterval: 100,
        rpcUrls: [chain.rpcUrl],
        wrappedNative: contracts.weth,
        multicall3: contracts.multicall3,
        conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
      },
    ],
    pollingInterval: 100,
    source: 'app.example',
    ...more,
  }
}

/** A viem wallet client of a local account. */
export const walletAt = ({ chain }: Market, index: number): WalletClient =>
  createWalletClient({
    account: privateKeyToAccount(localAccounts()[index]!.privateKey),
    transport: http(chain.rpcUrl),
  })

/** A viem wallet client over a browser's wallet whose user refuses whatever is asked. */
export function refusing({ chain }: Market, index: number): WalletClient {
  const { address } = privateKeyToAccount(localAccounts()[index]!.privateKey)
  const node = http(chain.rpcUrl)({})
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (/^(?:eth_sendTransaction|wallet_sendTransaction|eth_signTypedData_v4|personal_sign)$/.test(method))
      throw Object.assign(new Error('MetaMask Tx Signature: User denied transaction signature.'), {
        code: 4001,
      })
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [address]
    return node.request({ method, params } as never)
  }
  return createWalletClient({ account: address, transport: custom({ request }) })
}

/** Runs one script with one of the packages. What it is given is made anew for each. */
export async function run<Given>(
  market: Market,
  sdk: Sdk,
  given: Given,
  script: Script<Given>,
  more: object = {},
): Promise<Seen> {
  const client = sdk.createClient(settingsOf(market, more))
  const progress: unknown[] = []
  const events: unknown[] = []
  const hear = (event: { name: string; data: unknown }, chainId: number) => {
    events.push(copied({ name: event.name, data: event.data, chainId }))
  }
  client.addEventListener(hear)
  const scene: Scene = {
    sdk,
    client,
    wallet: (index) => walletAt(market, index),
    onProgress: (...args) => progress.push(copied(args)),
  }
  try {
    return { resolved: copied(await script(scene, given)), progress, events }
  } catch (cause) {
    return { thrown: copied(cause), progress, events }
  } finally {
    client.removeEventListener(hear)
  }
}

/** Everything of a value that an application can read, as it is at this moment. */
export function copied(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null || depth > 12) return value
  if (Array.isArray(value)) return value.map((one) => copied(one, depth + 1))
  const named =
    value instanceof Error
      ? { name: value.name, message: value.message, cause: value.cause, isError: true }
      : {}
  const entries = Object.entries({ ...value, ...named }).map(
    ([key, one]) => [key, copied(one, depth + 1)] as const,
  )
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined))
}

/** Of pictures that follow each other and are the same, one. */
export const distinct = (pictures: readonly unknown[]): readonly unknown[] =>
  pictures.filter((one, index) => index === 0 || JSON.stringify(one) !== JSON.stringify(pictures[index - 1]))

export const both = [
  ['2.5.7', theirs],
  ['ours', ours as Sdk],
] as const
