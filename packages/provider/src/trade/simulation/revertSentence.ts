import { decodeRevert, type RevertReason } from '@sluice/seaport'
import type { Reverted } from '../../chain/simulation/trial.ts'

/** Why a fill or a mint reverts, in our own words: a text of a contract is never repeated, because anyone can write it. */
const sentences: Readonly<Record<RevertReason, string>> = {
  order_filled: 'it has been filled',
  order_cancelled: 'it has been cancelled',
  order_expired: 'it is not valid at this time',
  bad_signature: 'Seaport does not accept its signature',
  wrong_value: 'the payment does not match its price',
  bad_fraction: 'it cannot be filled in this part',
  zone_refused: 'its zone does not allow this fill',
  conduit_closed: 'its conduit is closed',
  bad_criteria: 'its proof is not accepted',
  not_approved: 'one of its transfers fails',
  not_held: 'one of its transfers fails',
  transfer_barred: 'the collection does not let this marketplace transfer its tokens',
  receiver_refused: 'one of its recipients does not accept what it would receive',
  not_owner_of_order: 'a contract that it needs rejects it',
  bad_match: 'a contract that it needs rejects it',
  payment_short: 'one of its payments would be too small',
  unknown: 'a contract that it needs rejects it',
}

/** Why something reverts. @param what as the sentence begins: `Filling the order 0x…`. */
export function revertSentence(what: string, { reverted }: Reverted): string {
  const why =
    reverted === 'out-of-gas' ? 'it uses more gas than it may' : sentences[decodeRevert(reverted).reason]
  return `${what} would revert for this account: ${why}`
}
