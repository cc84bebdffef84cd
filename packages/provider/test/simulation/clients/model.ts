import type { Address } from 'viem'
import type { JournalEntry, JournalState } from '../../../../core/src/journal/journalEntry.ts'
import type { Run } from '../../../../core/src/run/run.ts'
import type { Wallet } from '../../../../core/src/wallets/wallet.ts'
import type { SentCall, WorldOrder } from '../chainActions.ts'
import type { Random } from '../random.ts'
import type { Machine } from '../scheduler.ts'

/** What a wallet sent, and the attempt that asked for it. */
type Sent = { readonly call: SentCall; readonly attempt: number }

/** A wallet of the world: it outlives the pages that ask it. */
export type SimulatedWallet = {
  readonly account: Address
  readonly sent: Sent[]
  /** Attempts whose prompt was never answered. */
  readonly unanswered: Set<number>
  /** Answers a request of EIP-1193 in the name of the page that asks. */
  request(request: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  /** Sends once more what no block holds, as wallets do. */
  sendAgain(): void
}

declare const client: unique symbol
export type Client = { readonly [client]: true }
export type Own = { readonly wallet: Wallet }

/** What is used of `@sluice/core`, whose own types need those of a browser. */
export type Core = {
  createClient(settings: {
    readonly chains: readonly object[]
    readonly fetch: typeof fetch
    readonly storage: object
  }): Client
  eip1193Wallet(provider: Pick<SimulatedWallet, 'request'>): Wallet
  resume(
    client: Client,
    parameters: Own,
  ): Promise<readonly { readonly entry: JournalEntry; readonly before: JournalState }[]>
  transferTokens(
    client: Client,
    parameters: Own & { readonly to: string; readonly items: readonly { readonly token: string }[] },
  ): Run
  buyTokens(
    client: Client,
    parameters: Own & {
      readonly items: readonly { readonly orderId: string }[]
      readonly expectedPrice: Readonly<Record<string, { readonly raw: bigint }>>
    },
  ): Run
}

/** What a user wants: a token of theirs goes to somebody, or they buy by an order at its price. */
export type Want =
  | { readonly do: 'transfer'; readonly tokenId: bigint; readonly to: Address }
  | { readonly do: 'fill'; readonly order: WorldOrder }
export type Attempt = { readonly machine: Machine; readonly want: Want; readonly run: Run }

/** A page with a client, over all the machines that showed it. */
export type Page = {
  readonly place: number
  readonly core: Core
  readonly random: Random
  readonly wallet: SimulatedWallet
  /** Its browser's storage, which stays when the page goes. */
  readonly storage: Map<string, string>
  readonly attempts: Attempt[]
  machine: Machine
  incarnation: number
}
