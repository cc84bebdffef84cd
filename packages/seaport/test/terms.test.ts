import fc from 'fast-check'
import { type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  amountAt,
  askTotal,
  type BidTerms,
  bidNet,
  buildBid,
  buildListing,
  canFulfillBasic,
  decodeCall,
  type FillOptions,
  FractionError,
  feeAmount,
  fractionOf,
  fulfill,
  fulfillAdvanced,
  fulfillBasic,
  type ListingTerms,
  matchAsks,
  matchBids,
  openseaConduitKey,
  orderHash,
  orderShape,
  payableTip,
  recoverSigner,
  SeaportError,
  seaportAddress,
  signatureParts,
  signedComponents,
  TermsError,
  zeroAddress,
} from '../src/index.ts'

const who = (digit: number) => `0x${digit.toString(16).padStart(40, '0')}` as const
const common = {
  maker: who(0xa1),
  gross: 10_000n,
  quantity: 1n,
  fees: [],
  startTime: 1_000n,
  endTime: 2_000n,
  salt: 7n,
  conduitKey: openseaConduitKey,
  counter: 0n,
} as const
const listing = (terms: Partial<ListingTerms> = {}) =>
  buildListing({ ...common, currency: zeroAddress, token: who(0xc0), tokenId: 5n, kind: 'erc721', ...terms })
const target = { kind: 'erc721', token: who(0xc0), tokenId: 5n } as const
const bid = (terms: Partial<BidTerms> = {}) => buildBid({ ...common, currency: who(0xee), target, ...terms })
const options: FillOptions = { seaport: seaportAddress['1.6'], conduitKey: openseaConduitKey, now: 1_500n }
const signed = (components: ReturnType<typeof listing>) => ({ components, signature: '0x01' as Hex })

const gross = fc.bigInt({ min: 1n, max: 10n ** 30n })
const fees = fc.array(
  fc.record({ recipient: fc.constantFrom(who(1), who(2)), bps: fc.nat({ max: 2_400 }) }),
  { maxLength: 4 },
)

describe('terms of a listing', () => {
  test('have payments that add up to the price, each fee rounded down from its basis points', () => {
    fc.assert(
      fc.property(gross, fees, (price, shares) => {
        const order = listing({ gross: price, fees: shares })
        expect(askTotal(order, orderShape(order)!, 1_500n)).toBe(price)
        const [net, ...paid] = order.consideration
        const due = shares.map((fee) => feeAmount(price, fee.bps)).filter((amount) => amount > 0n)
        expect(paid.map((item) => item.startAmount)).toEqual(due)
        expect(net!.recipient).toBe(common.maker)
        expect(net!.startAmount).toBeGreaterThan(0n)
      }),
    )
  })

  test('allow every part of a divisible listing, with exact price and fees', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 2n, max: 500n }),
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fees,
        (quantity, unit, shares) => {
          const order = listing({ kind: 'erc1155', quantity, gross: unit * quantity, fees: shares })
          expect(order.orderType).toBe(1)
          for (const item of order.consideration) expect(item.startAmount % quantity).toBe(0n)
          expect(order.consideration.reduce((sum, item) => sum + item.startAmount, 0n)).toBe(unit * quantity)
        },
      ),
    )
  })

  test('with an indivisible price are sold whole, or rejected if parts are required', () => {
    const terms = { kind: 'erc1155', quantity: 3n, gross: 10n } as const
    expect(listing(terms).orderType).toBe(0)
    expect(() => listing({ ...terms, partial: true })).toThrow(TermsError)
    expect(listing({ ...terms, gross: 9n, partial: false }).orderType).toBe(0)
  })

  test('of a private listing end with the NFT for its taker, and are sold whole', () => {
    const order = listing({ kind: 'erc1155', quantity: 4n, gross: 8n, taker: who(0xb2) })
    expect(order.consideration.at(-1)).toEqual({ ...order.offer[0], recipient: who(0xb2) })
    expect(order.orderType).toBe(0)
    expect(orderShape(order)?.taker).toBe(who(0xb2))
  })

  test.each([
    ['no price', { gross: 0n }],
    ['a price that falls to nothing', { endGross: 0n }],
    ['two of one ERC-721', { quantity: 2n }],
    ['no units', { kind: 'erc1155' as const, quantity: 0n }],
    ['an end before the start', { endTime: 1_000n }],
    ['fees of the whole price', { fees: [{ recipient: who(1), bps: 10_000 }] }],
    ['half a basis point', { fees: [{ recipient: who(1), bps: 0.5 }] }],
    ['a negative fee', { fees: [{ recipient: who(1), bps: -1 }] }],
  ])('%s is rejected', (_, terms) => {
    expect(() => listing(terms)).toThrow(TermsError)
  })
})

describe('terms of an offer', () => {
  test('pay the seller the price less the fees', () => {
    fc.assert(
      fc.property(gross, fees, (price, shares) => {
        const order = bid({ gross: price, fees: shares })
        const due = shares.reduce((sum, fee) => sum + feeAmount(price, fee.bps), 0n)
        expect(bidNet(order, orderShape(order)!, 1_500n)).toBe(price - due)
      }),
    )
  })

  test('reject the native coin, and fill several ERC-721 tokens only one by one', () => {
    expect(() => bid({ currency: zeroAddress })).toThrow(TermsError)
    expect(() => bid({ quantity: 2n })).toThrow(TermsError)
    const any = { kind: 'erc721', token: who(0xc0), root: 0n } as const
    expect(bid({ target: any, quantity: 2n }).orderType).toBe(1)
    expect(() => bid({ target: any, quantity: 3n })).toThrow(TermsError)
    expect(() => bid({ target: any, quantity: 2n, partial: false })).toThrow(TermsError)
  })
})

describe('amounts', () => {
  /** The contract's own steps, with its sub and add of the round-up flag. */
  const solidity = (start: bigint, end: bigint, from: bigint, to: bigint, now: bigint, up: bigint) => {
    if (start === end) return end
    const total = start * (to - now) + end * (now - from)
    return (total === 0n ? 0n : 1n) * ((total - up) / (to - from) + up)
  }
  const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })

  test('move as in the contract at any second', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.nat(),
        (start, end, length, at) => {
          const times = { startTime: 1_000n, endTime: 1_000n + length }
          const now = 1_000n + (BigInt(at) % length)
          const item = { startAmount: start, endAmount: end }
          const of = (up: bigint) => solidity(start, end, times.startTime, times.endTime, now, up)
          if (start + end > 0n) expect(amountAt(item, times, now, 'consideration')).toBe(of(1n))
          expect(amountAt(item, times, now, 'offer')).toBe(of(0n))
        },
      ),
    )
  })

  test('outside the order’s time are those of its nearest end', () => {
    const item = { startAmount: 100n, endAmount: 50n }
    const times = { startTime: 1_000n, endTime: 2_000n }
    expect(amountAt(item, times, 0n, 'offer')).toBe(100n)
    expect(amountAt(item, times, 9_999n, 'offer')).toBe(50n)
    expect(() => amountAt(item, { startTime: 2n, endTime: 2n }, 2n, 'offer')).toThrow(SeaportError)
  })

  test('of a tip are the largest that scale exactly', () => {
    fc.assert(
      fc.property(
        amount,
        fc.bigInt({ min: 1n, max: 300n }),
        fc.bigInt({ min: 1n, max: 300n }),
        (tip, a, b) => {
          const [units, quantity] = a < b ? [a, b] : [b, a]
          const payable = payableTip(tip, units, quantity)
          expect(fractionOf(payable, quantity, units)).toBeDefined()
          expect(tip - payable).toBeLessThan(units)
          for (let more = payable + 1n; more <= tip; more++)
            expect(fractionOf(more, quantity, units)).toBeUndefined()
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('calls that fill', () => {
  test('are read back as the same order, on either route', () => {
    for (const order of [
      listing({ fees: [{ recipient: who(1), bps: 250 }] }),
      listing({ currency: who(0xee) }),
      listing({ kind: 'erc1155' }),
      bid({ fees: [{ recipient: who(1), bps: 250 }] }),
      bid({ target: { ...target, kind: 'erc1155' } }),
    ])
      for (const make of [fulfillBasic, fulfillAdvanced]) {
        const fill = { ...signed(order), tips: [{ recipient: who(3), amount: 9n }] }
        const { call } = decodeCall(make(fill, options).data)
        if (!('order' in call)) throw new Error(call.name)
        expect(orderHash(signedComponents(call.order, 0n))).toBe(orderHash(order))
        expect(call.order.components.consideration.slice(call.order.originalItems)).toMatchObject([
          { startAmount: 9n, recipient: who(3) },
        ])
      }
  })

  test('on the basic route have nothing that its struct cannot hold', () => {
    const order = bid({ fees: [{ recipient: who(1), bps: 250 }] })
    const [nft, fee] = order.consideration
    const can = (components: typeof order, more = {}) =>
      canFulfillBasic({ ...signed(components), ...more }, options)
    expect(can(order)).toBe(true)
    expect(can({ ...order, consideration: [fee!, nft!] })).toBe(false)
    expect(can({ ...order, consideration: [{ ...fee!, recipient: order.offerer }, nft!] })).toBe(false)
    expect(can(order, { tips: [{ recipient: who(3), amount: 9_751n }] })).toBe(false)
    expect(can(order, { extraData: '0x00' })).toBe(false)
    expect(can({ ...order, orderType: 2 })).toBe(false)
    expect(can({ ...order, offer: [{ ...order.offer[0]!, endAmount: 1n }] })).toBe(false)
    const ask = listing()
    expect(can(ask)).toBe(true)
    expect(can(listing({ taker: who(0xb2) }))).toBe(false)
    expect(can({ ...ask, consideration: [{ ...ask.consideration[0]!, recipient: who(9) }] })).toBe(false)
    expect(can(listing({ endGross: 1n }))).toBe(false)
    expect(() => fulfillBasic(signed(listing({ endGross: 1n })), options)).toThrow(SeaportError)
  })

  test('do not fill an offer that leaves the token open with token zero', () => {
    const any = bid({ target: { kind: 'erc721', token: who(0xc0), root: 0n } })
    const account = who(0xb2)
    expect(() => matchBids([signed(any)], { ...options, account })).toThrow(SeaportError)
    expect(() => fulfill(signed(any), options)).toThrow(SeaportError)
    expect(matchBids([{ ...signed(any), tokenId: 0n }], { ...options, account }).functionName).toBe(
      'matchAdvancedOrders',
    )
  })

  test('reject indivisible parts, and parts of an order sold whole', () => {
    const prints = listing({ kind: 'erc1155', quantity: 4n, gross: 8n })
    const part = (units: bigint, tip = 0n) =>
      fulfill(
        { ...signed(prints), units, tips: tip === 0n ? [] : [{ recipient: who(3), amount: tip }] },
        options,
      )
    expect(part(3n, 3n).value).toBe(9n)
    expect(() => part(3n, 1n)).toThrow(FractionError)
    expect(() => part(5n)).toThrow(FractionError)
    expect(() => part(0n)).toThrow(FractionError)
    expect(() => fulfill({ ...signed({ ...prints, orderType: 0 }), units: 1n }, options)).toThrow(
      FractionError,
    )
  })

  test('reject an order of the wrong kind, or none', () => {
    const account = who(0xb2)
    expect(() => matchBids([signed(listing())], { ...options, account })).toThrow(SeaportError)
    expect(() => matchBids([], { ...options, account })).toThrow(SeaportError)
    expect(() => matchAsks([signed(bid())], { ...options, account })).toThrow(SeaportError)
    expect(() => matchAsks([], { ...options, account })).toThrow(SeaportError)
    expect(() => fulfill(signed(listing()), { ...options, suffix: '0x112233445566778899' })).toThrow(
      SeaportError,
    )
  })
})

describe('signatures', () => {
  const maker = privateKeyToAccount(`0x${'42'.repeat(32)}`)
  const digest = `0x${'5e'.repeat(32)}` as const

  test('of 65 bytes, of 64 bytes and with a bare parity name the same signer', async () => {
    const signature = await maker.sign({ hash: digest })
    const parity = signature.endsWith('1b') ? '00' : '01'
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
    for (const form of [signature, compact, `${signature.slice(0, -2)}${parity}` as Hex])
      expect(await recoverSigner(digest, form)).toBe(maker.address.toLowerCase())
  })

  test('that are mirrored, or have a strange last byte or another length, are rejected', async () => {
    const signature = await maker.sign({ hash: digest })
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const mirrored: Hex = `0x${signature.slice(2, 66)}${high}${signature.endsWith('1b') ? '1c' : '1b'}`
    for (const wrong of [
      mirrored,
      `${signature.slice(0, -2)}1d`,
      `${signature}00`,
      '0x',
      `0x${'zz'.repeat(65)}`,
    ]) {
      expect(signatureParts(wrong as Hex)).toBeUndefined()
      expect(await recoverSigner(digest, wrong as Hex)).toBeUndefined()
    }
    expect(await recoverSigner(digest, `0x${'00'.repeat(65)}`)).toBeUndefined()
  })
})
