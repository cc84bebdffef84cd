import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type BlockFacts, insertFacts } from '../../src/storage/chain/facts.ts'
import { moveOwnerships } from '../../src/storage/chain/ownerships.ts'
import { openDatabase, type Row } from '../../src/storage/connection/database.ts'
import { deriveTouched } from '../../src/storage/orders/status.ts'
import { testDatabase } from '../support/testDatabase.ts'

const chainId = 31_337
const [seller, buyer, contract] = [
  `0x${'11'.repeat(20)}`,
  `0x${'22'.repeat(20)}`,
  `0x${'33'.repeat(20)}`,
] as const
const orderId = `0x${'44'.repeat(32)}` as const

/** A sale, with everything else that a block may tell of. */
function factsOf(tokenId: bigint): BlockFacts {
  const place = { logIndex: Number(tokenId), txHash: orderId } as const
  return {
    transfers: [{ ...place, batchIndex: 0, contract, tokenId, from: seller, to: buyer, amount: 1n }],
    operators: [{ ...place, contract, owner: buyer, operator: seller, approved: true }],
    fills: [
      {
        ...place,
        kind: 'seaport-v1.6',
        orderId,
        side: 'sell',
        maker: seller,
        taker: buyer,
        contract,
        tokenId,
        amount: 1n,
        currency: contract,
        price: 1n,
        sale: true,
      },
    ],
    cancels: [{ ...place, kind: 'seaport-v1.6', orderId, maker: seller }],
    counters: [{ ...place, kind: 'seaport-v1.6', maker: seller, counter: tokenId }],
    payers: [buyer],
  }
}

test('Postgres keeps the plans of what every block writes, however much a block has', async () => {
  const { url, stop } = await testDatabase()
  const db = await openDatabase(url, [chainId, 1, 10, 137])
  try {
    const plans = await db.transaction(async (tx) => {
      for (let number = 1; number <= 12; number += 1) {
        const block = { number, hash: `0x${String(number).padStart(64, '0')}`, timestamp: number }
        // More of everything from block to block: what is kept must not look dearer for it.
        const facts = Array.from({ length: number }, (_, index) => factsOf(BigInt(number * 100 + index)))
        await insertFacts(
          tx,
          chainId,
          facts.map((one) => ({ block, facts: one })),
        )
        await moveOwnerships(tx, chainId, [block.hash])
        const holders = facts
          .flatMap(({ transfers }) => transfers)
          .map(({ tokenId }) => ({ account: buyer, contract, tokenId: `${tokenId}` }))
        const touched = { orders: [orderId], makers: facts.flatMap(({ counters }) => counters), holders }
        await deriveTouched(tx, chainId, touched, 'open', number)
      }
      return tx.rows<Row & { statement: string; generic: number; custom: number }>(sql`
        select statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements`)
    })
    expect(plans.length).toBeGreaterThanOrEqual(8)
    // Postgres tries the first five times with the values themselves.
    for (const { statement, generic, custom } of plans)
      expect({ statement, generic, custom }).toEqual({ statement, generic: 7, custom: 5 })
  } finally {
    await db.close()
    await stop()
  }
})
