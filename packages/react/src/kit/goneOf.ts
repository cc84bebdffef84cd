import type { Action, TradeError } from '@sluice/core'
import type { Messages } from '../locales/messages.ts'

/** The provider's code for an account that does not hold what it would sell or send. */
const notOwner = 10
/** Its words for a token that was to be listed. */
const notHeld = 'Maker does not own token'

/** Whether the account holds nothing of what was to be sold, sent or listed. */
const isNotHeld = ({ providerCode, answer: { errors = [] } = {} }: TradeError['data']): boolean =>
  providerCode === notOwner || (errors.length > 0 && errors.every(({ message }) => message === notHeld))

/**
 * What an action stopped for because it is out of reach: the offer to sell to, the order to cancel or the token itself no
 * longer exists, or an order that is open cannot be filled by this account. `undefined` for every other error.
 */
export function goneOf(
  { code, data }: TradeError,
  action: Action | undefined,
): keyof Messages['gone'] | undefined {
  if (isNotHeld(data)) return 'token'
  const { unfillable } = data.answer ?? {}
  if (code === 'order_unavailable' && unfillable !== undefined) return unfillable
  return code === 'order_unavailable' && (action === 'sell' || action === 'cancel') ? action : undefined
}
