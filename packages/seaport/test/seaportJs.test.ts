import { readFileSync } from 'node:fs'
import { SeaportABI } from '@opensea/seaport-js/lib/abi/Seaport.js'
import { getBulkOrderTree } from '@opensea/seaport-js/lib/utils/eip712/bulk-orders.js'
import { MerkleTree } from '@opensea/seaport-js/lib/utils/merkletree.js'
import { Interface } from 'ethers'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { decode } from '../src/encoding/codec.ts'
import { matchAdvancedOrders } from '../src/encoding/functions.ts'
import {
  buildBid,
  buildListing,
  bulkDigest,
  bulkTree,
  type Call,
  cancelOrders,
  canFulfillBasic,
  criteriaProof,
  criteriaRoot,
  criteriaTree,
  type Fill,
  type FillOptions,
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  incrementCounter,
  matchAsks,
  matchBids,
  type OrderComponents,
  openseaConduitKey,
  orderDigest,
  orderHash,
  readFill,
  seaportAddress,
  seaportDomain,
  zeroAddress,
} from '../src/index.ts'
import { anOrder, uint256 } from './arbitraries.ts'
import { seaportJs, textOf } from './seaportJs.ts'

const who = (digit: number) => `0x${digit.toString(16).padStart(40, '0')}` as const
const account = who(0xacc)
const options: FillOptions = { seaport: seaportAddress['1.6'], conduitKey: openseaConduitKey, now: 1_500n }
const gift: FillOptions = { ...options, recipient: who(0x91f7) }
const signature = `0x${'5e'.repeat(64)}` as const

const price = fc.bigInt({ min: 10_000n, max: 10n ** 24n })
const fees = fc.uniqueArray(
  fc.record({ recipient: fc.constantFrom(who(1), who(2)), bps: fc.nat({ max: 1_000 }) }),
  {
    maxLength: 2,
    selector: ({ recipient }) => recipient,
  },
)
const common = {
  startTime: 1_000n,
  endTime: 2_000n,
  conduitKey: openseaConduitKey,
  counter: 0n,
}
const tips = (most: number) =>
  fc.array(
    fc.record({ recipient: fc.constantFrom(who(7), who(8)), amount: fc.bigInt({ min: 1n, max: 9_999n }) }),
    {
      maxLength: most,
    },
  )

/** A listing of one ERC-721, or of copies sold one by one; `units` of it are bought. */
const aListing = (kinds: readonly ('erc721' | 'erc1155')[] = ['erc721', 'erc1155']) =>
  fc
    .record({
      kind: fc.constantFrom(...kinds),
      copies: fc.bigInt({ min: 2n, max: 12n }),
      part: fc.bigInt({ min: 1n, max: 12n }),
      unit: price,
      fees,
      tips: tips(2),
      currency: fc.constantFrom(zeroAddress, who(0xee)),
      tokenId: fc.bigInt({ min: 0n, max: 1n << 70n }),
      salt: fc.bigInt({ min: 0n, max: 1n << 200n }),
      maker: fc.constantFrom(who(0xa1), who(0xa2), who(0xa3)),
    })
    .map(({ kind, copies, part, unit, tips, ...terms }) => {
      const quantity = kind === 'erc721' ? 1n : copies
      const units = kind === 'erc721' || part >= quantity ? undefined : part
      const components = buildListing({
        ...common,
        ...terms,
        kind,
        token: who(0xc0),
        quantity,
        gross: unit * quantity,
      })
      // A fee on top of a part is one that scales to the whole.
      const payable = tips.map((tip) => ({ ...tip, amount: tip.amount * (units ?? 1n) }))
      return { fill: { components, signature, units, tips: payable } satisfies Fill, quantity }
    })

const ids = [3n, 5n, 8n, 13n]
const aBid = fc
  .record({
    gross: price,
    fees,
    salt: fc.bigInt({ min: 0n, max: 1n << 200n }),
    maker: fc.constantFrom(who(0xa1), who(0xa2)),
    tokenId: fc.constantFrom(...ids),
    target: fc.constantFrom('token', 'any', 'list'),
  })
  .map(({ target, tokenId, ...terms }) => {
    const wanted = { kind: 'erc721', token: who(0xc0) } as const
    const of =
      target === 'token'
        ? { ...wanted, tokenId }
        : { ...wanted, root: target === 'any' ? 0n : BigInt(criteriaRoot(ids)) }
    const components = buildBid({ ...common, ...terms, currency: who(0xee), quantity: 1n, target: of })
    const proof = target === 'list' ? criteriaProof(ids, tokenId) : []
    const fill: Fill = { components, signature, ...(target === 'token' ? {} : { tokenId, proof }) }
    return fill
  })

/** Where fractions are the same number, they are written the same: seaport-js reduces them, we count units. */
const reduced = (data: Hex) => {
  const fill = readFill(data)!
  const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
  return {
    ...fill,
    recipient: fill.recipient ?? zeroAddress,
    orders: fill.orders.map(({ numerator, denominator, ...order }) => {
      const by = gcd(numerator, denominator)
      return { ...order, numerator: numerator / by, denominator: denominator / by }
    }),
  }
}

describe('calls that seaport-js writes for the same orders', () => {
  test('the basic route is ours byte for byte, except for the function’s name', async () => {
    await fc.assert(
      fc.asyncProperty(aListing(), async ({ fill }) => {
        const whole = { ...fill, units: undefined }
        const ours = fulfillBasic(whole, options)
        const theirs = await seaportJs(account, options).basic(whole)
        expect(canFulfillBasic(whole, options)).toBe(true)
        expect(theirs.data.slice(10)).toBe(ours.data.slice(10))
        expect(theirs.value).toBe(ours.value)
      }),
      { numRuns: 12 },
    )
  })

  test('an offer accepted by the basic route is ours byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(aBid, async (fill) => {
        fc.pre(fill.tokenId === undefined)
        const theirs = await seaportJs(account, options).basic(fill)
        expect(theirs.data.slice(10)).toBe(fulfillBasic(fill, options).data.slice(10))
      }),
      { numRuns: 6 },
    )
  })

  test('one order for somebody else, whole, is ours byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(aListing(), async ({ fill, quantity }) => {
        const whole = { ...fill, units: undefined, tips: [] }
        const ours = fulfillAdvanced(whole, gift)
        expect(await seaportJs(account, gift).single(whole, quantity)).toEqual({
          data: ours.data,
          value: ours.value,
        })
      }),
      { numRuns: 12 },
    )
  })

  test('part of an order with fees on top is the same fraction of the same order for the same value', async () => {
    await fc.assert(
      fc.asyncProperty(aListing(['erc1155']), async ({ fill, quantity }) => {
        const ours = fulfillAdvanced(fill, options)
        const theirs = await seaportJs(account, options).single(fill, quantity)
        expect(reduced(theirs.data)).toEqual(reduced(ours.data))
        expect(theirs.value).toBe(ours.value)
      }),
      { numRuns: 20 },
    )
  })

  test('an offer for any token, or one of a list, is filled with the same token and proof', async () => {
    await fc.assert(
      fc.asyncProperty(aBid, async (fill) => {
        fc.pre(fill.tokenId !== undefined)
        const ours = fulfillAdvanced(fill, options)
        expect((await seaportJs(account, options).single(fill, 1n)).data).toBe(ours.data)
      }),
      { numRuns: 12 },
    )
  })

  test('several orders at once are grouped alike', async () => {
    const several = fc.uniqueArray(aListing(), {
      minLength: 2,
      maxLength: 5,
      // Copies of one id by one maker are moved at once by seaport-js, one after the other by us.
      selector: ({ fill: { components } }) =>
        `${components.offerer}:${components.offer[0]?.identifierOrCriteria}`,
    })
    await fc.assert(
      fc.asyncProperty(several, async (listings) => {
        const fills = listings.map(({ fill }) => fill)
        const ours = fulfillAvailable(fills, gift)
        const theirs = await seaportJs(account, gift).available(
          fills,
          listings.map(({ quantity }) => quantity),
        )
        expect(reduced(theirs.data)).toEqual(reduced(ours.data))
        expect(theirs.value).toBe(ours.value)
      }),
      { numRuns: 12 },
    )
  })

  test('a match is written the same from the same parts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aBid, { minLength: 1, maxLength: 2 }), async (fills) => {
        const ours = matchBids(fills, { ...options, account, salt: 9n })
        const { value } = decode(matchAdvancedOrders.args, ours.data, 4)
        expect((await seaportJs(account, options).match(value, ours.value)).data).toBe(ours.data)
      }),
      { numRuns: 8 },
    )
  })

  test('a private listing is matched for the same value', async () => {
    const components = buildListing({
      ...common,
      maker: who(0xa1),
      gross: 10_007n,
      currency: zeroAddress,
      quantity: 1n,
      fees: [{ recipient: who(1), bps: 250 }],
      salt: 1n,
      token: who(0xc0),
      tokenId: 5n,
      kind: 'erc721',
      taker: account,
    })
    const ours = matchAsks([{ components, signature }], { ...options, account, salt: 9n })
    const { value } = decode(matchAdvancedOrders.args, ours.data, 4)
    const theirs = await seaportJs(account, options).match(value, ours.value)
    expect(theirs).toEqual({ data: ours.data, value: 10_007n })
  })

  test('cancellations are ours byte for byte, of one order or of all', async () => {
    const peer = seaportJs(account, options)
    await fc.assert(
      fc.asyncProperty(fc.array(anOrder, { minLength: 1, maxLength: 3 }), async (orders) => {
        const own = orders.map((order): OrderComponents => ({ ...order, offerer: account }))
        expect((await peer.cancel(own)).data).toBe(cancelOrders(options.seaport, own).data)
      }),
      { numRuns: 8 },
    )
    expect((await peer.cancelAll()).data).toBe(incrementCounter(options.seaport).data)
  })
})

test('every payment of any part of a listing arrives to the unit', () => {
  fc.assert(
    fc.property(aListing(['erc1155']), ({ fill, quantity }) => {
      const { data, value } = fulfillAdvanced({ ...fill, tips: [] }, options)
      const [order] = readFill(data)!.orders
      const units = fill.units ?? quantity
      for (const { startAmount } of fill.components.consideration)
        expect((startAmount * order!.numerator) % order!.denominator).toBe(0n)
      const total = fill.components.consideration.reduce((sum, { startAmount }) => sum + startAmount, 0n)
      const native = fill.components.consideration[0]!.itemType === 0
      expect(value).toBe(native ? (total * units) / quantity : 0n)
    }),
  )
})

describe('what seaport-js hashes', () => {
  test('every order has the same id', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        expect(seaportJs(account, options).orderId(order)).toBe(orderHash(order))
      }),
      { numRuns: 20 },
    )
  })

  test('bulk trees have the same root and the same proofs', () => {
    fc.assert(
      fc.property(fc.array(anOrder, { minLength: 2, maxLength: 6 }), (orders) => {
        const ours = bulkTree(orders)
        const theirs = getBulkOrderTree(orders.map(textOf))
        expect(ours.root).toBe(`0x${theirs.tree.getHexRoot().slice(2)}`)
        orders.forEach((_, index) => {
          expect(ours.proof(index)).toEqual(theirs.getProof(index).proof)
        })
      }),
      { numRuns: 6 },
    )
  })

  test('the same token ids are proven under the same root', () => {
    fc.assert(
      fc.property(fc.uniqueArray(uint256, { minLength: 1, maxLength: 17 }), (ids) => {
        const ours = criteriaTree(ids)
        const theirs = new MerkleTree(ids.map(String))
        expect(ours.root).toBe(theirs.getRoot())
        for (const id of ids) expect(ours.proof(id)).toEqual(theirs.getProof(String(id)))
      }),
      { numRuns: 30 },
    )
  })
})

/** Made once by ethers and viem, which agreed on every byte; orders and arguments are written by hand. */
type Golden = {
  readonly orders: readonly {
    readonly name: string
    readonly order: object
    readonly id: Hex
    readonly digests: Readonly<Record<'1.5' | '1.6', Hex>>
  }[]
  readonly bulk: readonly {
    readonly orders: readonly string[]
    readonly height: number
    readonly digest: Hex
  }[]
  readonly calls: readonly {
    readonly name: string
    readonly function: string
    readonly args: readonly unknown[]
    readonly value: string
    readonly data: Hex
  }[]
}

describe('vectors that two other encoders agree on', () => {
  const golden: Golden = JSON.parse(readFileSync(new URL('./fixtures/golden.json', import.meta.url), 'utf8'))
  const numbers = /^(?:identifierOrCriteria|startAmount|endAmount|startTime|endTime|salt|counter)$/
  const orders = new Map(
    golden.orders.map(({ name, order }) => [
      name,
      JSON.parse(JSON.stringify(order), (key, value) =>
        numbers.test(key) ? BigInt(value) : value,
      ) as OrderComponents,
    ]),
  )
  const fillOf = (name: string, more: Partial<Fill> = {}): Fill => ({
    components: orders.get(name)!,
    signature: `0x${'5e'.repeat(64)}`,
    ...more,
  })
  const taker = `0x${'ac'.repeat(20)}` as const
  const royal = `0x${'0a'.repeat(20)}` as const
  const at: FillOptions = { ...options, now: 1_760_000_060n }
  const matcher = { ...at, account: taker, salt: 9n }
  const ours: Readonly<Record<string, () => Call>> = {
    'listing, basic, with a fee on top': () =>
      fulfillBasic(fillOf('listing', { tips: [{ recipient: taker, amount: 5n }] }), at),
    'copies, three of ten, for somebody else': () =>
      fulfillAdvanced(fillOf('copies', { units: 3n }), { ...at, recipient: royal }),
    'listing and copies at once': () =>
      fulfillAvailable([fillOf('listing'), fillOf('copies', { units: 1n })], at),
    'collection offer, token 8': () =>
      fulfillAdvanced(fillOf('collectionBid', { units: 1n, tokenId: 8n, proof: [] }), at),
    'private listing, matched': () => matchAsks([fillOf('private')], matcher),
    'offer, matched': () => matchBids([fillOf('bid')], matcher),
    'cancellation of two': () => cancelOrders(at.seaport, [orders.get('listing')!, orders.get('auction')!]),
    'cancellation of all': () => incrementCounter(at.seaport),
  }

  test.each(golden.orders)('$name: id, and digest on both versions', ({ name, id, digests }) => {
    const order = orders.get(name)!
    expect(orderHash(order)).toBe(id)
    expect(orderDigest(seaportDomain(1, '1.6'), order)).toBe(digests['1.6'])
    expect(orderDigest(seaportDomain(8453, '1.5'), order)).toBe(digests['1.5'])
  })

  test.each(golden.bulk)('$orders.length orders under one signature', ({ orders: names, height, digest }) => {
    const tree = bulkTree(names.map((name) => orders.get(name)!))
    expect(tree.height).toBe(height)
    names.forEach((_, index) => {
      const id = tree.hashes[index]!
      expect(bulkDigest(seaportDomain(1, '1.6'), id, index, tree.proof(index))).toBe(digest)
    })
  })

  test.each(golden.calls)('$name', (vector) => {
    const call = ours[vector.name]!()
    expect(call.functionName).toBe(vector.function)
    expect(call.data).toBe(vector.data)
    expect(call.value).toBe(BigInt(vector.value))
    // ethers still writes what was written down; the efficient route is not in its list, its arguments are.
    const name = vector.function.replace(/_efficient.*/, '')
    const written = new Interface(JSON.stringify(SeaportABI)).encodeFunctionData(name, vector.args)
    expect(written.slice(10)).toBe(vector.data.slice(10))
  })

  test('are read as they were written', () => {
    for (const { data, value, name } of golden.calls.filter((each) => each.function.startsWith('f'))) {
      const fill = readFill(data)!
      const units = fill.orders.map(({ numerator, denominator }) => Number(numerator) / Number(denominator))
      expect({ name, units, value }).toEqual({ name, value, units: partsOf[name] })
    }
  })
})

/** The part of each order that a vector fills. */
const partsOf: Readonly<Record<string, readonly number[]>> = {
  'listing, basic, with a fee on top': [1],
  'copies, three of ten, for somebody else': [0.3],
  'listing and copies at once': [1, 0.1],
  'collection offer, token 8': [0.5],
}
