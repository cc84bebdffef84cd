import { buildListing, feeAmount } from '@sluice/seaport'
import fc from 'fast-check'
import { type Address, type Hex, zeroAddress, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { StoredOrder } from '../../src/storage/orders/orders.ts'
import { orderSalt, sourceTag } from '../../src/trade/exchange.ts'
import { capRoyalties, feesFit, orderFees } from '../../src/trade/fees.ts'
import { fillableUnits } from '../../src/trade/fills/availability.ts'
import {
  buyPath,
  decimalOf,
  type Quoted,
  shareFee,
  spendOf,
  withFeesOnTop,
} from '../../src/trade/fills/quote.ts'

const someone = (digit: number): Address => `0x${digit.toString(16).padStart(2, '0').repeat(20)}`
const ether = { contract: zeroAddress, name: 'Ether', symbol: 'ETH', decimals: 18 } as const

function storedListing(gross: bigint, quantity: bigint, bps: readonly number[] = []): StoredOrder {
  const fees = bps.map((each, index) => ({ recipient: someone(index + 2), bps: each }))
  const components = buildListing({
    maker: someone(1),
    gross,
    currency: zeroAddress,
    quantity,
    fees,
    startTime: 1n,
    endTime: 2n ** 40n,
    salt: 0n,
    conduitKey: zeroHash,
    counter: 0n,
    token: someone(9),
    tokenId: 7n,
    kind: 'erc1155',
  })
  return {
    id: `0x${'ab'.repeat(32)}` as Hex,
    side: 'sell',
    version: '1.6',
    maker: someone(1),
    taker: undefined,
    contract: someone(9),
    tokenId: 7n,
    tokenKind: 'erc1155',
    tokenSetId: '',
    currency: zeroAddress,
    gross,
    unitPrice: gross / quantity,
    unitNet: gross / quantity,
    quantity,
    filled: 0n,
    conduit: someone(8),
    feeBps: 0,
    fees: fees.map((fee) => ({ ...fee, kind: 'marketplace' })),
    source: undefined,
    components,
    signature: '0x',
    signedBy: 'key',
    fillability: 'fillable',
    approval: 'approved',
    createdAt: new Date(0),
    updatedAt: new Date(0),
  }
}
const quoteOf = (order: StoredOrder, units: bigint): Quoted => ({
  chosen: { order, tokenId: 7n, units, itemIndex: 0 },
  currency: ether,
  gross: (order.gross * units) / order.quantity,
  extras: [],
})
const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
const units = fc.bigInt({ min: 1n, max: 1000n })

describe('fees on top', () => {
  test('default: an even fee is shared evenly', () => {
    expect(shareFee(30n, [1n, 1n, 1n])).toEqual([10n, 10n, 10n])
  })

  test('are never more than requested, and less only by what units cannot share', () => {
    fc.assert(
      fc.property(amount, fc.array(units, { minLength: 1, maxLength: 20 }), (fee, counts) => {
        const paid = shareFee(fee, counts).reduce(
          (sum, share, index) => sum + share * (counts[index] ?? 0n),
          0n,
        )
        const least = counts.reduce((a, b) => (a < b ? a : b))
        expect(paid <= fee && fee - paid < least).toBe(true)
      }),
    )
  })

  test('the path adds up to what the payer spends', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(units, amount), { minLength: 1, maxLength: 8 }), amount, (lines, fee) => {
        const quoted = withFeesOnTop(
          lines.map(([count, unit]) => quoteOf(storedListing((unit + 1n) * count, count), count)),
          [{ recipient: someone(5), amount: fee }],
        )
        const path = quoted.map((entry) => buyPath(entry, { chainId: 1, zone: undefined }))
        const total = path.reduce(
          (sum, entry) => sum + BigInt(entry.totalRawPrice) * BigInt(entry.quantity),
          0n,
        )
        expect(total).toBe(quoted.reduce((sum, entry) => sum + spendOf(entry), 0n))
        for (const entry of path) expect(entry.quote).toBe(decimalOf(BigInt(entry.rawQuote), 18))
      }),
    )
  })
})

describe('fees of an order', () => {
  const bps = fc.integer({ min: 0, max: 5000 })
  test('royalties are reduced to their limit, in order', () => {
    fc.assert(
      fc.property(fc.array(bps, { maxLength: 6 }), fc.integer({ min: 0, max: 10_000 }), (list, cap) => {
        const capped = capRoyalties(
          list.map((each, index) => ({ recipient: someone(index), bps: each })),
          cap,
        )
        const sum = capped.reduce((total, fee) => total + fee.bps, 0)
        const whole = list.reduce((total, each) => total + each, 0)
        expect(sum).toBe(Math.min(cap, whole))
      }),
    )
  })

  test('custom royalties replace the collection’s, and both names of fees count', () => {
    const royalties = [{ recipient: someone(1), bps: 500 }]
    const base = { royalties, automatedRoyalties: true }
    const custom = { recipient: someone(2), bps: 100 }
    expect(orderFees({ ...base, customRoyalties: [custom] })).toEqual([custom])
    expect(orderFees({ ...base, automatedRoyalties: false })).toEqual([])
    expect(orderFees({ ...base, fees: [custom], marketplaceFees: [custom] })).toEqual([
      ...royalties,
      custom,
      custom,
    ])
  })

  test('fit only below the price', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.array(bps, { maxLength: 4 }), (gross, list) => {
        const fees = list.map((each, index) => ({ recipient: someone(index), bps: each }))
        const paid = fees.reduce((sum, fee) => sum + feeAmount(gross, fee.bps), 0n)
        if (feesFit(gross, fees)) expect(paid).toBeLessThan(gross)
      }),
    )
  })
})

describe('units', () => {
  test('that can be filled divide every amount of the order', () => {
    fc.assert(
      fc.property(
        units,
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        bpsList(),
        units,
        (quantity, price, list, wanted) => {
          const order = storedListing(price * quantity, quantity, list)
          const got = fillableUnits(order, wanted, quantity)
          expect(got <= wanted && got <= quantity).toBe(true)
          for (const item of order.components.consideration)
            expect((item.startAmount * got) % quantity).toBe(0n)
        },
      ),
    )
  })
})

function bpsList() {
  return fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 3 })
}

describe('salts', () => {
  test('have the tag of their marketplace and differ', () => {
    const bytes = (fill: number) => (size: number) => new Uint8Array(size).fill(fill)
    const salt = orderSalt('Shop.Example', bytes(3))
    expect(`0x${salt.toString(16).padStart(64, '0').slice(0, 8)}`).toBe(sourceTag('shop.example'))
    expect(orderSalt('shop.example', bytes(4))).not.toBe(salt)
  })
})
