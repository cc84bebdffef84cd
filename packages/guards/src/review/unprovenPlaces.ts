import type { Intent } from '../model/intent.ts'

const all = ['buy', 'sell', 'list', 'bid', 'cancel', 'transfer'] as const
const orders = ['list', 'bid'] as const

type Place = { readonly actions: readonly Intent['action'][]; readonly where: UnprovenPlace }

/**
 * Where the user is told. card: on the review card of these actions. asked: the card asks for a deliberate yes
 * when it is so. journal: the signed order stays listed until the chain shows its end. docs: outside of what a
 * page can guard.
 */
export type UnprovenPlace = 'card' | 'asked' | 'journal' | 'docs'

/** What nobody can prove before something is signed: the actions it is about, and where it is told. */
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

/** Names of what the guards cannot prove: a closed list. */
export type UnprovenCode = keyof typeof unprovenPlaces
