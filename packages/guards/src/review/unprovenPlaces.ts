import type { Intent } from '../model/intent.ts'

const all = ['buy', 'sell', 'list', 'bid', 'cancel', 'transfer'] as const
const orders = ['list', 'bid'] as const

type Place = { readonly actions: readonly Intent['action'][]; readonly where: UnprovenPlace }

/**
 * Where the user is told.
 *
 * - card: on the review card of these actions.
 * - asked: the card needs an explicit confirmation if it applies.
 * - journal: the signed order stays listed until the chain shows that it has ended.
 * - docs: only in the documentation, because a page cannot guard against it.
 */
export type UnprovenPlace = 'card' | 'asked' | 'journal' | 'docs'

/** What cannot be proven before something is signed: the actions that it is about, and where the user is told. */
export const unprovenPlaces = {
  shown_terms: { actions: ['buy', 'sell', 'list', 'bid'], where: 'card' },
  kept_signature: { actions: orders, where: 'journal' },
  unanswered_post: { actions: orders, where: 'journal' },
  signed_cancellation: { actions: ['list', 'bid', 'cancel'], where: 'card' },
  late_cancellation: { actions: ['cancel'], where: 'card' },
  hidden_orders: { actions: ['buy', 'sell'], where: 'card' },
  order_of_blocks: { actions: ['buy', 'sell', 'cancel'], where: 'card' },
  resale: { actions: ['buy', 'bid'], where: 'card' },
  trait_members: { actions: ['bid'], where: 'asked' },
  simulated_only: { actions: ['buy', 'sell', 'transfer'], where: 'asked' },
  token_code: { actions: ['buy', 'sell', 'bid', 'transfer'], where: 'card' },
  node: { actions: all, where: 'card' },
  page: { actions: all, where: 'docs' },
  wallet: { actions: all, where: 'docs' },
} as const satisfies Readonly<Record<string, Place>>

/** The code of something that the guards cannot prove. The list is closed. */
export type UnprovenCode = keyof typeof unprovenPlaces
