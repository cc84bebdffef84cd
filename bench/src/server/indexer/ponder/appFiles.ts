/** A Ponder app that stores the events of the generated history as its guide shows it, by file name. */
export const appFiles: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'ponder-beside-us', private: true, type: 'module' }),

  'ponder.config.ts': `
import { createConfig } from 'ponder'
import { parseAbi } from 'viem'

const { DATABASE_URL, RPC_URL, CHAIN_ID, START_BLOCK, COLLECTIONS, SEAPORT } = process.env
const place = { chain: 'local', startBlock: Number(START_BLOCK) } as const
export default createConfig({
  database: { kind: 'postgres', connectionString: DATABASE_URL },
  chains: { local: { id: Number(CHAIN_ID), rpc: RPC_URL } },
  contracts: {
    Collection: {
      ...place,
      address: JSON.parse(COLLECTIONS),
      abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)']),
    },
    Seaport: {
      ...place,
      address: SEAPORT,
      abi: parseAbi([
        'struct SpentItem { uint8 itemType; address token; uint256 identifier; uint256 amount; }',
        'struct ReceivedItem { uint8 itemType; address token; uint256 identifier; uint256 amount; address recipient; }',
        'event OrderFulfilled(bytes32 orderHash, address indexed offerer, address indexed zone, address recipient, SpentItem[] offer, ReceivedItem[] consideration)',
        'event OrderCancelled(bytes32 orderHash, address indexed offerer, address indexed zone)',
      ]),
    },
  },
})
`,

  'ponder.schema.ts': `
import { index, onchainTable, primaryKey } from 'ponder'

const place = (t) => ({ id: t.text().primaryKey(), txHash: t.hex().notNull(), block: t.bigint().notNull(), timestamp: t.bigint().notNull() })
const token = (t) => ({ contract: t.hex().notNull(), tokenId: t.bigint().notNull() })
const byToken = (table) => ({ byToken: index().on(table.contract, table.tokenId) })

export const transfer = onchainTable('transfer', (t) => ({ ...place(t), ...token(t), from: t.hex().notNull(), to: t.hex().notNull() }), byToken)
export const fill = onchainTable('fill', (t) => ({
  ...place(t), ...token(t), orderHash: t.hex().notNull(), maker: t.hex().notNull(), taker: t.hex().notNull(), price: t.bigint().notNull(),
}), byToken)
export const cancel = onchainTable('cancel', (t) => ({ ...place(t), orderHash: t.hex().notNull(), maker: t.hex().notNull() }))
export const ownership = onchainTable('ownership', (t) => ({ ...token(t), owner: t.hex().notNull() }), (table) => ({
  pk: primaryKey({ columns: [table.contract, table.tokenId] }),
  byOwner: index().on(table.owner),
}))
`,

  'src/index.ts': `
import { ponder } from 'ponder:registry'
import { cancel, fill, ownership, transfer } from 'ponder:schema'

const place = ({ id, transaction, block }) => ({ id, txHash: transaction.hash, block: block.number, timestamp: block.timestamp })

ponder.on('Collection:Transfer', async ({ event, context }) => {
  const { from, to, tokenId } = event.args
  const contract = event.log.address
  await context.db.insert(transfer).values({ ...place(event), contract, tokenId, from, to })
  await context.db.insert(ownership).values({ contract, tokenId, owner: to }).onConflictDoUpdate({ owner: to })
})

ponder.on('Seaport:OrderFulfilled', async ({ event, context }) => {
  const { orderHash, offerer, recipient, offer, consideration } = event.args
  const sold = offer.find(({ itemType }) => itemType > 1)
  if (sold === undefined) return
  const price = consideration.filter(({ itemType }) => itemType <= 1).reduce((sum, { amount }) => sum + amount, 0n)
  await context.db.insert(fill).values({
    ...place(event), contract: sold.token, tokenId: sold.identifier, orderHash, maker: offerer, taker: recipient, price,
  })
})

ponder.on('Seaport:OrderCancelled', async ({ event, context }) => {
  const { orderHash, offerer } = event.args
  await context.db.insert(cancel).values({ ...place(event), orderHash, maker: offerer })
})
`,

  'src/api/index.ts': `
import { Hono } from 'hono'

export default new Hono()
`,
}
