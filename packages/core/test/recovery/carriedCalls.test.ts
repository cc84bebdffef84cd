import { seaportTopics } from '@sluice/seaport'
import { type Address, encodeAbiParameters, type Hex, numberToHex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ReceiptLog } from '../../src/chain/receipts.ts'
import type { JournalEntry } from '../../src/journal/journalEntry.ts'
import { showsCall } from '../../src/recovery/showsCall.ts'

/**
 * Anybody can put another's call into a transaction of their own, and have a log of it name them. What the journal says
 * then is read from what moved, and from whom to whom.
 */
const account: Address = `0x${'a1'.repeat(20)}`
const rival: Address = `0x${'bb'.repeat(20)}`
const maker: Address = `0x${'5e'.repeat(20)}`
const receiver: Address = `0x${'4e'.repeat(20)}`
const seaport: Address = `0x${'5a'.repeat(20)}`
const nft: Address = `0x${'c0'.repeat(20)}`
const other: Address = `0x${'c1'.repeat(20)}`
const orderId: Hex = `0x${'0d'.repeat(32)}`

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const moved = (from: Address, to: Address, tokenId = 7n, contract = nft): ReceiptLog => ({
  address: contract,
  topics: [transferTopic, pad(from), pad(to), numberToHex(tokenId, { size: 32 })],
  data: '0x',
})
const movedUnits = (from: Address, to: Address, units: bigint): ReceiptLog => ({
  address: nft,
  topics: [singleTopic, pad(seaport), pad(from), pad(to)],
  data: encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [7n, units]),
})
const items = (size: 4 | 5) => ({
  type: 'tuple[]' as const,
  components: [
    { type: 'uint8', name: 'itemType' },
    { type: 'address', name: 'token' },
    { type: 'uint256', name: 'identifier' },
    { type: 'uint256', name: 'amount' },
    ...(size === 5 ? [{ type: 'address', name: 'recipient' }] : []),
  ],
})
/** Seaport's word that an order was filled, which gave a token for a coin, or the other way round. */
const fulfilled = (
  side: 'ask' | 'bid',
  { itemType = 2, units = 1n, by = seaport, offerer = maker, id = orderId } = {},
): ReceiptLog => {
  const token = { itemType, token: nft, identifier: 7n, amount: units, recipient: offerer }
  const coin = { itemType: 1, token: other, identifier: 0n, amount: 5n, recipient: offerer }
  const data = encodeAbiParameters([{ type: 'bytes32' }, { type: 'address' }, items(4), items(5)], [
    id,
    rival,
    side === 'ask' ? [token] : [coin],
    side === 'ask' ? [coin] : [token],
  ] as never)
  return { address: by, topics: [seaportTopics.OrderFulfilled as Hex, pad(offerer), pad(rival)], data }
}
const entry = (purpose: 'buy' | 'sell'): JournalEntry => ({
  id: 'one',
  run: 'one',
  chainId: 1,
  account,
  action: purpose,
  kind: 'transaction',
  purpose,
  digest: `0x${'d1'.repeat(32)}`,
  state: 'unknown',
  orderIds: [orderId],
  call: { to: seaport, value: '0', selector: '0xe7acab24', bytes: 36 },
  createdAt: 1,
  updatedAt: 1,
})
/** The call of the entry, as somebody carried it: it names the receiver and the maker. */
const data = `0xe7acab24${pad(receiver).slice(2)}${pad(maker).slice(2)}` as Hex

describe('a purchase inside another transaction', () => {
  const buys = (...logs: ReceiptLog[]) => showsCall(entry('buy'), data, logs)

  test('is done if the token came to the account or to the recipient of the call', () => {
    expect(buys(fulfilled('ask'), moved(maker, account))).toBe(true)
    expect(buys(fulfilled('ask'), moved(maker, receiver))).toBe(true)
    expect(buys(fulfilled('ask', { itemType: 3, units: 2n }), movedUnits(maker, account, 2n))).toBe(true)
  })

  test('is not done if a rival filled the order, even if a log names the account', () => {
    expect(buys(fulfilled('ask'), moved(maker, rival), moved(rival, account, 9n))).toBe(false)
    expect(buys(fulfilled('ask'), moved(maker, rival), moved(rival, account, 7n, other))).toBe(false)
    expect(buys(fulfilled('ask', { itemType: 3 }), movedUnits(maker, rival, 1n))).toBe(false)
  })

  test('is not done if the token went to a rival and back to its maker', () => {
    expect(buys(fulfilled('ask'), moved(maker, rival), moved(rival, maker))).toBe(false)
  })

  test('is not done if another contract logged the fill, or another order was filled', () => {
    expect(buys(fulfilled('ask', { by: other }), moved(maker, account))).toBe(false)
    expect(buys(fulfilled('ask', { id: `0x${'0e'.repeat(32)}` }), moved(maker, account))).toBe(false)
  })

  test('is not done if nothing moved, whatever Seaport logged', () => {
    expect(buys(fulfilled('ask'))).toBe(false)
  })
})

describe('a sale inside another transaction', () => {
  const sells = (...logs: ReceiptLog[]) => showsCall(entry('sell'), data, logs)

  test('is done if the token left the account', () => {
    expect(sells(fulfilled('bid'), moved(account, maker))).toBe(true)
    expect(sells(fulfilled('bid', { itemType: 3, units: 2n }), movedUnits(account, maker, 2n))).toBe(true)
  })

  test('is not done if another owner accepted the offer with a token of the same id', () => {
    expect(sells(fulfilled('bid'), moved(rival, maker))).toBe(false)
    expect(sells(fulfilled('bid', { itemType: 3 }), movedUnits(rival, maker, 1n))).toBe(false)
  })

  test('is not done if another token left the account', () => {
    expect(sells(fulfilled('bid'), moved(rival, maker), moved(account, rival, 9n))).toBe(false)
    expect(sells(fulfilled('bid'), moved(rival, maker), moved(account, rival, 7n, other))).toBe(false)
  })
})
