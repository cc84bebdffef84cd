import { loaded, notLoaded } from '../errors.ts'
import type { LoadOnce } from '../loadOnce.ts'
import type { ActionParts } from '../plan/planContext.ts'
import type { Action } from '../run/execution.ts'

/** The code that carries out an action. It is not part of a page until the first action needs it. */
export type Engine = {
  readonly runTrade: typeof import('./runTrade.ts').runTrade
  readonly walletError: typeof import('../wallets/walletError.ts').walletError
  readonly parts: ActionParts
}

/** The parts that an action cannot do without: a module that lacks one does not compile. */
type Parts<TAction extends Action> = Pick<
  Required<ActionParts>,
  | 'guards'
  | (TAction extends 'buy' | 'transfer' ? 'receiver' : never)
  | (TAction extends 'buy' | 'sell' | 'transfer' ? 'simulate' : never)
  | (TAction extends 'buy' ? 'withFailingItems' : never)
  | (TAction extends 'list' | 'bid' ? 'readBarredCollections' : never)
>

/** The parts of one action are one chunk: whatever a plan of it contains, nothing more is loaded to check it. */
const loadParts: { readonly [TAction in Action]: () => Promise<Parts<TAction>> } = {
  buy: () => import('./parts/buy.ts'),
  sell: () => import('./parts/sell.ts'),
  list: () => import('./parts/list.ts'),
  bid: () => import('./parts/bid.ts'),
  cancel: () => import('./parts/cancel.ts'),
  transfer: () => import('./parts/transfer.ts'),
  announce: () => import('./parts/announce.ts'),
}

const loadRun = () => import('./runTrade.ts')

/**
 * Loads the code that an action needs, while the wallet returns its account and the provider answers.
 * @throws {TradeError} `not_loaded`; nothing was asked of the wallet then.
 */
export async function loadEngine(action: Action, once: LoadOnce): Promise<Engine> {
  try {
    const loading: Promise<ActionParts> = once(loadParts[action])
    const [{ runTrade, walletError }, parts] = await Promise.all([once(loadRun), loading])
    return { runTrade, walletError, parts }
  } catch (cause) {
    throw notLoaded(cause)
  }
}

/**
 * Loads what writes the plan of an announcement, which no other action needs.
 * @throws {TradeError} `not_loaded`
 */
export const loadAnnouncing = () => loaded(import('./parts/announce.ts'))

/**
 * Loads the code that an action needs before it starts, e.g. when its dialog opens. Without it, loading begins with the
 * run, at the same time as the request to the provider.
 *
 * @param action The action that is likely to come; its code is loaded.
 * @throws {TradeError} `not_loaded`
 * @example
 * ```ts
 * button.addEventListener('pointerenter', () => preload('buy'))
 * ```
 */
export async function preload(action: Action): Promise<void> {
  await loadEngine(action, (load) => load())
}
