import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Address, Hex } from 'viem'
import type { LocalChain } from './scene.ts'

/** A published client of the same API, unmodified, with the version of viem that it was made for. */
export type Peer = {
  /** Makes the package's global client the client of this chain. */
  client(chain: LocalChain, more?: object): PeerClient
  /** A wallet of the package's own viem: a real key on a real chain. */
  wallet(chain: LocalChain, privateKey: Hex): PeerWallet
}

/** Opaque here: only the package reads it. */
export type PeerWallet = { readonly account: { readonly address: Address } }

export type PeerStep = {
  readonly id: string
  readonly kind: string
  readonly error?: string
  readonly items?: readonly {
    readonly status: string
    readonly orderData?: readonly { readonly orderId: Hex }[]
    readonly transfersData?: readonly { readonly token?: { readonly tokenId?: string } }[]
  }[]
}
export type PeerEvent = { readonly name: string; readonly data: unknown }
type Listener = (event: PeerEvent, chainId: number) => void
type Run = { readonly wallet: PeerWallet; readonly onProgress: (steps: readonly PeerStep[]) => void }

export type PeerActions = {
  buyToken(
    data: Run & { items: readonly object[]; options?: object; expectedPrice?: object },
  ): Promise<unknown>
  acceptOffer(data: Run & { items: readonly object[]; expectedPrice?: object }): Promise<unknown>
  listToken(data: Run & { listings: readonly object[] }): Promise<unknown>
  placeBid(data: Run & { bids: readonly object[] }): Promise<unknown>
  cancelOrder(data: Run & { ids: readonly Hex[] }): Promise<unknown>
  transferTokens(data: Run & { to: Address; items: readonly object[] }): Promise<unknown>
}

export type PeerClient = {
  readonly version: string
  readonly actions: PeerActions
  addEventListener(listener: Listener): void
  removeEventListener(listener: Listener): void
}

type Sdk = { createClient(options: object): PeerClient }
type Viem = { createWalletClient(options: object): PeerWallet; http(url: string): unknown }
type Accounts = { privateKeyToAccount(key: Hex): unknown }

/** @param folder a folder of `peers/`, whose manifest names the package's version. */
export function loadPeer(folder: string): Peer {
  const require = createRequire(resolve(import.meta.dirname, '../../peers', folder, 'package.json'))
  const { createClient } = require('@reservoir0x/reservoir-sdk') as Sdk
  const { createWalletClient, http } = require('viem') as Viem
  const { privateKeyToAccount } = require('viem/accounts') as Accounts
  return {
    client: ({ id, name, baseApiUrl }, more = {}) =>
      createClient({ chains: [{ id, name, baseApiUrl, active: true }], source: 'shop.example', ...more }),
    wallet: ({ rpcUrl }, privateKey) =>
      createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(rpcUrl) }),
  }
}
