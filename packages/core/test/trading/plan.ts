import { type Address, type Hex, zeroAddress } from 'viem'
import type { Execution } from '../../src/run/execution.ts'
import type { Floor } from './floor.ts'
import type { Fill, Ledger, Mined } from './ledger.ts'
import { windows } from './people.ts'
import type { SeededRandom } from './seededRandom.ts'
import { type Entry, key, statusOf, type World } from './truth.ts'

export type Plan = {
  readonly kind: string
  /** Runs that are started together. */
  readonly start: () => readonly { readonly done: Promise<Execution> }[]
  /** What may come of each run: `complete`, or codes of errors. */
  readonly ends: readonly string[]
  /** What else moved, beside what fills move. */
  readonly settle?: (
    ledger: Ledger,
    mined: Mined,
    ends: readonly Execution[],
    moved: (account: string, asset: string) => bigint,
  ) => readonly string[]
  readonly touched: readonly string[]
  /** What moved cannot be told from what was agreed: the chain went back, or a part alone was carried out. */
  readonly rewinds?: boolean
  /** What was filled on blocks that are no more. */
  readonly undone?: readonly Fill[]
  /** Who receives what is bought. */
  readonly receiver?: string
  readonly after?: (ends: readonly Execution[], mined: Mined) => Promise<readonly string[]>
}

export const show = (value: unknown) =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}` : inner))

export type Context = {
  readonly floor: Floor
  readonly random: SeededRandom
  readonly world: World
  readonly note: (text: string) => void
}

export const low = (text: string) => text.toLowerCase()

export const now = () => Math.floor(Date.now() / 1000)

export const nowOf = (world: World): bigint => (world.time > BigInt(now()) ? world.time : BigInt(now()))

export const common = ({ floor, random, note }: Context, index: number) => {
  const { isContract, wallet } = floor.people[index]!
  const [window, parallel] = [random.pick(['viem', 'viem', ...windows] as const), random.odds(0.3)]
  note(`by ${index} through ${isContract ? 'a contract' : window}${parallel ? ' in parallel' : ''}`)
  return { wallet: wallet(window), parallel, confirm: () => true }
}

/** Somebody, by the place among the traders. */
export const somebody = ({ floor, random }: Context): number => random.below(floor.people.length)

export const held = ({ floor, world }: Context, index: number) =>
  floor.watched.tokens.filter(
    (token) => (world.balances.get(key(floor.watched.traders[index]!, token)) ?? 0n) > 0n,
  )

export const kindOf = (floor: Floor, token: string): 'erc721' | 'erc1155' =>
  floor.chain.contracts.collections.find(({ address }) => low(address) === token.split(':')[0])!.kind

export const balance = ({ floor, world }: Context, index: number, asset: string) =>
  world.balances.get(key(floor.watched.traders[index]!, asset)) ?? 0n

export function price({ floor, random }: Context, forBid = false) {
  const { weth, usdc } = floor.chain.contracts
  const currency = forBid
    ? random.pick([weth, weth, usdc])
    : random.pick([zeroAddress, zeroAddress, zeroAddress, weth, usdc])
  const digits = BigInt(1 + random.below(random.pick([10, 1000, 1_000_000])))
  const gross =
    currency === usdc ? 1_000_000n + digits * 7n : 10n ** 15n * BigInt(1 + random.below(40)) + digits
  return { currency: low(currency) as Address, gross }
}

export function fees({ floor, random }: Context): { fees?: readonly string[] } {
  const count = random.pick([0, 0, 1, 2, 3])
  if (count === 0) return random.odds(0.5) ? {} : { fees: [] }
  const receivers = random.some(floor.watched.holders.slice(6, 11), count)
  return { fees: receivers.map((receiver) => `${receiver}:${1 + random.below(500)}`) }
}

export const idsOf = (ends: readonly Execution[]): Hex[] =>
  ends.flatMap(({ steps }) =>
    steps.flatMap(({ items }) =>
      items.flatMap(({ orderData }) =>
        (orderData ?? []).flatMap(({ orderId }) => (orderId == null ? [] : [orderId as Hex])),
      ),
    ),
  )

export const isActive = ({ world }: Context, entry: Entry) => {
  const at = nowOf(world)
  // Nothing whose end is near: whether it can still be filled is a matter of the second.
  return (
    statusOf(entry, world, at) === 'active' &&
    entry.order.endTime > at + 20n &&
    entry.order.startTime <= at - 1n
  )
}

export const isFalling = ({ order }: Entry) =>
  order.consideration.some((item) => item.startAmount !== item.endAmount)
