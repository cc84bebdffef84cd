import { freezeIntent } from '@sluice/guards'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { type Client, chainOf } from '../client.ts'
import { invalidInput, TradeError } from '../errors.ts'
import { parseAddress, parseHash } from '../input/values.ts'
import { type JournalEntry, journalStates } from '../journal/journalEntry.ts'
import type { SignedOrder, SignedOrderState } from '../journal/signedOrderStatus.ts'
import { loadOrders } from '../plan/ownOrders/loadOrders.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import { isRecord, textOf } from '../property.ts'
import type { Run } from '../run/run.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { type RunParameters, startAction } from './startAction.ts'

/** Whose signed orders are looked at, and on which chain. */
export type SignedOrdersParameters = {
  /** Every account that ever signed here by default. */
  readonly account?: string | undefined
  /** Every configured chain by default. */
  readonly chainId?: number | undefined
  /** Its node is asked first, while the wallet is on the chain. */
  readonly wallet?: Wallet | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns every order that this client ever had signed, newest first, with its state: read from the journal and the
 * chain, never from the provider.
 *
 * @throws {TradeError} `invalid_input`, `unknown_chain`, `not_loaded`, `aborted`
 * @example
 * ```ts
 * const open = (await getSignedOrders(client, { wallet })).filter(({ state }) => isOpenOrder(state))
 * ```
 */
export async function getSignedOrders(
  client: Client,
  parameters: SignedOrdersParameters = {},
): Promise<readonly SignedOrder[]> {
  const { account, chainId } = parameters
  const of = account === undefined ? undefined : parseAddress(account, 'account')
  const chains = chainId === undefined ? client.chains : [chainOf(client, chainId)]
  const { readSignedOrders } = await loadOrders()
  return readSignedOrders(client, chains, of, parameters)
}

/**
 * Calls `listener` with the signed orders at once, after each change of the journal, and every polling interval while
 * one of them can still be filled.
 *
 * @param listener Called with every signed order, at first and after each change.
 * @returns the function that stops watching.
 * @example
 * ```ts
 * const stop = watchSignedOrders(client, { wallet }, (signedOrders) => render(signedOrders))
 * ```
 */
export function watchSignedOrders(
  client: Client,
  parameters: SignedOrdersParameters,
  listener: (signedOrders: readonly SignedOrder[]) => void,
): () => void {
  const control = new AbortController()
  const { signal } = control
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let mustReadAgain = false
  const read = async (): Promise<void> => {
    if (signal.aborted) return
    if (isReading) {
      mustReadAgain = true
      return
    }
    clearTimeout(timer)
    isReading = true
    mustReadAgain = false
    try {
      const signedOrders = await getSignedOrders(client, { ...parameters, signal })
      if (signal.aborted) return
      listener(signedOrders)
      const hasOpen = signedOrders.some(({ state }) => isOpenOrder(state))
      if (hasOpen) timer = setTimeout(read, client.pollingInterval)
    } catch (cause) {
      if (signal.aborted) return
      client.log.warn('The signed orders could not be read.', { reason: textOf(cause) })
      timer = setTimeout(read, client.pollingInterval)
    } finally {
      isReading = false
    }
    if (mustReadAgain) await read()
  }
  const stop = client.journal.subscribe(() => void read())
  const end = () => control.abort()
  parameters.signal?.addEventListener('abort', end, { once: true })
  signal.addEventListener(
    'abort',
    () => {
      stop()
      clearTimeout(timer)
      parameters.signal?.removeEventListener('abort', end)
    },
    { once: true },
  )
  void read()
  return end
}

/**
 * Returns whether an order can still be filled, as far as is known.
 *
 * @param state The state of a signed order.
 * @example
 * ```ts
 * const signedOrders = await getSignedOrders(client, { wallet })
 * const open = signedOrders.filter(({ state }) => isOpenOrder(state))
 * ```
 */
export const isOpenOrder = (state: SignedOrderState): boolean =>
  state === 'asked' || state === 'unposted' || state === 'maybe_live' || state === 'live'

/** What a cancellation without a provider takes. */
export type CancelSignedOrdersParameters = RunParameters &
  (
    | { readonly orderIds: readonly string[]; readonly all?: false | undefined }
    /**
     * Raises the account's counter on the newest Seaport, and on each older one that the journal has orders for:
     * everything that the account ever signed there, here or elsewhere, is void.
     */
    | { readonly all: true; readonly orderIds?: undefined }
  )

/**
 * Cancels signed orders on chain from what the journal holds, without the provider. Complete when the chain shows them
 * cancelled.
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * await cancelSignedOrders(client, { wallet, orderIds: [orderId] }).result()
 * ```
 */
export function cancelSignedOrders(client: Client, parameters: CancelSignedOrdersParameters): Run {
  return startAction(client, 'cancel', parameters, prepareOwnCancel)
}

/** The intent of a cancellation without a provider, and our own plan for it. */
async function prepareOwnCancel(
  client: Client,
  chain: Chain,
  account: Address,
  { orderIds: given = [], all = false }: Pick<CancelSignedOrdersParameters, 'orderIds' | 'all'>,
): Promise<PreparedAction> {
  if (given.length === 0 && !all) throw new TradeError('no_order_ids', 'No order ids specified')
  const orderIds = [...new Set(given.map((id, index) => parseHash(id, `orderIds.${index}`)))]
  const { journalOrders, ownCancelPlan } = await loadOrders()
  const kept = await journalOrders(client, chain, account)
  const orders = kept.filter(({ orderId }) => all || orderIds.includes(orderId))
  const unknown = orderIds.find((id) => !orders.some(({ orderId }) => orderId === id))
  if (unknown !== undefined)
    throw invalidInput('orderIds', `The journal has no order ${unknown} of this account and chain.`)
  const versions = new Set(orders.map(({ version }) => version))
  const [only] = !all && versions.size === 1 ? versions : []
  return {
    intent: freezeIntent({
      action: 'cancel',
      chainId: chain.id,
      account,
      orderIds: all ? [] : orderIds,
      mode: all ? 'all' : 'orders',
      version: only,
    }),
    path: '',
    body: {},
    plan: ownCancelPlan(chain, client.policy.seaport, account, orders, all),
  }
}

/**
 * Returns the journal as text for a bug report: what was asked of the wallet and how it ended, without signatures and
 * orders.
 *
 * @returns JSON; {@link readJournalExport} parses it.
 * @example
 * ```ts
 * await navigator.clipboard.writeText(await exportJournal(client))
 * ```
 */
export async function exportJournal(client: Client): Promise<string> {
  const entries = await client.journal.entries()
  const exported = entries.map(({ post, ...entry }) => ({
    ...entry,
    ...(post === undefined
      ? {}
      : { post: { endpoint: post.endpoint, signed: post.signature !== undefined } }),
  }))
  return JSON.stringify({ version: 1, entries: exported }, null, 2)
}

/**
 * Parses a journal that {@link exportJournal} wrote. Nothing of it is stored or acted on.
 *
 * @param text The exported journal.
 * @throws {TradeError} `invalid_input` for any other text.
 * @example
 * ```ts
 * for (const { action, state, hash } of readJournalExport(text)) console.log(action, state, hash)
 * ```
 */
export function readJournalExport(text: string): readonly Omit<JournalEntry, 'post'>[] {
  try {
    const report: unknown = JSON.parse(text)
    if (isRecord(report) && report.version === 1 && Array.isArray(report.entries))
      return report.entries.filter(
        (entry: Partial<JournalEntry> | null): entry is JournalEntry =>
          typeof entry?.id === 'string' && journalStates.has(entry.state),
      )
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
  }
  throw invalidInput('text', 'The text is not an exported journal.')
}
