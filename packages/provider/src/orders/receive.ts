import { type OrderShape, seaportDomain } from '@sluice/seaport'
import type { OrderReason } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Question } from '../chain/live.ts'
import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/blocks.ts'
import { readCollections } from '../storage/collections.ts'
import { tokenIdsOfSet } from '../storage/tokenSets.ts'
import { type Examined, examine, OrderRefusal, type PostedOrder, seaportOf, shapeOf } from './examine.ts'
import type { CheckedOrder } from './intake.ts'
import { vouch } from './signed.ts'
import { revisitOrders } from './status.ts'

/** What became of one posted order. */
export type Received =
  | { readonly id: Hex; readonly stored: true }
  | { readonly id: Hex; readonly stored: false; readonly reason: OrderReason; readonly detail: string }

/** An order on its way in: refused, or good so far. */
type Passing = { readonly posted: PostedOrder; readonly examined: Examined }

/** Keeps a refusal as a value, so that one bad order of a post does not keep the others out. */
async function refusable<T>(check: () => Promise<T> | T): Promise<T | OrderRefusal> {
  try {
    return await check()
  } catch (cause) {
    if (cause instanceof OrderRefusal) return cause
    throw cause
  }
}

/**
 * Takes orders in: every check first, the chain asked once for all of them, then one durable write for all
 * that passed. A second post of the same order is a success. Answers in order of input; a fault of the chain
 * or the database rejects.
 */
export async function receiveOrders(
  chain: ChainDeps,
  posted: readonly PostedOrder[],
): Promise<readonly Received[]> {
  const head = (await readHead(chain.db, chain.config.id))?.hash
  const examined = await examineAll(chain, posted)
  const passing = examined.filter((one): one is Passing => !(one instanceof OrderRefusal))
  const standing = await standingOf(chain, passing)
  const checked = await Promise.all(
    examined.map((one) =>
      one instanceof OrderRefusal
        ? one
        : refusable(async (): Promise<CheckedOrder> => ({ order: await standing(one), head })),
    ),
  )
  const good = checked.filter((one): one is CheckedOrder => !(one instanceof OrderRefusal))
  if (good.length > 0) await revisitOrders(chain, await chain.intake.store(good))
  return checked.map((one) =>
    one instanceof OrderRefusal
      ? { id: one.orderId, stored: false, reason: one.reason, detail: one.message }
      : { id: one.order.id, stored: true },
  )
}

/** Checks what needs no chain; collections and token sets are read once for the whole post. */
async function examineAll(
  chain: ChainDeps,
  posted: readonly PostedOrder[],
): Promise<readonly (Passing | OrderRefusal)[]> {
  const { config, db, verifier } = chain
  const now = BigInt(Math.floor(chain.clock() / 1000))
  const shaped = await Promise.all(
    posted.map((one) =>
      refusable((): { posted: PostedOrder; id: Hex; shape: OrderShape } => {
        const id = verifier.orderHash(one.components)
        return { posted: one, id, shape: shapeOf(one, id, config) }
      }),
    ),
  )
  const contracts = shaped.flatMap((one) => (one instanceof OrderRefusal ? [] : [one.shape.nft.token]))
  const collections = await readCollections(db, config.id, contracts)
  return Promise.all(
    shaped.map((one) =>
      one instanceof OrderRefusal
        ? one
        : refusable(async (): Promise<Passing> => {
            const collection = collections.get(one.shape.nft.token)
            const examined = examine(one.posted, one.id, one.shape, config, collection, now)
            const { tokenSetId } = examined
            if (
              tokenSetId.startsWith('list:') &&
              (await tokenIdsOfSet(db, config.id, tokenSetId)).length === 0
            )
              throw new OrderRefusal(
                'invalid-token-set',
                one.id,
                'The tokens of the offer are not known here.',
              )
            return { posted: one.posted, examined }
          }),
    ),
  )
}

/** Asks the chain once about all orders; answers the check of each against what it said. */
async function standingOf(chain: ChainDeps, passing: readonly Passing[]) {
  const { config } = chain
  const questions = passing.flatMap(({ examined: { id, maker, version, side, currency, conduit } }) => {
    const seaport = seaportOf(config, version) ?? config.seaport
    const own: Question[] = [
      { ask: 'counter', seaport, account: maker },
      { ask: 'order', seaport, orderId: id },
    ]
    if (side === 'buy')
      own.push(
        { ask: 'balance', token: currency, account: maker },
        { ask: 'allowance', token: currency, account: maker, spender: conduit },
      )
    return own
  })
  const facts = await chain.live.read(questions)
  return async ({ posted, examined }: Passing): Promise<CheckedOrder['order']> => {
    const { id, maker, version, side, currency, conduit, components } = examined
    const refuse = (reason: OrderReason, message: string): never => {
      throw new OrderRefusal(reason, id, message)
    }
    const seaport = seaportOf(config, version) ?? config.seaport
    const domain = seaportDomain(config.id, version, seaport)
    const vouched = await vouch(chain, domain, components, posted.signature)
    if (vouched === undefined) return refuse('invalid-signature', 'The signature is not the maker’s.')
    if (facts.counter(seaport, maker) !== components.counter)
      return refuse('not-fillable', 'The order was signed before its maker cancelled everything.')
    const state = facts.order(seaport, id)
    if (state === undefined) return refuse('not-fillable', 'Seaport knows nothing of such an order.')
    if (state.cancelled) return refuse('not-fillable', 'The order is cancelled on chain.')
    if (state.size > 0n && state.filled >= state.size) return refuse('not-fillable', 'The order is filled.')
    const bid = side === 'buy'
    return {
      ...examined,
      signature: vouched.signature,
      signedBy: vouched.by,
      funds: bid ? facts.balance(currency, maker) : 0n,
      allowed: bid ? facts.allowance(currency, maker, conduit) : 0n,
    }
  }
}
