import type { Guards } from '@sluice/guards/internal'
import { notLoaded } from '../errors.ts'
import type { Action } from '../run/execution.ts'

/** The code that carries out an action. It is not part of a page until the first action needs it. */
export type Engine = {
  readonly runTrade: typeof import('./runTrade.ts').runTrade
  readonly walletError: typeof import('../wallets/walletError.ts').walletError
  readonly guards: Guards
}

/** The guards of one action are one chunk: whatever a plan of it contains, nothing more is loaded to check it. */
const loadGuards: Readonly<Record<Action, () => Promise<Guards>>> = {
  buy: async () => (await import('@sluice/guards/buy')).buyGuards,
  sell: async () => (await import('@sluice/guards/sell')).sellGuards,
  list: async () => (await import('@sluice/guards/list')).listGuards,
  bid: async () => (await import('@sluice/guards/bid')).bidGuards,
  cancel: async () => (await import('@sluice/guards/cancel')).cancelGuards,
  transfer: async () => (await import('@sluice/guards/transfer')).transferGuards,
}

/**
 * Loads the code that an action needs, while the wallet returns its account and the provider answers.
 * @throws {TradeError} `not_loaded`; nothing was asked of the wallet then.
 */
export async function loadEngine(action: Action): Promise<Engine> {
  try {
    const [engine, guards] = await Promise.all([import('./runTrade.ts'), loadGuards[action]()])
    return { runTrade: engine.runTrade, walletError: engine.walletError, guards }
  } catch (cause) {
    throw notLoaded(cause)
  }
}

/**
 * Loads the code that an action needs before it starts, e.g. when its dialog opens. Without it, loading begins with the
 * run, at the same time as the request to the provider.
 *
 * @throws {TradeError} `not_loaded`
 * @example
 * ```ts
 * button.addEventListener('pointerenter', () => preload('buy'))
 * ```
 */
export async function preload(action: Action): Promise<void> {
  await loadEngine(action)
}
