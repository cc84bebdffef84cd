import { Interface } from 'ethers'
import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, getAbiItem, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { decode } from '../src/encoding/codec.ts'
import { orderFulfilledData } from '../src/encoding/functions.ts'
import {
  DecodeError,
  decodeCall,
  decodeLog,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  orderHash,
  seaportAbi,
  seaportTopics,
  signedComponents,
  transferHelperAbi,
  wrappedNativeAbi,
} from '../src/index.ts'
import {
  anAddress,
  anOrder,
  aWord,
  parameters,
  type SeaportName,
  seaportArguments,
  someBytes,
  uint,
} from './arbitraries.ts'

const names = Object.keys(seaportArguments) as SeaportName[]
const encoded = (name: SeaportName): fc.Arbitrary<Hex> =>
  (seaportArguments[name] as fc.Arbitrary<readonly unknown[]>).map((args) =>
    encodeFunctionData({ abi: seaportAbi, functionName: name, args: args as never }),
  )
const anyCall = fc.oneof(...names.map(encoded))
const reasonOf = (data: Hex, maxSuffix?: number): string => {
  try {
    decodeCall(data, maxSuffix)
    return 'read'
  } catch (error) {
    if (error instanceof DecodeError) return error.reason
    throw error
  }
}
/** Values as our reader and another encoder both can be compared by. */
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, x) => (typeof x === 'bigint' || typeof x === 'number' ? `${x}` : x)))

describe('calls of Seaport', () => {
  test.each(names)('%s is read as viem and ethers wrote it', (name) => {
    const other = new Interface(
      seaportAbi.filter((part) => part.type === 'function') as unknown as ConstructorParameters<
        typeof Interface
      >[0],
    )
    fc.assert(
      fc.property(seaportArguments[name] as fc.Arbitrary<readonly unknown[]>, (args) => {
        const data = encodeFunctionData({ abi: seaportAbi, functionName: name, args: args as never })
        expect(other.encodeFunctionData(name, args as unknown[])).toBe(data)
        const { call, suffix } = decodeCall(data)
        expect(call.name).toBe(name)
        expect(suffix).toBe('0x')
      }),
      { numRuns: 40 },
    )
  })

  test('an order is read by field, with tips apart from what the maker signed', () => {
    fc.assert(
      fc.property(seaportArguments.fulfillAdvancedOrder, (args) => {
        const data = encodeFunctionData({
          abi: seaportAbi,
          functionName: 'fulfillAdvancedOrder',
          args: args as never,
        })
        const { call } = decodeCall(data)
        if (call.name !== 'fulfillAdvancedOrder') throw new Error(call.name)
        const [advanced, resolvers, conduitKey, recipient] = args
        const { totalOriginalConsiderationItems, ...components } = advanced.parameters
        expect(plain(call)).toEqual(
          plain({
            name: call.name,
            order: {
              components,
              originalItems: totalOriginalConsiderationItems,
              numerator: advanced.numerator,
              denominator: advanced.denominator,
              signature: advanced.signature,
              extraData: advanced.extraData,
            },
            resolvers: resolvers.map(({ criteriaProof, ...rest }) => ({ ...rest, proof: criteriaProof })),
            conduitKey,
            recipient,
          }),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('cancelled orders keep the ids under which they were signed', () => {
    fc.assert(
      fc.property(fc.array(anOrder, { maxLength: 4 }), (orders) => {
        const data = encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args: [orders] })
        const { call } = decodeCall(data)
        if (call.name !== 'cancel') throw new Error(call.name)
        expect(call.orders.map((order) => orderHash(order))).toEqual(orders.map((order) => orderHash(order)))
      }),
      { numRuns: 40 },
    )
  })

  test('more claimed signed items than there are are rejected, as by Seaport', () => {
    fc.assert(
      fc.property(parameters, someBytes, (order, signature) => {
        const more = BigInt(order.consideration.length + 1)
        const data = encodeFunctionData({
          abi: seaportAbi,
          functionName: 'validate',
          args: [[{ parameters: { ...order, totalOriginalConsiderationItems: more }, signature }]],
        })
        expect(reasonOf(data)).toBe('not-canonical')
      }),
      { numRuns: 20 },
    )
  })
})

describe('the canonical form', () => {
  test('changes with any byte to another call or none, never the same one', () => {
    fc.assert(
      fc.property(anyCall, fc.nat(), fc.integer({ min: 1, max: 255 }), (data, place, flip) => {
        const bytes = Buffer.from(data.slice(2), 'hex')
        if (bytes.length <= 4) return
        const at = 4 + (place % (bytes.length - 4))
        bytes[at] = bytes[at]! ^ flip
        const changed: Hex = `0x${bytes.toString('hex')}`
        if (reasonOf(changed) !== 'read') return
        expect(plain(decodeCall(changed))).not.toEqual(plain(decodeCall(data)))
      }),
      { numRuns: 1500 },
    )
  })

  test('excludes an offset that differs only beyond 32 bits, though Seaport would run it', () => {
    fc.assert(
      fc.property(encoded('fulfillAdvancedOrder'), (data) => {
        // First word: where the order begins. Seaport masks it to its low 32 bits.
        const first = data.slice(10, 74)
        const aliased = (BigInt(`0x${first}`) + (1n << 32n)).toString(16).padStart(64, '0')
        expect(reasonOf(`${data.slice(0, 10)}${aliased}${data.slice(74)}` as Hex)).toBe('not-canonical')
      }),
      { numRuns: 20 },
    )
  })

  test('fixes every offset of a call, so that none may move by 2^32', () => {
    // No number below is a multiple of 32, so that each such word of the call is an offset.
    const token = `0x${'5a'.repeat(20)}` as const
    const item = { itemType: 1, token, identifierOrCriteria: 3n, startAmount: 5n, endAmount: 7n }
    const order = {
      offerer: token,
      zone: token,
      offer: [item],
      consideration: [{ ...item, recipient: token }],
      orderType: 1,
      startTime: 9n,
      endTime: 11n,
      zoneHash: `0x${'5b'.repeat(32)}`,
      salt: 13n,
      conduitKey: `0x${'5c'.repeat(32)}`,
      totalOriginalConsiderationItems: 1n,
    } as const
    const advanced = {
      parameters: order,
      numerator: 1n,
      denominator: 3n,
      signature: '0x0102',
      extraData: '0x03',
    } as const
    const place = [{ orderIndex: 1n, itemIndex: 3n }]
    const proof = [`0x${'5d'.repeat(32)}`] as const
    const data = encodeFunctionData({
      abi: seaportAbi,
      functionName: 'matchAdvancedOrders',
      args: [
        [advanced, advanced],
        [{ orderIndex: 1n, side: 1, index: 3n, identifier: 5n, criteriaProof: proof }],
        [{ offerComponents: place, considerationComponents: place }],
        token,
      ],
    })
    expect(reasonOf(data)).toBe('read')
    const moved = Array.from({ length: (data.length - 10) / 64 }, (_, word) => 10 + word * 64).filter(
      (start) => {
        const value = BigInt(`0x${data.slice(start, start + 64)}`)
        return value > 0n && value < 10_000n && value % 32n === 0n
      },
    )
    // Three arguments, two orders of five offsets each with their own, a resolver and a fulfillment with theirs.
    expect(moved).toHaveLength(3 + 2 * (1 + 3 + 2) + (1 + 1) + (1 + 2))
    for (const start of moved)
      for (const shift of [32n, 64n, 255n]) {
        const word = (BigInt(`0x${data.slice(start, start + 64)}`) + (1n << shift))
          .toString(16)
          .padStart(64, '0')
        expect(reasonOf(`${data.slice(0, start)}${word}${data.slice(start + 64)}` as Hex)).toBe(
          'not-canonical',
        )
      }
  })

  test('excludes a truncated call, an odd digit and no call at all', () => {
    fc.assert(
      fc.property(anyCall, fc.nat(), (data, cut) => {
        if (data.length <= 10) return
        const short = data.slice(0, 10 + (cut % (data.length - 10)))
        expect(reasonOf(short as Hex)).toBe('not-canonical')
      }),
      { numRuns: 300 },
    )
    expect(reasonOf('0x')).toBe('unknown-selector')
    expect(reasonOf('0x095ea7')).toBe('unknown-selector')
    expect(reasonOf('0xdeadbeef')).toBe('unknown-selector')
  })

  test('excludes a member that an enum does not have', () => {
    const listing = fc.sample(anOrder, { numRuns: 1, seed: 3 })[0]!
    const item = {
      itemType: 6,
      token: listing.offerer,
      identifierOrCriteria: 1n,
      startAmount: 1n,
      endAmount: 1n,
    }
    const cancel = (order: unknown) =>
      encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args: [[order as never]] })
    expect(reasonOf(cancel({ ...listing, offer: [item] }))).toBe('not-canonical')
    expect(reasonOf(cancel({ ...listing, orderType: 5 }))).toBe('not-canonical')
    expect(reasonOf(cancel({ ...listing, offer: [{ ...item, itemType: 5 }] }))).toBe('read')
  })

  test('excludes lengths of gigabytes before anything is allocated', () => {
    const huge = 'ffffffff'.padStart(64, '0')
    expect(reasonOf(`0xfd9f1e10${'20'.padStart(64, '0')}${huge}`)).toBe('not-canonical')
  })
})

describe('attribution', () => {
  test('is up to eight trailing bytes of a Seaport call, and no more', () => {
    fc.assert(
      fc.property(anyCall, fc.uint8Array({ minLength: 1, maxLength: 8 }), (data, tail) => {
        const suffix = Buffer.from(tail).toString('hex')
        expect(decodeCall(`${data}${suffix}`).suffix).toBe(`0x${suffix}`)
        expect(reasonOf(`${data}${suffix}`, tail.length - 1)).toBe('suffix-too-long')
      }),
      { numRuns: 100 },
    )
  })

  test('is absent from a token’s call', () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [`0x${'11'.repeat(20)}`, 5n],
    })
    expect(reasonOf(`${data}aa`)).toBe('suffix-too-long')
  })
})

describe('calls of tokens', () => {
  const account = `0x${'1a'.repeat(20)}` as const
  const other = `0x${'2b'.repeat(20)}` as const

  test('say what each gives and to whom', () => {
    const call = (data: Hex) => decodeCall(data).call
    expect(call(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [account, 5n] }))).toEqual(
      {
        name: 'approve',
        spender: account,
        amount: 5n,
      },
    )
    expect(
      call(encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [account, true] })),
    ).toEqual({ name: 'setApprovalForAll', operator: account, approved: true })
    expect(
      call(
        encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [account, other, 7n] }),
      ),
    ).toEqual({
      name: 'safeTransferFrom',
      from: account,
      to: other,
      tokenId: 7n,
      amount: 1n,
      kind: 'erc721',
      data: '0x',
    })
    expect(call(encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' }))).toEqual({
      name: 'deposit',
    })
  })

  test('include ERC-1155 transfers with any amounts and data', () => {
    fc.assert(
      fc.property(fc.array(uint, { maxLength: 4 }), someBytes, uint, (numbers, data, amount) => {
        const one = decodeCall(
          encodeFunctionData({
            abi: erc1155Abi,
            functionName: 'safeTransferFrom',
            args: [account, other, 9n, amount, data],
          }),
        ).call
        expect(one).toEqual({
          name: 'safeTransferFrom',
          from: account,
          to: other,
          tokenId: 9n,
          amount,
          kind: 'erc1155',
          data,
        })
        const many = decodeCall(
          encodeFunctionData({
            abi: erc1155Abi,
            functionName: 'safeBatchTransferFrom',
            args: [account, other, numbers, numbers, data],
          }),
        ).call
        expect(many).toEqual({
          name: 'safeBatchTransferFrom',
          from: account,
          to: other,
          tokenIds: numbers,
          amounts: numbers,
          data,
        })
      }),
      { numRuns: 40 },
    )
  })

  test('include the transfer helper with every item and receiver', () => {
    fc.assert(
      fc.property(
        anAddress,
        anAddress,
        uint,
        uint,
        fc.boolean(),
        aWord,
        (recipient, token, identifier, amount, asks, key) => {
          const item = { itemType: 3, token, identifier, amount } as const
          const data = encodeFunctionData({
            abi: transferHelperAbi,
            functionName: 'bulkTransfer',
            args: [[{ items: [item], recipient, validateERC721Receiver: asks }], key],
          })
          expect(decodeCall(data).call).toEqual({
            name: 'bulkTransfer',
            transfers: [{ recipient, checksReceiver: asks, items: [item] }],
            conduitKey: key,
          })
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('logs', () => {
  const anyone = (account: number): Hex => `0x${account.toString(16).padStart(40, '0')}`
  const topicsOf = (
    eventName:
      | 'OrderFulfilled'
      | 'OrderValidated'
      | 'OrderCancelled'
      | 'CounterIncremented'
      | 'OrdersMatched',
  ) => encodeEventTopics({ abi: seaportAbi, eventName } as never)[0]

  test('have the first topics of the events', () => {
    for (const [name, topic] of Object.entries(seaportTopics)) expect(topicsOf(name as never)).toBe(topic)
  })

  test('return a validated order whole, so that it can be stored', () => {
    fc.assert(
      fc.property(parameters, aWord, uint, (order, hash, counter) => {
        const event = getAbiItem({ abi: seaportAbi, name: 'OrderValidated' })
        const data = encodeAbiParameters(event.inputs, [hash, order])
        const log = decodeLog({ topics: [seaportTopics.OrderValidated], data })
        if (log?.name !== 'OrderValidated') throw new Error(String(log?.name))
        const { totalOriginalConsiderationItems: items, ...components } = order
        expect(log.orderHash).toBe(hash)
        const signed = {
          ...components,
          consideration: components.consideration.slice(0, Number(items)),
          counter,
        }
        expect(orderHash(signedComponents(log, counter))).toBe(orderHash(signed))
      }),
      { numRuns: 40 },
    )
  })

  test('of a sale are read from their words as the codec reads them, and refused where the codec refuses them', () => {
    const spent = fc.record({
      itemType: fc.integer({ min: 0, max: 5 }),
      token: anAddress,
      identifier: uint,
      amount: uint,
    })
    const received = fc.tuple(spent, anAddress).map(([item, recipient]) => ({ ...item, recipient }))
    const { inputs } = getAbiItem({ abi: seaportAbi, name: 'OrderFulfilled' })
    const topics = [seaportTopics.OrderFulfilled, pad(anyone(1)), pad(anyone(2))]
    fc.assert(
      fc.property(
        aWord,
        anAddress,
        fc.array(spent, { maxLength: 3 }),
        fc.array(received, { maxLength: 4 }),
        fc.nat(),
        fc.constantFrom('', '0', '1', 'f', 'g', 'F'),
        (hash, recipient, offer, consideration, place, digit) => {
          const data = encodeAbiParameters(
            [...inputs.slice(0, 1), ...inputs.slice(3)],
            [hash, recipient, offer, consideration],
          )
          const cut = 2 + (place % (data.length - 2))
          const other = `${data.slice(0, cut)}${digit}${data.slice(cut + 1)}` as Hex
          for (const one of [data, other]) {
            const read = () => decodeLog({ topics, data: one })
            let sale: object | undefined
            try {
              const { value, size } = decode(orderFulfilledData, one)
              if (size * 2 + 2 === one.length) sale = value
            } catch {
              // The codec refuses it.
            }
            if (sale === undefined) expect(read).toThrow(/./)
            else
              expect(read()).toEqual({ name: 'OrderFulfilled', offerer: anyone(1), zone: anyone(2), ...sale })
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('are ignored with an unknown topic, and rejected with a known one over other data', () => {
    expect(decodeLog({ topics: [`0x${'00'.repeat(32)}`], data: '0x' })).toBeUndefined()
    expect(decodeLog({ topics: [], data: '0x' })).toBeUndefined()
    for (const topic of Object.values(seaportTopics))
      expect(() => decodeLog({ topics: [topic], data: '0x1234' })).toThrow(/./)
  })
})
