import type { Intent } from './intent.ts'

/** What nobody can prove before something is signed. */
export type UnprovenCode =
  | 'shown_terms'
  | 'kept_signature'
  | 'unanswered_post'
  | 'signed_cancellation'
  | 'late_cancellation'
  | 'hidden_orders'
  | 'order_of_blocks'
  | 'resale'
  | 'trait_members'
  | 'simulated_only'
  | 'token_code'
  | 'node'
  | 'page'
  | 'wallet'

export type Unproven = {
  readonly code: UnprovenCode
  /** Actions it is about. */
  readonly actions: readonly Intent['action'][]
  /** What cannot be proven. */
  readonly what: string
  /** What the user is told then, and where. */
  readonly told: string
  /**
   * card: on the review card of these actions. asked: the card asks for a deliberate yes when it is so.
   * journal: the liability stays listed until the chain shows its end. docs: outside of what a page can guard.
   */
  readonly where: 'card' | 'asked' | 'journal' | 'docs'
}

const all = ['buy', 'sell', 'list', 'bid', 'cancel', 'transfer'] as const
const orders = ['list', 'bid'] as const

/**
 * The end of what proofs can do, as data: every entry says what the user is told instead. The review card and
 * the scoreboard are made from this list.
 */
export const unproven: readonly Unproven[] = [
  {
    code: 'shown_terms',
    actions: ['buy', 'sell', 'list', 'bid'],
    what: 'That the price, picture and contract that the page showed beforehand were the right ones.',
    told: 'The card names the contract and the exact amounts from the bytes; compare them with another source.',
    where: 'card',
  },
  {
    code: 'kept_signature',
    actions: orders,
    what: 'That a signed order is published at once and not kept for a day on which it hurts.',
    told: 'The card says until when the order stands; the journal lists it, and cancels it with one call.',
    where: 'journal',
  },
  {
    code: 'unanswered_post',
    actions: orders,
    what: 'That an order was not stored when its post got no answer.',
    told: 'The order counts as live until it is cancelled on chain or has expired.',
    where: 'journal',
  },
  {
    code: 'signed_cancellation',
    actions: ['cancel'],
    what: 'That a cancellation by signature is honoured.',
    told: 'It holds as long as the zone keeps its word; cancelling on chain is final.',
    where: 'card',
  },
  {
    code: 'late_cancellation',
    actions: ['cancel'],
    what: 'That nobody fills an order before its cancellation is mined.',
    told: 'The order is called cancelled when the chain says so, not before.',
    where: 'card',
  },
  {
    code: 'hidden_orders',
    actions: ['buy', 'sell'],
    what: 'That there is no better order which the marketplace does not show.',
    told: 'What is paid, or comes, is bounded by what was agreed; a better price may exist elsewhere.',
    where: 'card',
  },
  {
    code: 'order_of_blocks',
    actions: ['buy', 'sell', 'cancel'],
    what: 'That nobody acts on the same orders in the same block first.',
    told: 'The transaction then fails or does what was agreed; never more than that leaves.',
    where: 'card',
  },
  {
    code: 'resale',
    actions: ['buy', 'bid'],
    what: 'That the token can be sold again.',
    told: 'The token belongs to its contract’s rules; an unknown collection may hold it for ever.',
    where: 'card',
  },
  {
    code: 'trait_members',
    actions: ['bid'],
    what: 'Which tokens have a trait: the marketplace’s list of them is taken as it is.',
    told: 'An offer for a trait asks for a deliberate yes; naming the tokens proves them.',
    where: 'asked',
  },
  {
    code: 'simulated_only',
    actions: ['buy', 'sell', 'transfer'],
    what: 'That code which was only simulated does the same when it is mined.',
    told: 'The card says "simulated, not proven" and asks for a deliberate yes.',
    where: 'asked',
  },
  {
    code: 'token_code',
    actions: ['buy', 'sell', 'bid', 'transfer'],
    what: 'That a token’s own contract keeps to its standard, today and after an upgrade.',
    told: 'What arrived is read from the chain afterwards; a difference is told at once.',
    where: 'card',
  },
  {
    code: 'node',
    actions: all,
    what: 'That the nodes which are read tell the truth.',
    told: 'What follows from the bytes alone holds even if every node lies; the card says which that is.',
    where: 'card',
  },
  {
    code: 'page',
    actions: all,
    what: 'That the page itself, or an extension in it, is honest: it could ask the wallet directly.',
    told: 'Compare the fingerprint on the card with what the wallet or a hardware wallet shows.',
    where: 'docs',
  },
  {
    code: 'wallet',
    actions: all,
    what: 'That the wallet signs what it shows.',
    told: 'Nothing in a page can tell; use a wallet you trust.',
    where: 'docs',
  },
]
