import { orderIndexOf } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { OpenEntry } from '../journal/openEntry.ts'
import { placeOf } from '../plan/checkedPlan.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import { isRecord, property } from '../property.ts'
import { sendPost } from './sendPost.ts'
import type { SignatureContext, SignatureItem } from './signatureContext.ts'

/**
 * Posts the body of a checked order with its signature, and writes to the journal what became of it.
 * @throws {TradeError} what {@link sendPost} throws.
 */
export async function postOrder(
  context: SignatureContext,
  item: SignatureItem,
  { signature, entry }: { readonly signature: Hex; readonly entry: OpenEntry },
): Promise<void> {
  const at = placeOf(item)
  const { endpoint, orderIds } = item.post
  const { ends = [] } = item.effects
  const body = bodyToPost(context.prepared, item)
  const post = {
    endpoint,
    body,
    signature,
    orderIds,
    ends: ends === 'all' ? [] : ends.map(({ order }) => order),
    isRepeated: false,
  }
  const orderData = await sendPost(context, post, (state, refused) =>
    entry.write(state, { post: { endpoint, body, signature }, ...(refused === true && { refused }) }),
  )
  context.dispatch({ type: 'item_posted', at, orderData })
  context.dispatch({ type: 'item_complete', at })
}

/**
 * Returns the body to post, with the API key of each order's book as the caller gave it: a secret that no intent,
 * verdict or report holds.
 */
export function bodyToPost(
  { body: { params } }: Pick<PreparedAction, 'body'>,
  { claims, post: { body } }: SignatureItem,
): unknown {
  const places = claims.map(({ slot }) => orderIndexOf(slot))
  if (places[0] === undefined) return body
  const keyAt = (index: number) => {
    const place = places[index]
    const key =
      Array.isArray(params) && place !== undefined ? property(params[place], 'orderbookApiKey') : undefined
    return key === undefined ? {} : { orderbookApiKey: key }
  }
  if (!isRecord(body)) return body
  const { items } = body
  return Array.isArray(items)
    ? { ...body, items: items.map((item: object, index) => ({ ...item, ...keyAt(index) })) }
    : { ...body, ...keyAt(0) }
}
