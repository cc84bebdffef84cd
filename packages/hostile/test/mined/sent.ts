import { rpc } from '@sluice/devnet'
import { type Abi, encodeFunctionData, type Hex } from 'viem'
import { encode, erc721, type Json } from '../../src/parts.ts'
import { erc20Abi, seaportAbi, seaportAddress, zeroAddress } from './seaport.ts'

import {
  abi,
  bidFor,
  decodes,
  eth,
  fills,
  first,
  isOwnedByThief,
  item,
  lossOf,
  nothing,
  permitAbi,
  type Theft,
  thiefFills,
} from './theft.ts'

/** Thefts by what the victim sends or accepts. */
export const sentThefts: readonly Theft[] = [
  {
    name: 'the token to somebody else, paid by the victim',
    lies: ['B-07 the token to the attacker', 'B-21 a sweep to the attacker'],
    rob: async (stage) => {
      const order = await stage.listing(stage.accomplice, { tokenId: first(stage.theirs) })
      await fills(stage, 'victim', 'accomplice', order, eth, { recipient: stage.thief.address })
      return isOwnedByThief(stage, stage.nft, first(stage.theirs))
    },
  },
  {
    name: 'twenty coins of tips',
    lies: ['B-24 twenty ETH of tips', 'B-24 tips to the attacker'],
    rob: async (stage) => {
      const order = await stage.listing(stage.accomplice, { tokenId: first(stage.theirs) })
      const tip = { ...item(0, zeroAddress, 0n, 20n * eth), recipient: stage.thief.address }
      const before = await stage.money(zeroAddress, stage.thief.address)
      await fills(stage, 'victim', 'accomplice', order, 21n * eth, { tips: [tip] })
      return (await stage.money(zeroAddress, stage.thief.address)) - before === 20n * eth
    },
  },
  {
    name: 'a purchase in coin that takes an old allowance',
    lies: ['B-13 paid in WETH', 'B-14 another currency than agreed'],
    rob: async (stage) => {
      const { weth } = stage.chain.contracts
      const order = await stage.listing(stage.accomplice, {
        tokenId: first(stage.theirs),
        currency: weth,
        gross: 35n * eth,
      })
      const gone = await lossOf(stage, weth, () => fills(stage, 'victim', 'accomplice', order))
      return gone === 35n * eth
    },
  },
  {
    name: 'a purchase that asks for a token of the buyer’s',
    lies: ['B-36 a token asked in payment'],
    rob: async (stage) => {
      const order = await stage.listing(stage.accomplice, { tokenId: first(stage.theirs) })
      const wanted = { ...item(2, stage.otherNft, first(stage.other), 1n), recipient: stage.thief.address }
      const greedy = { ...order, consideration: [wanted] }
      await fills(stage, 'victim', 'accomplice', greedy)
      return isOwnedByThief(stage, stage.otherNft, first(stage.other))
    },
  },
  {
    name: 'another token for the same money',
    lies: ['B-08 another token', 'B-08 the junk collection', 'B-39 another order than named'],
    rob: async (stage) => {
      const [wanted, cheap] = stage.theirs as [bigint, bigint]
      const order = await stage.listing(stage.accomplice, { tokenId: cheap })
      await fills(stage, 'victim', 'accomplice', order, eth)
      return (await stage.ownerOf(stage.nft, wanted)) === stage.accomplice.address
    },
  },
  {
    name: 'a dearer order, and a second one',
    lies: [
      'B-09 a more expensive order',
      'B-16 a fourth order',
      'F-04 a second sale of the same token',
      'B-15 a price that rises before it is sent',
    ],
    rob: async (stage) => {
      const gone = await lossOf(stage, zeroAddress, async () => {
        for (const tokenId of stage.theirs.slice(0, 2)) {
          const order = await stage.listing(stage.accomplice, { tokenId, gross: 40n * eth })
          await fills(stage, 'victim', 'accomplice', order, 40n * eth)
        }
      })
      return gone >= 80n * eth
    },
  },
  {
    name: 'bytes that decoders cannot read and Seaport executes',
    lies: ['B-28 an inner offset that only Seaport follows', 'B-28 an offset that only Seaport follows'],
    rob: async (stage) => {
      const order = await stage.listing(stage.accomplice, { tokenId: first(stage.theirs) })
      const plain = stage.fill(order, await stage.accomplice.sign(order), { recipient: stage.thief.address })
      // The call's first argument points to the offset of the order's parameters: Seaport reads 32 bits of it.
      const at = 10 + 2 * Number(BigInt(`0x${plain.slice(10, 74)}`))
      const offset = (BigInt(`0x${plain.slice(at, at + 64)}`) + (1n << 32n)).toString(16).padStart(64, '0')
      const odd = `${plain.slice(0, at)}${offset}${plain.slice(at + 64)}` as Hex
      if (decodes(odd)) return false
      await stage.victim.send(stage.chain.contracts.seaport, odd, eth)
      return isOwnedByThief(stage, stage.nft, first(stage.theirs))
    },
  },
  {
    name: 'an offer that asks for two tokens',
    lies: ['S-01 a second token', 'S-01 a second token in the offer itself'],
    rob: async (stage) => {
      const [one, two] = stage.own as [bigint, bigint]
      const order = await bidFor(stage, one)
      const greedy = {
        ...order,
        consideration: [
          ...order.consideration,
          { ...item(2, stage.nft, two, 1n), recipient: stage.accomplice.address },
        ],
      }
      await fills(stage, 'victim', 'accomplice', greedy)
      return (await stage.ownerOf(stage.nft, two)) === stage.accomplice.address
    },
  },
  {
    name: 'another token sold into a collection offer',
    lies: ['S-02 another token of the collection', 'S-18 a match that sells another token'],
    rob: async (stage) => {
      const dear = stage.own[1] as bigint
      const order = await stage.bid(stage.accomplice)
      const resolvers = [{ orderIndex: 0n, side: 1, index: 0n, identifier: dear, criteriaProof: [] }]
      await fills(stage, 'victim', 'accomplice', order, 0n, { resolvers })
      return (await stage.ownerOf(stage.nft, dear)) === stage.accomplice.address
    },
  },
  {
    name: 'a fee of nearly all of the offer',
    lies: [
      'S-03 a fee of nearly the whole price',
      'S-03 a fee of 99% of the price',
      'S-15 a tenth of the price',
    ],
    rob: async (stage) => {
      const { weth } = stage.chain.contracts
      const id = first(stage.own)
      const order = await bidFor(stage, id, { fees: [{ recipient: stage.thief.address, bps: 9_900 }] })
      const gone = await lossOf(stage, weth, async () => fills(stage, 'victim', 'accomplice', order))
      return -gone === eth / 10n && (await stage.money(weth, stage.thief.address)) === (99n * eth) / 10n
    },
  },
  {
    name: 'a tip out of the proceeds',
    lies: ['S-04 a tip of nine WETH', 'S-11 proceeds to the attacker'],
    rob: async (stage) => {
      const { weth } = stage.chain.contracts
      const order = await bidFor(stage, first(stage.own))
      const tips = [{ ...item(1, weth, 0n, 9n * eth), recipient: stage.thief.address }]
      await fills(stage, 'victim', 'accomplice', order, 0n, { tips })
      return (await stage.money(weth, stage.thief.address)) === 9n * eth
    },
  },
  {
    name: 'an offer that falls to nothing',
    lies: ['S-07 an offer whose amount falls', 'S-15 nothing offered'],
    rob: async (stage) => {
      const order = await bidFor(stage, first(stage.own))
      const falling = {
        ...order,
        offer: order.offer.map((one) => ({ ...one, endAmount: 0n })),
        startTime: order.startTime - 10_000_000n,
      }
      const before = await stage.money(stage.chain.contracts.weth, stage.victim.address)
      await fills(stage, 'victim', 'accomplice', falling)
      return (await stage.money(stage.chain.contracts.weth, stage.victim.address)) - before < eth / 10n
    },
  },
  {
    name: 'paid in worthless coin for a real token',
    lies: ['S-14 paid in a worthless token', 'S-08 the price to the attacker'],
    rob: async (stage) => {
      const order = await stage.bid(stage.thief, {
        currency: stage.worthless,
        conduitKey: `0x${'00'.repeat(32)}`,
        target: { kind: 'erc721', token: stage.nft, tokenId: first(stage.own) },
      })
      await stage.thief.write(stage.worthless, permitAbi, 'mint', [stage.thief.address, 10n * eth])
      await stage.thief.write(stage.worthless, erc20Abi as Abi, 'approve', [
        stage.chain.contracts.seaport,
        10n * eth,
      ])
      await fills(stage, 'victim', 'thief', order)
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a bid for another collection, or another token',
    lies: [
      'O-09 another collection',
      'O-09 the next token',
      'O-10 any token instead of one',
      'O-14 one token where any was agreed',
    ],
    rob: async (stage) => {
      const order = await stage.bid(stage.victim, { gross: 30n * eth })
      const cheap = first(stage.theirs)
      await fills(stage, 'accomplice', 'victim', order, 0n, {
        resolvers: [{ orderIndex: 0n, side: 1, index: 0n, identifier: cheap, criteriaProof: [] }],
      })
      return (await stage.money(stage.chain.contracts.weth, stage.accomplice.address)) >= 80n * eth
    },
  },
  {
    name: 'a bid that buys nothing',
    lies: [
      'O-07 nothing bought',
      'O-04 more offered',
      'O-03 ten times the price',
      'O-01 another currency',
      'O-05 a token in addition to the money',
    ],
    rob: async (stage) => {
      const order = { ...(await stage.bid(stage.victim, { gross: 35n * eth })), consideration: [] }
      const gone = await lossOf(stage, stage.chain.contracts.weth, () => thiefFills(stage, order, 0n))
      return gone === 35n * eth
    },
  },
  {
    name: 'a bid whose token goes to somebody else',
    lies: ['O-08 the token to the attacker'],
    rob: async (stage) => {
      const id = first(stage.theirs)
      const order = await stage.bid(stage.victim, {
        target: { kind: 'erc721', token: stage.nft, tokenId: id },
      })
      const turned = {
        ...order,
        consideration: order.consideration.map((one) => ({ ...one, recipient: stage.thief.address })),
      }
      await fills(stage, 'accomplice', 'victim', turned)
      return isOwnedByThief(stage, stage.nft, id)
    },
  },
  {
    name: 'a transfer to somebody else',
    lies: [
      'T-01 to the attacker',
      'T-04 one of many to the attacker',
      'A-12 a safe transfer in place of an approval',
      'A-12 a transfer in place of an approval',
    ],
    rob: async (stage) => {
      await stage.victim.send(
        stage.nft,
        encode(erc721, 'safeTransferFrom', [stage.victim.address, stage.thief.address, first(stage.own)]),
      )
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'every order cancelled in place of one',
    lies: ['C-05 all orders instead', 'B-30 every order of the buyer cancelled'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const signature = await stage.victim.sign(order)
      await stage.victim.write(stage.chain.contracts.seaport, abi, 'incrementCounter', [])
      // The order that should stay open can no longer be bought.
      return thiefFills(stage, order, eth, {}, signature).then(
        () => false,
        () => true,
      )
    },
  },
  {
    name: 'an order said to be cancelled',
    lies: [
      'C-01 a cancellation marked as complete',
      'C-02 only one of two orders',
      'C-16 on the older Seaport, where it changes nothing',
      'C-14 an incremented counter marked as complete',
    ],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const signature = await stage.victim.sign(order)
      // The lie's request: a cancellation on a contract that does not know the order. It succeeds and changes nothing.
      const { counter: _, ...rest } = order
      const data = encodeFunctionData({
        abi: seaportAbi,
        functionName: 'cancel',
        args: [[{ ...rest, counter: order.counter }]],
      } as Json)
      await stage.victim.send(seaportAddress['1.5'], data)
      await thiefFills(stage, order, eth, {}, signature)
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'coin sent where no contract is, or to the thief',
    lies: [
      'B-02 native coin sent to the attacker',
      'B-01 an unknown contract',
      'B-41 paid to a Seaport that this chain does not have',
    ],
    rob: async (stage) => {
      // A chain without the older Seaport: `undone` restores it.
      await rpc(stage.chain.rpcUrl, 'anvil_setCode', [seaportAddress['1.5'], nothing])
      const gone = await lossOf(stage, zeroAddress, async () => {
        const order = await stage.listing(stage.accomplice, { tokenId: first(stage.theirs) })
        await stage.victim.send(
          seaportAddress['1.5'],
          stage.fill(order, await stage.accomplice.sign(order)),
          eth,
        )
        await stage.victim.send(stage.thief.address, nothing, eth)
      })
      return (
        gone >= 2n * eth && (await stage.ownerOf(stage.nft, first(stage.theirs))) === stage.accomplice.address
      )
    },
  },
]
