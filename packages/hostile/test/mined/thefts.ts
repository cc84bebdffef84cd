import { type Abi, type Address, decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { encode, erc20, erc721, type Json } from '../../src/parts.ts'
import {
  bulkSignature,
  bulkTree,
  bulkTypedData,
  conduitControllerAbi,
  conduitControllerAddress,
  erc20Abi,
  type OrderComponents,
  parametersOfOrder,
  seaportAbi,
  seaportAddress,
  seaportDomain,
  zeroAddress,
} from './seaport.ts'
import type { Stage } from './stage.ts'

/**
 * An attack carried out against the real contracts: the victim's key signs or sends what the lie asks for, the
 * thief does the rest.
 */
export type Theft = {
  readonly name: string
  /** Named lies by which a provider would get the victim to do it; the client must stop each. */
  readonly lies: readonly string[]
  /** Whether the victim was robbed, by the state of the chain. */
  readonly rob: (stage: Stage) => Promise<boolean>
}

const eth = 10n ** 18n
const nothing: Hex = '0x'
const first = <T>(list: readonly T[]): T => list[0] as T
const abi = seaportAbi as Abi
const transferFrom = parseAbi(['function transferFrom(address from, address to, uint256 id)']) as Abi
const conduitAbi = parseAbi([
  'struct Move { uint8 itemType; address token; address from; address to; uint256 identifier; uint256 amount; }',
  'function execute(Move[] transfers) returns (bytes4)',
]) as Abi
const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function nonces(address) view returns (uint256)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function mint(address to, uint256 amount)',
]) as Abi

type Item = OrderComponents['offer'][number]
const priced = (order: OrderComponents, amount: bigint): OrderComponents => ({
  ...order,
  consideration: order.consideration.map((item) => ({ ...item, startAmount: amount, endAmount: amount })),
})
const offering = (order: OrderComponents, ...items: readonly Item[]): OrderComponents => ({
  ...order,
  offer: items,
})
const advanced = (order: OrderComponents, signature: Hex) => ({
  parameters: parametersOfOrder(order),
  numerator: 1n,
  denominator: 1n,
  signature,
  extraData: nothing,
})
const item = (itemType: number, token: Address, id: bigint, amount: bigint): Item =>
  ({ itemType, token, identifierOrCriteria: id, startAmount: amount, endAmount: amount }) as Item

/** Whether a common decoder reads the call at all. */
function decodes(data: Hex): boolean {
  try {
    decodeFunctionData({ abi: seaportAbi, data })
    return true
  } catch (cause) {
    if (cause instanceof Error) return false
    throw cause
  }
}

/** The thief fills an order that the victim signed. */
const thiefFills = async (stage: Stage, order: OrderComponents, value: bigint, more = {}, signature?: Hex) =>
  stage.thief.send(
    stage.chain.contracts.seaport,
    stage.fill(order, signature ?? (await stage.victim.sign(order)), {
      conduitKey: `0x${'00'.repeat(32)}`,
      ...more,
    }),
    value,
  )
const isThiefs = async (stage: Stage, token: Address, id: bigint) =>
  (await stage.ownerOf(token, id)) === stage.thief.address

/** What the victim has of a currency before and after. */
async function lost(stage: Stage, currency: Address, work: () => Promise<void>): Promise<bigint> {
  const before = await stage.money(currency, stage.victim.address)
  await work()
  return before - (await stage.money(currency, stage.victim.address))
}

export const thefts: readonly Theft[] = [
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
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'validate() of an order at one wei: as good as a signature',
    lies: ['L-51 Seaport’s validate instead', 'C-07 validate instead', 'B-30 an order registered on chain'],
    rob: async (stage) => {
      const order = priced(await stage.listing(stage.victim), 1n)
      await stage.victim.write(stage.chain.contracts.seaport, abi, 'validate', [
        [{ parameters: parametersOfOrder(order), signature: nothing }],
      ])
      await thiefFills(stage, order, 1n, {}, nothing)
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a listing that leaves the token open: the buyer chooses another',
    lies: ['L-50 a token of choice'],
    rob: async (stage) => {
      const open = await stage.listing(stage.victim)
      const order = offering(open, item(4, stage.nft, 0n, 1n))
      const chosen = stage.own[1] as bigint
      await thiefFills(stage, order, eth, {
        resolvers: [{ orderIndex: 0n, side: 0, index: 0n, identifier: chosen, criteriaProof: [] }],
      })
      return isThiefs(stage, stage.nft, chosen)
    },
  },
  {
    name: 'a leaf nobody sees in a tree of listings',
    lies: ['L-43 a leaf nobody sees', 'L-42 a tree for one listing, with a leaf nobody sees'],
    rob: async (stage) => {
      const hidden = priced(await stage.listing(stage.victim, { tokenId: stage.own[2] as bigint }), 1n)
      const orders = [await stage.listing(stage.victim), hidden]
      const data = bulkTypedData(seaportDomain(stage.chain.id, '1.6'), orders)
      const signature = await stage.victim.account.signTypedData(data as never)
      const proof = bulkTree(orders).proof(1)
      await thiefFills(stage, hidden, 1n, {}, bulkSignature(signature, 1, proof))
      return isThiefs(stage, stage.nft, stage.own[2] as bigint)
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
      const gained = await lost(stage, zeroAddress, () => thiefFills(stage, turned, eth))
      return gained === 0n && isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a private sale for nothing',
    lies: ['L-04 a private sale for nothing', 'L-05 nothing asked', 'L-03 no proceeds'],
    rob: async (stage) => {
      const order = { ...(await stage.listing(stage.victim)), consideration: [] }
      await thiefFills(stage, order, 0n)
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a millionth of the price',
    lies: ['L-06 everything a millionth', 'L-45 one of many at a tenth'],
    rob: async (stage) => {
      await thiefFills(stage, priced(await stage.listing(stage.victim), eth / 1_000_000n), eth / 1_000_000n)
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'paid in a coin that the thief makes',
    lies: ['L-12 paid in worthless coin'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim, { currency: stage.worthless })
      await stage.thief.write(stage.worthless, permitAbi, 'mint', [stage.thief.address, eth])
      await stage.thief.write(stage.worthless, erc20Abi as Abi, 'approve', [
        stage.chain.contracts.seaport,
        eth,
      ])
      await thiefFills(stage, order, 0n)
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'a falling price that began ten years ago',
    lies: ['L-16 a price that falls to nothing', 'L-16 from ten years ago'],
    rob: async (stage) => {
      const now = await stage.now()
      const order = await stage.listing(stage.victim, {
        gross: 10n * eth,
        endGross: 1n,
        startTime: now - 315_360_000n,
        endTime: now + 2_592_000n,
      })
      await thiefFills(stage, order, eth / 10n)
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'money in the bargain',
    lies: ['L-19 all WETH into the bargain'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const rich = offering(order, first(order.offer), item(1, stage.chain.contracts.weth, 0n, 30n * eth))
      const gone = await lost(stage, stage.chain.contracts.weth, () => thiefFills(stage, rich, eth))
      return gone === 30n * eth
    },
  },
  {
    name: 'a second token in the bargain',
    lies: ['L-20 a second token', 'L-22 another token', 'L-21 the next token'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const rich = offering(order, first(order.offer), item(2, stage.otherNft, first(stage.other), 1n))
      await thiefFills(stage, rich, eth)
      return isThiefs(stage, stage.otherNft, first(stage.other))
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
    lies: ['L-36 an end in ten years', 'L-38 for ever', 'O-19 a year longer'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim, { endTime: (await stage.now()) + 315_360_000n })
      const signature = await stage.victim.sign(order)
      await stage.reads.request({ method: 'evm_increaseTime' as never, params: [200_000_000] as never })
      await thiefFills(stage, order, eth, {}, signature)
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'an operator who takes them all',
    lies: [
      'A-02 a stranger as operator',
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
      return isThiefs(stage, stage.otherNft, stage.other.at(-1) as bigint)
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
      return isThiefs(stage, stage.nft, id)
    },
  },
  {
    name: 'a stranger as spender',
    lies: ['A-01 a stranger as spender', 'O-26 an allowance to the attacker', 'S-13 to the attacker'],
    rob: async (stage) => {
      const { usdc } = stage.chain.contracts
      const gone = await lost(stage, usdc, async () => {
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
      'O-30 the wrapped coin straight to the attacker',
      'B-03 wrapped coin to the attacker',
    ],
    rob: async (stage) => {
      const { weth } = stage.chain.contracts
      const gone = await lost(stage, weth, () =>
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
      'A-02 an operator that takes them all at a sale',
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
      return isThiefs(stage, stage.nft, stage.own.at(-1) as bigint)
    },
  },
  {
    name: 'the token to somebody else, paid by the victim',
    lies: ['B-07 the token to the attacker', 'B-21 a sweep to the attacker'],
    rob: async (stage) => {
      const order = await stage.listing(stage.accomplice, { tokenId: first(stage.theirs) })
      const signature = await stage.accomplice.sign(order)
      await stage.victim.send(
        stage.chain.contracts.seaport,
        stage.fill(order, signature, { recipient: stage.thief.address }),
        eth,
      )
      return isThiefs(stage, stage.nft, first(stage.theirs))
    },
  },
  {
    name: 'twenty coins of tips',
    lies: ['B-24 twenty ETH of tips', 'B-24 tips to the attacker'],
    rob: async (stage) => {
      const order = await stage.listing(stage.accomplice, { tokenId: first(stage.theirs) })
      const tip = { ...item(0, zeroAddress, 0n, 20n * eth), recipient: stage.thief.address }
      const before = await stage.money(zeroAddress, stage.thief.address)
      await stage.victim.send(
        stage.chain.contracts.seaport,
        stage.fill(order, await stage.accomplice.sign(order), { tips: [tip] }),
        21n * eth,
      )
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
      const signature = await stage.accomplice.sign(order)
      const gone = await lost(stage, weth, () =>
        stage.victim.send(stage.chain.contracts.seaport, stage.fill(order, signature)),
      )
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
      await stage.victim.send(
        stage.chain.contracts.seaport,
        stage.fill(greedy, await stage.accomplice.sign(greedy)),
      )
      return isThiefs(stage, stage.otherNft, first(stage.other))
    },
  },
  {
    name: 'another token for the same money',
    lies: ['B-08 another token', 'B-08 the junk collection', 'B-39 another order than named'],
    rob: async (stage) => {
      const [wanted, cheap] = stage.theirs as [bigint, bigint]
      const order = await stage.listing(stage.accomplice, { tokenId: cheap })
      await stage.victim.send(
        stage.chain.contracts.seaport,
        stage.fill(order, await stage.accomplice.sign(order)),
        eth,
      )
      return (await stage.ownerOf(stage.nft, wanted)) === stage.accomplice.address
    },
  },
  {
    name: 'a dearer order, and a second one',
    lies: [
      'B-09 a dearer order',
      'B-16 a fourth order',
      'F-04 a second sale of the same token',
      'B-15 a price that rises before it is sent',
    ],
    rob: async (stage) => {
      const gone = await lost(stage, zeroAddress, async () => {
        for (const tokenId of stage.theirs.slice(0, 2)) {
          const order = await stage.listing(stage.accomplice, { tokenId, gross: 40n * eth })
          await stage.victim.send(
            stage.chain.contracts.seaport,
            stage.fill(order, await stage.accomplice.sign(order)),
            40n * eth,
          )
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
      // Where the call's first argument begins stands the offset of the order's parameters: Seaport reads 32 bits.
      const at = 10 + 2 * Number(BigInt(`0x${plain.slice(10, 74)}`))
      const offset = (BigInt(`0x${plain.slice(at, at + 64)}`) + (1n << 32n)).toString(16).padStart(64, '0')
      const odd = `${plain.slice(0, at)}${offset}${plain.slice(at + 64)}` as Hex
      if (decodes(odd)) return false
      await stage.victim.send(stage.chain.contracts.seaport, odd, eth)
      return isThiefs(stage, stage.nft, first(stage.theirs))
    },
  },
  {
    name: 'an offer that asks for two tokens',
    lies: ['S-01 a second token', 'S-01 a second token in the offer itself'],
    rob: async (stage) => {
      const [one, two] = stage.own as [bigint, bigint]
      const order = await stage.bid(stage.accomplice, {
        target: { kind: 'erc721', token: stage.nft, tokenId: one },
      })
      const greedy = {
        ...order,
        consideration: [
          ...order.consideration,
          { ...item(2, stage.nft, two, 1n), recipient: stage.accomplice.address },
        ],
      }
      await stage.victim.send(
        stage.chain.contracts.seaport,
        stage.fill(greedy, await stage.accomplice.sign(greedy)),
      )
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
      await stage.victim.send(
        stage.chain.contracts.seaport,
        stage.fill(order, await stage.accomplice.sign(order), { resolvers }),
      )
      return (await stage.ownerOf(stage.nft, dear)) === stage.accomplice.address
    },
  },
  {
    name: 'a fee of nearly all of the offer',
    lies: ['S-03 a fee of nearly all', 'S-03 a fee of all but a tenth', 'S-15 a tenth of the price'],
    rob: async (stage) => {
      const { weth } = stage.chain.contracts
      const id = first(stage.own)
      const order = await stage.bid(stage.accomplice, {
        target: { kind: 'erc721', token: stage.nft, tokenId: id },
        fees: [{ recipient: stage.thief.address, bps: 9_900 }],
      })
      const gone = await lost(stage, weth, async () =>
        stage.victim.send(
          stage.chain.contracts.seaport,
          stage.fill(order, await stage.accomplice.sign(order)),
        ),
      )
      return -gone === eth / 10n && (await stage.money(weth, stage.thief.address)) === (99n * eth) / 10n
    },
  },
  {
    name: 'a tip out of the proceeds',
    lies: ['S-04 a tip of nine WETH', 'S-11 proceeds to the attacker'],
    rob: async (stage) => {
      const { weth } = stage.chain.contracts
      const order = await stage.bid(stage.accomplice, {
        target: { kind: 'erc721', token: stage.nft, tokenId: first(stage.own) },
      })
      const tips = [{ ...item(1, weth, 0n, 9n * eth), recipient: stage.thief.address }]
      await stage.victim.send(
        stage.chain.contracts.seaport,
        stage.fill(order, await stage.accomplice.sign(order), { tips }),
      )
      return (await stage.money(weth, stage.thief.address)) === 9n * eth
    },
  },
  {
    name: 'an offer that falls to nothing',
    lies: ['S-07 an offer that falls', 'S-15 nothing offered'],
    rob: async (stage) => {
      const order = await stage.bid(stage.accomplice, {
        target: { kind: 'erc721', token: stage.nft, tokenId: first(stage.own) },
      })
      const falling = {
        ...order,
        offer: order.offer.map((one) => ({ ...one, endAmount: 0n })),
        startTime: order.startTime - 10_000_000n,
      }
      const before = await stage.money(stage.chain.contracts.weth, stage.victim.address)
      await stage.victim.send(
        stage.chain.contracts.seaport,
        stage.fill(falling, await stage.accomplice.sign(falling)),
      )
      return (await stage.money(stage.chain.contracts.weth, stage.victim.address)) - before < eth / 10n
    },
  },
  {
    name: 'paid in worthless coin for a real token',
    lies: ['S-14 paid in worthless coin', 'S-08 the price to the attacker'],
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
      await stage.victim.send(stage.chain.contracts.seaport, stage.fill(order, await stage.thief.sign(order)))
      return isThiefs(stage, stage.nft, first(stage.own))
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
      await stage.accomplice.send(
        stage.chain.contracts.seaport,
        stage.fill(order, await stage.victim.sign(order), {
          resolvers: [{ orderIndex: 0n, side: 1, index: 0n, identifier: cheap, criteriaProof: [] }],
        }),
      )
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
      'O-05 a token with the money',
    ],
    rob: async (stage) => {
      const order = { ...(await stage.bid(stage.victim, { gross: 35n * eth })), consideration: [] }
      const gone = await lost(stage, stage.chain.contracts.weth, () => thiefFills(stage, order, 0n))
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
      await stage.accomplice.send(
        stage.chain.contracts.seaport,
        stage.fill(turned, await stage.victim.sign(turned)),
      )
      return isThiefs(stage, stage.nft, id)
    },
  },
  {
    name: 'a transfer to somebody else',
    lies: [
      'T-01 to the attacker',
      'T-04 one of many to the attacker',
      'A-12 a safe transfer in an approval’s clothes',
      'A-12 a transfer in an approval’s clothes',
    ],
    rob: async (stage) => {
      await stage.victim.send(
        stage.nft,
        encode(erc721, 'safeTransferFrom', [stage.victim.address, stage.thief.address, first(stage.own)]),
      )
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'every order cancelled in place of one',
    lies: ['C-05 every order instead', 'B-30 every order of the buyer cancelled'],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const signature = await stage.victim.sign(order)
      await stage.victim.write(stage.chain.contracts.seaport, abi, 'incrementCounter', [])
      // The order that was to stay can no longer be bought.
      return thiefFills(stage, order, eth, {}, signature).then(
        () => false,
        () => true,
      )
    },
  },
  {
    name: 'an order said to be cancelled',
    lies: [
      'C-01 said to be cancelled',
      'C-02 one of two',
      'C-16 on the older Seaport, where it changes nothing',
      'C-14 every counter but the one that matters',
    ],
    rob: async (stage) => {
      const order = await stage.listing(stage.victim)
      const signature = await stage.victim.sign(order)
      // What the lie asks for: a cancellation where the order does not live. It succeeds and changes nothing.
      const { counter: _, ...rest } = order
      const data = encodeFunctionData({
        abi: seaportAbi,
        functionName: 'cancel',
        args: [[{ ...rest, counter: order.counter }]],
      } as Json)
      await stage.victim.send(seaportAddress['1.5'], data)
      await thiefFills(stage, order, eth, {}, signature)
      return isThiefs(stage, stage.nft, first(stage.own))
    },
  },
  {
    name: 'coin sent where no contract is, or to the thief',
    lies: [
      'B-02 coin straight to the attacker',
      'B-01 a stranger’s contract',
      'B-41 paid to a Seaport that this chain does not have',
    ],
    rob: async (stage) => {
      const gone = await lost(stage, zeroAddress, async () => {
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
