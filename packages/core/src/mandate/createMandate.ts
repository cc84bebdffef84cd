import type { CheckedItem, Intent } from '@sluice/guards'
import { frozenCopy } from '@sluice/guards/internal'
import type { Address, Hex } from 'viem'
import { type AcceptOffersParameters, prepareSell } from '../actions/acceptOffers.ts'
import { type BuyTokensParameters, prepareBuy } from '../actions/buyTokens.ts'
import { type CancelOrdersParameters, prepareCancel } from '../actions/cancelOrders.ts'
import { type ListTokensParameters, prepareList } from '../actions/listTokens.ts'
import { type PlaceBidsParameters, prepareBid } from '../actions/placeBids.ts'
import { type Given, type Prepare, type RunParameters, startAction } from '../actions/startAction.ts'
import { prepareTransfer, type TransferTokensParameters } from '../actions/transferTokens.ts'
import { createReader } from '../chain/rpc.ts'
import { type Client, chainOf } from '../client.ts'
import { TradeError } from '../errors.ts'
import { textOf } from '../property.ts'
import type { Action, ConfirmReview } from '../run/execution.ts'
import type { Run } from '../run/run.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { checkIntent } from './checkIntent.ts'
import { checkRoom, committed, openLedger } from './ledger.ts'
import { mandateWallet, type Session } from './mandateWallet.ts'
import { readOnlyJournal } from './readOnlyJournal.ts'
import { settle } from './settle.ts'
import { type MandateTerms, parseTerms } from './terms.ts'

/** What an action under a mandate takes: wallet and chain are the mandate's. */
export type Mandated<T extends RunParameters> = Given<T> & Pick<RunParameters, 'confirm' | 'signal' | 'again'>

/** What is left of one currency, in base units. */
export type MandateLeft = {
  readonly currency: Address
  readonly amount: bigint
  /** Spent within the window, reserved for what is under way, or promised by open bids and allowances. */
  readonly used: bigint
  readonly left: bigint
}

/** The state of a mandate. */
export type MandateState = {
  readonly spend: readonly MandateLeft[]
  /** Wei; absent where network fees count as the native coin. */
  readonly networkFee?: { readonly amount: bigint; readonly used: bigint; readonly left: bigint }
  /** Prompts of which it is not known yet how they ended: what they may take counts as used. */
  readonly open: number
  /** Milliseconds. */
  readonly until: number
  readonly ended: boolean
}

/** The six actions within a mandate, and nothing else that reaches the wallet. */
export type Mandate = {
  /**
   * A client with a narrower policy, for reads and previews. It holds no wallet. Its journal can be read and not changed, and
   * shows no signature and nothing of its storage, where the mandate keeps what was spent.
   */
  readonly client: Client
  readonly buyTokens: (parameters: Mandated<BuyTokensParameters>) => Run
  readonly acceptOffers: (parameters: Mandated<AcceptOffersParameters>) => Run
  readonly listTokens: (parameters: Mandated<ListTokensParameters>) => Run
  readonly placeBids: (parameters: Mandated<PlaceBidsParameters>) => Run
  readonly cancelOrders: (parameters: Mandated<CancelOrdersParameters>) => Run
  readonly transferTokens: (parameters: Mandated<TransferTokensParameters>) => Run
  /**
   * Returns what is left, after a look at the chain for what ended meanwhile.
   * @throws {TradeError} `storage_failed`
   */
  readonly state: () => Promise<MandateState>
}

/**
 * Narrows a client and a wallet to a mandate, so that a bot or a tool of a language model that holds the result cannot
 * exceed it. Parameters outside of it end a run before anything is requested. Each prompt is checked against what the
 * guards proved it to do, and the most that it may take is reserved in the client's storage before the wallet is asked.
 * What the guards would ask a person about is refused.
 *
 * @param client its storage should be durable and shared by all processes that act under the mandate.
 * @param wallet stays with the mandate; give it to nobody else.
 * @throws {TradeError} `invalid_input` for terms that cannot be used, `unknown_chain`.
 * @example
 * ```ts
 * const mandate = createMandate(client, viemWallet(walletClient), {
 *   spend: [{ currency: zeroAddress, amount: 5n * 10n ** 17n }],
 *   per: 'day',
 *   collections: [contract],
 *   until: Date.now() + 7 * 86_400_000,
 *   actions: ['buy', 'cancel'],
 * })
 * const expectedPrice = { [zeroAddress]: { raw: 10n ** 17n } }
 * await mandate.buyTokens({ items: [{ token: `${contract}:42` }], expectedPrice }).result()
 * ```
 */
export function createMandate(client: Client, wallet: Wallet, terms: MandateTerms): Mandate {
  const own = parseTerms(terms)
  const chain = chainOf(client, own.chainId)
  const narrow = narrowed(client, chain.id)
  const ledger = openLedger(client.journal.storage, own, chain.id)
  const reader = createReader(narrow, chain, wallet, new AbortController().signal)
  const settled = () => settle(narrow, chain, reader, ledger)

  const under =
    <T extends RunParameters>(action: Action, prepare: Prepare<Given<T>>) =>
    (parameters: Mandated<T>): Run => {
      const { confirm, signal, again, ...given } = parameters
      const reviewed = new Map<Hex, CheckedItem>()
      const held: { intent?: Intent } = {}
      const session: Session = {
        client: narrow,
        chain,
        terms: own,
        ledger,
        reviewed,
        intent: () => held.intent,
      }
      const prepareWithin: Prepare<Given<T>> = async (...all) => {
        const prepared = await prepare(...all)
        const wanted = checkIntent(own, prepared.intent, Date.now())
        checkRoom(own, await settled(), wanted, Date.now())
        held.intent = prepared.intent
        return prepared
      }
      const allGiven = {
        ...withoutRunParameters(given),
        wallet: mandateWallet(wallet, session),
        chainId: chain.id,
        confirm: reviewWithin(reviewed, confirm),
        signal,
        again,
      } as unknown as T
      const run = startAction(narrow, action, allGiven, prepareWithin)
      // What ended is settled at once; what fails here is looked up again before the next prompt.
      void run.done.then(settled).catch((cause: unknown) => {
        client.log.warn('The mandate could not be settled.', { reason: textOf(cause) })
      })
      return run
    }

  return Object.freeze({
    client: Object.freeze({ ...narrow, journal: readOnlyJournal(client.journal) }),
    buyTokens: under<BuyTokensParameters>('buy', prepareBuy),
    acceptOffers: under<AcceptOffersParameters>('sell', prepareSell),
    listTokens: under<ListTokensParameters>('list', prepareList),
    placeBids: under<PlaceBidsParameters>('bid', prepareBid),
    cancelOrders: under<CancelOrdersParameters>('cancel', prepareCancel),
    transferTokens: under<TransferTokensParameters>('transfer', prepareTransfer),
    state: async () => {
      const entries = await settled()
      const now = Date.now()
      const { spent, fees } = committed(own, entries, now)
      const leftOf = (amount: bigint, used: bigint) => (amount > used ? amount - used : 0n)
      const { networkFee } = own
      return {
        spend: [...own.spend].map(([currency, amount]) => {
          const used = spent.get(currency) ?? 0n
          return { currency, amount, used, left: leftOf(amount, used) }
        }),
        ...(networkFee === undefined
          ? {}
          : { networkFee: { amount: networkFee, used: fees, left: leftOf(networkFee, fees) } }),
        open: entries.filter(({ state }) => state !== 'settled').length,
        until: own.until,
        ended: now >= own.until,
      }
    },
  })
}

/** Returns the client for one chain, with a policy under which only what is proven from its bytes is let through. */
function narrowed(client: Client, chainId: number): Client {
  const { policy, chains } = client
  return Object.freeze({
    ...client,
    chains: Object.freeze(chains.filter(({ id }) => id === chainId)),
    policy: frozenCopy({ ...policy, level: { mode: 'strict' }, messages: 'refuse', routers: [] } as const),
  })
}

/** Returns an action's own parameters. A caller that is not typed may pass a wallet, a chain or a gas limit. */
function withoutRunParameters(given: object): object {
  const {
    wallet: _wallet,
    chainId: _chain,
    gas: _gas,
    parallel: _parallel,
    ...own
  } = given as Partial<RunParameters>
  return own
}

/** Returns a `confirm` that keeps what was checked, and refuses what a person would be asked about. */
const reviewWithin =
  (reviewed: Map<Hex, CheckedItem>, confirm: ConfirmReview | undefined): ConfirmReview =>
  async (review) => {
    const { verdict, item } = review
    if (verdict.decision !== 'allow')
      throw new TradeError('blocked', 'A person would have to confirm this. Under a mandate it is refused.', {
        data: { findings: verdict.findings },
      })
    if (confirm !== undefined && (await confirm(review)) !== true) return false
    reviewed.set(item.digest, item)
    return true
  }
