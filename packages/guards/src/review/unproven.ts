import { keysOf } from '@sluice/seaport'
import type { Intent } from '../model/intent.ts'
import { type UnprovenCode, type UnprovenPlace, unprovenPlaces } from './unprovenPlaces.ts'

/** Something that the guards cannot prove, and what the user is told about it. */
export type Unproven = {
  readonly code: UnprovenCode
  /** Actions it is about. */
  readonly actions: readonly Intent['action'][]
  /** What cannot be proven. */
  readonly what: string
  /** What the user is told instead. */
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
    what: 'That a signed order is published at once, and not kept until a day on which it harms the signer.',
    told: 'The card says until when the order is valid; the journal lists it and can cancel it with one call.',
  },
  unanswered_post: {
    what: 'That an order was not stored when its post got no response.',
    told: 'The order counts as open until it is cancelled on chain or has expired.',
  },
  signed_cancellation: {
    what: 'That an off-chain cancellation is honored.',
    told: 'It works only if the zone honors it; a cancellation on chain is final.',
  },
  late_cancellation: {
    what: 'That nobody fills an order before its cancellation is mined.',
    told: 'The order is shown as cancelled only when the chain shows it.',
  },
  hidden_orders: {
    what: 'That there is no better order that the marketplace does not show.',
    told: 'What is paid or received stays within what was agreed; a better price may exist elsewhere.',
  },
  order_of_blocks: {
    what: 'That nobody acts on the same orders in the same block first.',
    told: 'The transaction then fails, or fills only the orders that are left; no part of it costs more, or brings less, than was agreed for that part, or was confirmed on the card.',
  },
  resale: {
    what: 'That the token can be sold again.',
    told: 'The contract decides whether its token can move; an unknown collection may lock it forever.',
  },
  trait_members: {
    what: 'Which tokens have a trait. The marketplace’s list of them is used without a check.',
    told: 'An offer for a trait needs an explicit confirmation; an offer for listed tokens is proven.',
  },
  simulated_only: {
    what: 'That code that was only simulated does the same when it is mined.',
    told: 'The card says "simulated, not proven" and needs an explicit confirmation.',
  },
  token_code: {
    what: 'That a token’s own contract keeps to its standard, today and after an upgrade.',
    told: 'What arrived is read from the chain afterwards; a difference is reported at once.',
  },
  node: {
    what: 'That the nodes report the true state of the chain.',
    told: 'What is proven from the bytes alone is true even if every node lies; the card says what that is.',
  },
  page: {
    what: 'That the page itself, or an extension in it, is honest: it could ask the wallet directly.',
    told: 'The page cannot prove it of itself. Compare the recipient, the amount and the token that the wallet shows with the card.',
  },
  wallet: {
    what: 'That the wallet signs what it shows.',
    told: 'A page cannot check this; use a wallet that you trust.',
  },
}

/**
 * Everything that the guards cannot prove, with what the user is told instead. It is meant for documentation, servers and
 * the scoreboard. The review card has only the codes, and the kit has its own sentences for them.
 */
export const unproven: readonly Unproven[] = keysOf(unprovenPlaces).map((code) => ({
  code,
  ...unprovenPlaces[code],
  ...sentences[code],
}))
