import type { Address } from 'viem'
import type { JournalEntry, JournalState } from '../../../../core/src/journal/journalEntry.ts'
import type { Run } from '../../../../core/src/run/run.ts'
import type { Wallet } from '../../../../core/src/wallets/wallet.ts'
import type { SentCall, WorldOrder } from '../chainActions.ts'
import type { WorldBlock } from '../chainModel.ts'
import type { Random } from '../random.ts'
import type { Machine } from '../scheduler.ts'

/** What a wallet sent or signed, and the attempt that asked for it. */
type Sent = { readonly call: SentCall; readonly attempt: number }
type Signed = { readonly order: WorldOrder; readonly attempt: number }

/** A wallet of the world: it outlives the pages that ask it. */
export type SimulatedWallet = {
  readonly account: Address
  readonly sent: Sent[]
  readonly signed: Signed[]
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
      readonly expectedPrice: ExpectedPrice
    },
  ): Run
  acceptOffers(
    client: Client,
    parameters: Own & {
      readonly items: readonly { readonly token: string; readonly orderId: string }[]
      readonly expectedPrice: ExpectedPrice
    },
  ): Run
  listTokens(client: Client, parameters: Own & { readonly listings: readonly NewOrder[] }): Run
  placeBids(client: Client, parameters: Own & { readonly bids: readonly NewOrder[] }): Run
  cancelOrders(
    client: Client,
    parameters: Own & { readonly orderIds: readonly string[]; readonly all?: boolean },
  ): Run
}
type ExpectedPrice = Readonly<Record<string, { readonly raw: bigint }>>
type NewOrder = { readonly token: string; readonly weiPrice: bigint }

/**
 * What a user wants: a token of theirs goes to somebody, they buy or sell by an order at its price, offer a token of
 * theirs or coins for a token, or end one of their orders, or all of them.
 */
export type Want =
  | { readonly do: 'transfer'; readonly tokenId: bigint; readonly to: Address }
  | { readonly do: 'buy' | 'accept' | 'cancel'; readonly order: WorldOrder }
  | { readonly do: 'list' | 'bid'; readonly tokenId: bigint; readonly price: bigint }
  | { readonly do: 'cancelAll' }
export type Attempt = {
  readonly machine: Machine
  readonly want: Want
  readonly run: Run
  /** The block that showed the effect when the user was told that the action is complete. */
  shownBy: WorldBlock | undefined
}

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
  /** The machine that showed it last. */
  opened: Machine | undefined
  incarnation: number
}
