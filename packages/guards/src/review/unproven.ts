import { keysOf } from '@sluice/seaport'
import type { Intent } from '../model/intent.ts'
import { type UnprovenCode, type UnprovenPlace, unprovenPlaces } from './unprovenPlaces.ts'

/** One thing that the guards cannot prove, and what the user is told about it. */
export type Unproven = {
  readonly code: UnprovenCode
  /** Actions it is about. */
  readonly actions: readonly Intent['action'][]
  /** What cannot be proven. */
  readonly what: string
  /** What the user is told then. */
  readonly told: string
  readonly where: UnprovenPlace
}

type Sentences = Pick<Unproven, 'what' | 'told'>

const sentences: Readonly<Record<UnprovenCode, Sentences>> = {
  shown_terms: {
    what: 'That the price, picture and contract that the page showed beforehand were the right ones.',
    told: 'The card names the contract and the exact amounts from the bytes; compare them with another source.',
  },
  kept_signature: {
    what: 'That a signed order is published at once and not kept for a day on which it hurts.',
    told: 'The card says until when the order stands; the journal lists it, and cancels it with one call.',
  },
  unanswered_post: {
    what: 'That an order was not stored when its post got no answer.',
    told: 'The order counts as live until it is cancelled on chain or has expired.',
  },
  signed_cancellation: {
    what: 'That a cancellation by signature is honoured.',
    told: 'It holds as long as the zone keeps its word; cancelling on chain is final.',
  },
  late_cancellation: {
    what: 'That nobody fills an order before its cancellation is mined.',
    told: 'The order is called cancelled when the chain says so, not before.',
  },
  hidden_orders: {
    what: 'That there is no better order which the marketplace does not show.',
    told: 'What is paid, or comes, is bounded by what was agreed; a better price may exist elsewhere.',
  },
  order_of_blocks: {
    what: 'That nobody acts on the same orders in the same block first.',
    told: 'The transaction then fails, or fills only the orders that are left; no part of it costs more, or brings less, than was agreed for that part, or was confirmed on the card.',
  },
  resale: {
    what: 'That the token can be sold again.',
    told: 'The token belongs to its contract’s rules; an unknown collection may hold it for ever.',
  },
  trait_members: {
    what: 'Which tokens have a trait: the marketplace’s list of them is taken as it is.',
    told: 'An offer for a trait asks for a deliberate yes; naming the tokens proves them.',
  },
  simulated_only: {
    what: 'That code which was only simulated does the same when it is mined.',
    told: 'The card says "simulated, not proven" and asks for a deliberate yes.',
  },
  token_code: {
    what: 'That a token’s own contract keeps to its standard, today and after an upgrade.',
    told: 'What arrived is read from the chain afterwards; a difference is told at once.',
  },
  node: {
    what: 'That the nodes which are read tell the truth.',
    told: 'What follows from the bytes alone holds even if every node lies; the card says which that is.',
  },
  page: {
    what: 'That the page itself, or an extension in it, is honest: it could ask the wallet directly.',
    told: 'Compare the fingerprint on the card with what the wallet or a hardware wallet shows.',
  },
  wallet: {
    what: 'That the wallet signs what it shows.',
    told: 'Nothing in a page can tell; use a wallet you trust.',
  },
}

/**
 * The end of what proofs can do, as data: every entry says what the user is told instead. For papers, servers
 * and the scoreboard; the review card carries the codes, and a kit has sentences of its own.
 */
export const unproven: readonly Unproven[] = keysOf(unprovenPlaces).map((code) => ({
  code,
  ...unprovenPlaces[code],
  ...sentences[code],
}))
