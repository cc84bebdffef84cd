import type { Guards } from '@sluice/guards/internal'
import { notLoaded } from '../errors.ts'
import type { Action } from '../run/execution.ts'

/** What carries actions out: no part of a page until the first action needs it. */
export type Engine = {
  readonly runTrade: typeof import('./runTrade.ts').runTrade
  readonly walletError: typeof import('../wallets/walletError.ts').walletError
  readonly judgePlan: typeof import('../plan/checkPlan.ts').judgePlan
  readonly objection: typeof import('../plan/checkPlan.ts').objection
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
 * Loads what an action needs. Begun with the run, it loads while the wallet names its account and the provider
 * answers, so that nobody waits for it.
 * @throws {TradeError} `not_loaded`: then nothing was asked of the wallet.
 */
export async function loadEngine(action: Action): Promise<Engine> {
  try {
    const [{ runTrade, walletError }, { judgePlan, objection }, guards] = await Promise.all([
      import('./runTrade.ts'),
      import('../plan/checkPlan.ts'),
      loadGuards[action](),
    ])
    return { runTrade, walletError, judgePlan, objection, guards }
  } catch (cause) {
    throw notLoaded(cause)
  }
}

/**
 * Loads what an action needs before it is asked for, e.g. when its dialog opens. Without it the loading begins
 * with the run and goes on beside the provider's answer.
 * @throws {TradeError} `not_loaded`
 */
export async function preload(action: Action): Promise<void> {
  await loadEngine(action)
}
