import { expect, test } from 'vitest'
import type { ItemShape } from './budgetProof.ts'
import { prove } from './prove.ts'

const one = (pricedIn: bigint | undefined): ItemShape => ({ quantity: 1n, orders: [1n], pricedIn })

test('every state of an allowed plan is within the intent, and no longer once a rule is left out', async () => {
  const items = [one(undefined), one(0n)]
  const proofs = await prove([
    { action: 'buy', items, isReplanned: false },
    { action: 'sell', items, isReplanned: false },
    { action: 'buy', items, isReplanned: false, without: 'CALL_PRICE' },
    { action: 'sell', items, isReplanned: false, without: 'NO_ITEM_PRICE' },
  ])
  expect(proofs.map(({ holds }) => holds)).toEqual([true, true, false, false])
})
