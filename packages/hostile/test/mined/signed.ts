import type { Abi, Address, Hex } from 'viem'
import { encode, erc20, erc721 } from '../../src/parts.ts'
import {
  bulkSignature,
  bulkTree,
  bulkTypedData,
  conduitControllerAbi,
  conduitControllerAddress,
  erc20Abi,
  parametersOfOrder,
  seaportDomain,
  zeroAddress,
} from './seaport.ts'

import {
  abi,
  advanced,
  conduitAbi,
  eth,
  first,
  isOwnedByThief,
  item,
  lossOf,
  nothing,
  offering,
  permitAbi,
  priced,
  type Theft,
  thiefFills,
  transferFrom,
} from './theft.ts'

/** Thefts by what the victim signs or approves. */
export const signedThefts: readonly Theft[] = [
  {
    name: 'an order of the victim’s own in a match: no signature, nothing asked, the token gone',
    lies: ['S-10 a second order of the user', 'B-38 the user’s own token in a match'],
    rob: async (stage) => {
      const order = { ...(await stage.listing(stage.victim)), consideration: [] }
      const taking = {
        ...(await stage.listing(stage.thief)),
        offer: [],
        consideration: [{ ...first(order.offer), recipient: stage.thief.address }],
      }
      const signature = await stage.thief.sign(taking)
      const at = [{ orderIndex: 0n, itemIndex: 0n }]
      const to = [{ orderIndex: 1n, itemIndex: 0n }]
      await stage.victim.write(stage.chain.contracts.seaport, abi, 'matchAdvancedOrders', [
        [advanced(order, nothing), advanced(taking, signature)],
        [],
        [{ offerComponents: at, considerationComponents: to }],
        stage.victim.address,
      ])
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'validate() of an order at one wei: as good as a signature',
    lies: [
      'L-51 a call to validate before the listing',
      'C-07 validate instead',
      'B-30 an order registered on chain',
    ],
    rob: async (stage) => {
      const order = priced(await stage.listing(stage.victim), 1n)
      await stage.victim.write(stage.chain.contracts.seaport, abi, 'validate', [
        [{ parameters: parametersOfOrder(order), signature: nothing }],
      ])
      await thiefFills(stage, order, 1n, {}, nothing)
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a listing that leaves the token open: the buyer chooses another',
    lies: ['L-50 any token of the collection'],
    rob: async (stage) => {
      const open = await stage.listing(stage.victim)
      const order = offering(open, item(4, stage.nft, 0n, 1n))
      const chosen = stage.own[1] as bigint
      await thiefFills(stage, order, eth, {
        resolvers: [{ orderIndex: 0n, side: 0, index: 0n, identifier: chosen, criteriaProof: [] }],
      })
      return isOwnedByThief(stage, stage.nft, chosen)
    },
  },
  {
    name: 'a leaf nobody sees in a tree of listings',
    lies: ['L-43 a hidden leaf', 'L-42 a tree for one listing, with a hidden leaf'],
    rob: async (stage) => {
      const hidden = priced(await stage.listing(stage.victim, { tokenId: stage.own[2] as bigint }), 1n)
      const orders = [await stage.listing(stage.victim), hidden]
      const data = bulkTypedData(seaportDomain(stage.chain.id, '1.6'), orders)
      const signature = await stage.victim.account.signTypedData(data as never)
      const proof = bulkTree(orders).proof(1)
      await thiefFills(stage, hidden, 1n, {}, bulkSignature(signature, 1, proof))
      return isOwnedByThief(stage, stage.nft, stage.own[2] as bigint)
    },
  },
  {
    name: 'proceeds to somebody else',
    lies: ['L-01 proceeds to the attacker', 'L-45 one of many to the attacker'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const turned = {
        ...order,
        consideration: order.consideration.map((one) => ({ ...one, recipient: stage.accomplice.address })),
      }
      const gain = await lossOf(stage, zeroAddress, () => thiefFills(stage, turned, eth))
      return gain === 0n && isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a private sale for nothing',
    lies: ['L-04 a private sale for nothing', 'L-05 an empty consideration', 'L-03 no proceeds'],
    rob: async (stage) => {
      const order = { ...(await stage.listing(stage.victim)), consideration: [] }
      await thiefFills(stage, order, 0n)
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a millionth of the price',
    lies: ['L-06 everything a millionth', 'L-45 one of many at a tenth of the price'],
    rob: async (stage) => {
      await thiefFills(stage, priced(await stage.listing(stage.victim), eth / 1_000_000n), eth / 1_000_000n)
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'paid in a coin that the thief makes',
    lies: ['L-12 paid in a worthless token'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim, { currency: stage.worthless })
      await stage.thief.write(stage.worthless, permitAbi, 'mint', [stage.thief.address, eth])
      await stage.thief.write(stage.worthless, erc20Abi as Abi, 'approve', [
        stage.chain.contracts.seaport,
        eth,
      ])
      await thiefFills(stage, order, 0n)
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a falling price that began ten years ago',
    lies: ['L-16 a price that falls to nothing', 'L-16 a start ten years ago'],
    rob: async (stage) => {
      const now = await stage.now()
      const order = await stage.listing(stage.victim, {
        gross: 10n * eth,
        endGross: 1n,
        startTime: now - 315_360_000n,
        endTime: now + 2_592_000n,
      })
      await thiefFills(stage, order, eth / 10n)
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'money in the bargain',
    lies: ['L-19 one WETH in addition'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const rich = offering(order, first(order.offer), item(1, stage.chain.contracts.weth, 0n, 30n * eth))
      const gone = await lossOf(stage, stage.chain.contracts.weth, () => thiefFills(stage, rich, eth))
      return gone === 30n * eth
    },
  },
  {
    name: 'money under a token’s name: Seaport moves an ERC-20 by the call for an ERC-721',
    lies: ['L-22 a currency in place of a token'],
    rob: async (stage) => {
      const { weth } = stage.chain.contracts
      const order = offering(await stage.listing(stage.victim), item(2, weth, 30n * eth, 1n))
      return (await lossOf(stage, weth, () => thiefFills(stage, order, eth))) === 30n * eth
    },
  },
  {
    name: 'a second token in the bargain',
    lies: ['L-20 a second token', 'L-22 another token', 'L-21 the next token'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const rich = offering(order, first(order.offer), item(2, stage.otherNft, first(stage.other), 1n))
      await thiefFills(stage, rich, eth)
      return isOwnedByThief(stage, stage.otherNft, first(stage.other))
    },
  },
  {
    name: 'more units for the price',
    lies: ['L-25 more units for the price'],
    rob: async (stage) => {
      const all = await stage.units(stage.victim.address, 1n)
      const order = await stage.listing(stage.victim, { token: stage.editions, tokenId: 1n, kind: 'erc1155' })
      await thiefFills(stage, offering(order, item(3, stage.editions, 1n, all)), eth)
      return (await stage.units(stage.thief.address, 1n)) === all && all > 1n
    },
  },
  {
    name: 'an order that stands for years',
    lies: ['L-36 an end in ten years', 'L-38 no end', 'O-19 a year longer'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim, { endTime: (await stage.now()) + 315_360_000n })
      const signature = await stage.victim.sign(order)
      await stage.reads.request({ method: 'evm_increaseTime' as never, params: [200_000_000] as never })
      await thiefFills(stage, order, eth, {}, signature)
      return isOwnedByThief(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'an operator who takes them all',
    lies: [
      'A-02 an unknown operator',
      'T-13 an approval in place of the transfer',
      'F-02 an operator approval of another collection',
    ],
    rob: async (stage) => {
      await stage.victim.send(
        stage.otherNft,
        encode(erc721, 'setApprovalForAll', [stage.thief.address, true]),
      )
      for (const id of stage.other)
        await stage.thief.write(stage.otherNft, transferFrom, 'transferFrom', [
          stage.victim.address,
          stage.thief.address,
          id,
        ])
      return isOwnedByThief(stage, stage.otherNft, stage.other.at(-1) as bigint)
    },
  },
  {
    name: 'an approval of one token to a stranger',
    lies: ['A-03 one token to the attacker'],
    rob: async (stage) => {
      const id = first(stage.own)
      await stage.victim.send(stage.nft, encode(erc20, 'approve', [stage.thief.address, id]))
      await stage.thief.write(stage.nft, transferFrom, 'transferFrom', [
        stage.victim.address,
        stage.thief.address,
        id,
      ])
      return isOwnedByThief(stage, stage.nft, id)
    },
  },
  {
    name: 'a stranger as spender',
    lies: [
      'A-01 an unknown spender',
      'O-26 an allowance to the attacker',
      'S-13 an allowance to an unknown contract',
    ],
    rob: async (stage) => {
      const { usdc } = stage.chain.contracts
      const gone = await lossOf(stage, usdc, async () => {
        await stage.victim.send(usdc, encode(erc20, 'approve', [stage.thief.address, 50_000_000n]))
        await stage.thief.write(usdc, permitAbi, 'transferFrom', [
          stage.victim.address,
          stage.thief.address,
          50_000_000n,
        ])
      })
      return gone === 50_000_000n
    },
  },
  {
    name: 'more allowance, spent at once',
    lies: [
      'A-05 a plain transfer',
      'O-30 a transfer of the wrapped coin to the attacker',
      'B-03 wrapped coin to the attacker',
    ],
    rob: async (stage) => {
      const { weth } = stage.chain.contracts
      const gone = await lossOf(stage, weth, () =>
        stage.victim.send(weth, encode(erc20, 'transfer', [stage.thief.address, 5n * eth])),
      )
      return gone === 5n * eth
    },
  },
  {
    name: 'a permit by signature',
    lies: [
      'G-05 an ERC-2612 permit',
      'O-28 a permit instead of an approval',
      'G-12 a permit that carries the whole order as extra keys',
    ],
    rob: async (stage) => {
      const { usdc } = stage.chain.contracts
      const { victim, thief } = stage
      const value = 40_000_000n
      const deadline = 2n ** 64n
      const nonce = (await stage.reads.readContract({
        address: usdc,
        abi: permitAbi,
        functionName: 'nonces',
        args: [victim.address],
      })) as bigint
      const signature = await victim.account.signTypedData({
        domain: { name: 'USD Coin', version: '1', chainId: stage.chain.id, verifyingContract: usdc },
        types: {
          Permit: [
            'owner:address',
            'spender:address',
            'value:uint256',
            'nonce:uint256',
            'deadline:uint256',
          ].map((field) => {
            const [name = '', type = ''] = field.split(':')
            return { name, type }
          }),
        },
        primaryType: 'Permit',
        message: { owner: victim.address, spender: thief.address, value, nonce, deadline },
      })
      const [r, s, v] = [
        signature.slice(0, 66),
        `0x${signature.slice(66, 130)}`,
        Number(`0x${signature.slice(130)}`),
      ]
      await thief.write(usdc, permitAbi, 'permit', [victim.address, thief.address, value, deadline, v, r, s])
      await thief.write(usdc, permitAbi, 'transferFrom', [victim.address, thief.address, value])
      return (await stage.money(usdc, thief.address)) === value
    },
  },
  {
    name: 'a conduit of the thief’s, which exists and has Seaport as channel',
    lies: [
      'A-02 an unknown operator in a sale',
      'L-39 the attacker’s conduit',
      'B-22 the attacker’s conduit',
      'S-09 the attacker’s conduit',
      'O-20 the attacker’s conduit',
    ],
    rob: async (stage) => {
      const { thief, victim } = stage
      const key = `${thief.address}${'00'.repeat(12)}` as Hex
      const controller = conduitControllerAbi as Abi
      await thief.write(conduitControllerAddress, controller, 'createConduit', [key, thief.address])
      const [conduit] = (await stage.reads.readContract({
        address: conduitControllerAddress,
        abi: controller,
        functionName: 'getConduit',
        args: [key],
      })) as [Address]
      for (const channel of [stage.chain.contracts.seaport, thief.address])
        await thief.write(conduitControllerAddress, controller, 'updateChannel', [conduit, channel, true])
      await victim.send(stage.nft, encode(erc721, 'setApprovalForAll', [conduit, true]))
      const moves = stage.own.map((identifier) => ({
        itemType: 2,
        token: stage.nft,
        from: victim.address,
        to: thief.address,
        identifier,
        amount: 1n,
      }))
      await thief.write(conduit, conduitAbi, 'execute', [moves])
      return isOwnedByThief(stage, stage.nft, stage.own.at(-1) as bigint)
    },
  },
]
