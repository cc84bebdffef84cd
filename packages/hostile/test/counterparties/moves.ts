import {
  cancelOrders,
  erc20Abi,
  erc721Abi,
  fulfill,
  incrementCounter,
  orderShape,
  type SignedOrder,
} from '@sluice/seaport'
import { encodeFunctionData, zeroAddress } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import type { Person, Stage, StageCall } from './stage.ts'

/** What a counterparty may do while the user looks at the wallet's prompt, or while the transaction waits. */
export type MoveKind =
  | 'cancels'
  | 'cancels all'
  | 'lets a rival fill'
  | 'moves the token'
  | 'drains the balance'
  | 'lowers the allowance'

/**
 * When a move happens, counted by the wallet's prompts.
 *
 * - prompt: while the prompt is open; in a block before anything is sent.
 * - block: in the same block as the user's transaction, ahead of it.
 * - after: in the block after it.
 */
export type Move = {
  readonly at: number
  readonly when: 'prompt' | 'block' | 'after'
  readonly kind: MoveKind
  /** Which of the orders of the scene. */
  readonly order: number
  /** Which part of a balance or an allowance is left, in percent. */
  readonly left: number
}

const kinds: readonly MoveKind[] = [
  'cancels',
  'cancels all',
  'lets a rival fill',
  'moves the token',
  'drains the balance',
  'lowers the allowance',
]

/** Up to three moves against the orders of a scene. */
export function drawMoves(random: SeededRandom, orders: number): readonly Move[] {
  if (orders === 0) return []
  return Array.from({ length: random.below(4) }, () => ({
    at: random.below(3),
    when: random.pick(['prompt', 'block', 'block', 'after'] as const),
    kind: random.pick(kinds),
    order: random.below(orders),
    left: random.pick([0, 0, 30, 60]),
  }))
}

/** The call of a move, and its sender; `undefined` if the move has no meaning for the order. */
export async function callOfMove(
  stage: Stage,
  { kind, left }: Move,
  order: SignedOrder,
): Promise<{ readonly by: Person; readonly call: StageCall } | undefined> {
  const { makers, user, seaport, conduit, read } = stage
  const { components } = order
  const maker = [user, ...makers].find(({ address }) => address === components.offerer)
  const rival = makers.at(-1)
  const shape = orderShape(components)
  if (maker === undefined || rival === undefined || shape === undefined) return undefined
  // Others can do only one thing with the user's own orders: fill them.
  if (maker === user) return { by: rival, call: await fillOf(stage, order) }
  const { nft, currency, side } = shape
  const money = (functionName: 'transfer' | 'approve', to: `0x${string}`, amount: bigint): StageCall => ({
    to: currency,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
  })
  switch (kind) {
    case 'cancels':
      return { by: maker, call: cancelOrders(seaport, [components]) }
    case 'cancels all':
      return { by: maker, call: incrementCounter(seaport) }
    case 'lets a rival fill': {
      if (side === 'bid' || maker === rival || shape.taker !== undefined) return undefined
      return { by: rival, call: await fillOf(stage, order) }
    }
    case 'moves the token':
      if (side === 'bid' || nft.itemType !== 2) return undefined
      return {
        by: maker,
        call: {
          to: nft.token,
          data: encodeFunctionData({
            abi: erc721Abi,
            functionName: 'safeTransferFrom',
            args: [maker.address, rival.address, nft.identifierOrCriteria],
          }),
        },
      }
    case 'drains the balance': {
      if (side === 'ask' || currency === zeroAddress) return undefined
      const balance = await read<bigint>(currency, erc20Abi, 'balanceOf', [maker.address])
      const kept = (components.offer[0]!.startAmount * BigInt(left)) / 100n
      return { by: maker, call: money('transfer', rival.address, balance > kept ? balance - kept : 0n) }
    }
    case 'lowers the allowance':
      return side === 'bid'
        ? {
            by: maker,
            call: money('approve', conduit, (components.offer[0]!.startAmount * BigInt(left)) / 100n),
          }
        : {
            by: maker,
            call: {
              to: nft.token,
              data: encodeFunctionData({
                abi: erc721Abi,
                functionName: 'setApprovalForAll',
                args: [conduit, false],
              }),
            },
          }
    default:
      return kind satisfies never
  }
}

/** A rival fills an order completely. */
export async function fillOf({ seaport, conduitKey, now }: Stage, order: SignedOrder): Promise<StageCall> {
  return fulfill(order, { seaport, conduitKey, now: (await now()) - 5n })
}
