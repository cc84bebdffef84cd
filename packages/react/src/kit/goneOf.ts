import type { Action, TradeError } from '@sluice/core'
import type { Messages } from '../locales/messages.ts'

/** The provider's code for an account that does not hold what it would sell or send. */
const notOwner = 10

/**
 * What is no longer there, where an action stopped for want of it: the offer to sell to, the order to cancel, or the
 * token itself. `undefined` for every other error.
 */
export function goneOf(
  { code, data }: TradeError,
  action: Action | undefined,
): keyof Messages['gone'] | undefined {
  if (data.providerCode === notOwner) return 'token'
  return code === 'order_unavailable' && (action === 'sell' || action === 'cancel') ? action : undefined
}
