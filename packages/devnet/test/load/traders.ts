import {
  buildBid,
  buildListing,
  bulkSignature,
  bulkTree,
  bulkTypedData,
  cancelOrders,
  type Fill,
  fulfill,
  incrementCounter,
  type OrderComponents,
  orderHash,
  orderTypedData,
  seaportDomain,
} from '@sluice/seaport'
import {
  type Abi,
  type Address,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  stringify,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { rpc } from '../../src/chain/rpc.ts'
import { localAccounts } from '../../src/contracts/accounts.ts'
import type { LocalChain } from '../../src/stack/localChain.ts'
import type { Gate } from './gate.ts'
import { createRandom, type Random } from './random.ts'

const abi = parseAbi([
  'function mint(address to, uint256 count)',
  'function mint(address to, uint256 id, uint256 amount)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address spender, uint256 amount)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function ownerOf(uint256) view returns (address)',
  'function getCounter(address) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])
const encode = encodeFunctionData as (call: {
  abi: Abi
  functionName: string
  args?: readonly unknown[]
}) => Hex

type Told = {
  readonly message?: string
  readonly orderId?: Hex
  readonly results?: readonly { readonly orderId?: Hex; readonly message?: string }[]
}

/** The reason of a rejection without ids and numbers, so that equal reasons count together. */
const reasonOf = ({ message, results = [] }: Told, status: number): string =>
  `${status} ${message ?? results.map((one) => one.message ?? '').find((text) => text.toLowerCase() !== 'success') ?? ''}`
    .replaceAll(/0x[0-9a-f]+|[0-9]{4,}/gi, '…')
    .slice(0, 90)

/** An order for which the provider answered 2xx. */
export type AcknowledgedOrder = { readonly id: Hex; readonly order: OrderComponents; readonly signature: Hex }

/** Makers and takers who act at random until stopped. */
export type Traders = {
  readonly kept: ReadonlyMap<Hex, AcknowledgedOrder>
  /** How often each kind of action was done, and how often the provider rejected an order. */
  readonly done: ReadonlyMap<string, number>
  prepare(): Promise<void>
  /** Stops when `signal` aborts, after the actions that are running. */
  run(signal: AbortSignal): Promise<void>
}

const tokens = 16
const editions = 3
const pause = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds))

/**
 * @param apis base URLs of the provider's processes; an order is posted to any of them.
 * @param gate what every transaction passes.
 */
export function createTraders(chain: LocalChain, apis: readonly string[], gate: Gate, seed: number): Traders {
  const { contracts } = chain
  const art = contracts.collections.find(({ kind }) => kind === 'erc721')?.address as Address
  const units = contracts.collections.find(({ kind }) => kind === 'erc1155')?.address as Address
  const people = localAccounts()
    .slice(0, 5)
    .map(({ address, privateKey }) => ({ address, account: privateKeyToAccount(privateKey) }))
  type Person = (typeof people)[number]
  const reads = createPublicClient({ transport: http(chain.rpcUrl, { retryCount: 0, timeout: 3000 }) })
  const kept = new Map<Hex, AcknowledgedOrder>()
  const done = new Map<string, number>()
  const count = (what: string): void => void done.set(what, (done.get(what) ?? 0) + 1)
  let salt = BigInt(seed) * 1_000_000n

  /** The node signs for every account and counts its nonces, so that transactions lost in a reorg leave no gap. */
  const sendNow = async (from: Address, to: Address, data: Hex, value: bigint): Promise<boolean> => {
    const call = { from, to, data, value: numberToHex(value), gas: numberToHex(1_500_000) }
    const hash = await rpc<Hex>(chain.rpcUrl, 'eth_sendTransaction', [call])
    for (let look = 0; look < 50; look += 1) {
      const receipt = await rpc<{ status: Hex } | null>(chain.rpcUrl, 'eth_getTransactionReceipt', [hash])
      if (receipt !== null) return receipt.status === '0x1'
      await pause(20)
    }
    return false
  }
  const send = (from: Address, to: Address, data: Hex, value = 0n): Promise<boolean> =>
    gate.pass(() => sendNow(from, to, data, value))
  const write = (who: Person, to: Address, functionName: string, args: readonly unknown[], value = 0n) =>
    send(who.address, to, encode({ abi, functionName, args }), value)

  const counterOf = (account: Address): Promise<bigint> =>
    reads.readContract({ address: contracts.seaport, abi, functionName: 'getCounter', args: [account] })
  const ownerOf = async (tokenId: bigint): Promise<Person | undefined> => {
    const owner = await reads.readContract({ address: art, abi, functionName: 'ownerOf', args: [tokenId] })
    return people.find(({ address }) => address === owner.toLowerCase())
  }

  /** Posts until a process answers; a rejected order was overtaken by another trader. */
  const post = async (
    signal: AbortSignal,
    random: Random,
    path: string,
    body: object,
    orders: readonly AcknowledgedOrder[],
  ) => {
    const text = stringify(body)
    while (!signal.aborted) {
      const answer = await fetch(`${random.pick(apis)}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
        signal: AbortSignal.timeout(8000),
      }).catch(() => undefined)
      if (answer === undefined || answer.status >= 500 || answer.status === 429) {
        await pause(100)
        continue
      }
      const told = (await answer.json().catch(() => undefined)) as Told | undefined
      if (told === undefined) continue
      const ids = (told.results ?? [told]).flatMap((one) =>
        answer.ok && one.orderId !== undefined && (one.message ?? 'success').toLowerCase() === 'success'
          ? [one.orderId]
          : [],
      )
      for (const one of orders)
        if (ids.includes(one.id)) kept.set(one.id, one)
        else count(`refused: ${reasonOf(told, answer.status)}`)
      return
    }
  }
  const domain = seaportDomain(chain.id, '1.6')
  const posted = (order: OrderComponents, signature?: Hex) => ({
    order: { kind: 'seaport-v1.6', data: signature === undefined ? order : { ...order, signature } },
    orderbook: 'reservoir',
  })
  const terms = (random: Random) => {
    const now = BigInt(Math.floor(Date.now() / 1000))
    salt += 1n
    return {
      fees: [],
      startTime: now - 60n,
      endTime: now + (random.odds(0.1) ? BigInt(3 + random.below(10)) : 86_400n),
      salt,
      conduitKey: contracts.conduitKey,
    }
  }
  const postOne = async (signal: AbortSignal, random: Random, who: Person, order: OrderComponents) => {
    const signature = await who.account.signTypedData(orderTypedData(domain, order))
    const one = { id: orderHash(order), order, signature }
    await post(signal, random, '/order/v3', posted(order, signature), [one])
  }
  const listingOf = async (random: Random, who: Person, tokenId: bigint, counter?: bigint) =>
    buildListing({
      ...terms(random),
      maker: who.address,
      token: art,
      tokenId,
      kind: 'erc721',
      quantity: 1n,
      gross: parseEther('0.01'),
      currency: zeroAddress,
      counter: counter ?? (await counterOf(who.address)),
    })

  type Act = (random: Random, who: Person, signal: AbortSignal) => Promise<unknown>
  const anyToken = (random: Random): bigint => BigInt(1 + random.below(tokens))
  const orders = (side: 'sell' | 'buy'): readonly AcknowledgedOrder[] =>
    [...kept.values()].slice(-60).filter(({ order }) => (order.offer[0]?.itemType === 1) === (side === 'buy'))
  const fill = (who: Person, one: Fill) => {
    const now = BigInt(Math.floor(Date.now() / 1000))
    const call = fulfill(one, { seaport: contracts.seaport, conduitKey: contracts.conduitKey, now })
    return send(who.address, call.to, call.data, call.value)
  }
  const acts: Readonly<Record<string, readonly [weight: number, act: Act]>> = {
    list: [
      14,
      async (random, _, signal) => {
        const tokenId = anyToken(random)
        const owner = await ownerOf(tokenId)
        if (owner !== undefined) await postOne(signal, random, owner, await listingOf(random, owner, tokenId))
      },
    ],
    'list under one signature': [
      3,
      async (random, who, signal) => {
        const counter = await counterOf(who.address)
        const all = await Promise.all([0, 1, 2].map(() => listingOf(random, who, anyToken(random), counter)))
        const signature = await who.account.signTypedData(bulkTypedData(domain, all) as never)
        const tree = bulkTree(all)
        const items = all.map((order, orderIndex) => ({
          ...posted(order),
          bulkData: { kind: 'seaport-v1.6', data: { orderIndex, merkleProof: tree.proof(orderIndex) } },
        }))
        const each = all.map((order, index) => ({
          id: orderHash(order),
          order,
          signature: bulkSignature(signature, index, tree.proof(index)),
        }))
        await post(signal, random, `/order/v4?signature=${signature}`, { items }, each)
      },
    ],
    'list units': [
      3,
      async (random, who, signal) => {
        const order = buildListing({
          ...terms(random),
          maker: who.address,
          token: units,
          tokenId: BigInt(1 + random.below(editions)),
          kind: 'erc1155',
          quantity: 4n,
          gross: parseEther('0.04'),
          currency: zeroAddress,
          counter: await counterOf(who.address),
        })
        await postOne(signal, random, who, order)
      },
    ],
    bid: [
      6,
      async (random, who, signal) => {
        const order = buildBid({
          ...terms(random),
          maker: who.address,
          gross: parseEther('0.01') * BigInt(1 + random.below(9)),
          currency: contracts.weth,
          quantity: 1n,
          target: random.odds(0.5)
            ? { kind: 'erc721', token: art, root: 0n }
            : { kind: 'erc721', token: art, tokenId: anyToken(random) },
          counter: await counterOf(who.address),
        })
        await postOne(signal, random, who, order)
      },
    ],
    buy: [
      6,
      async (random, who) => {
        const one = random.pick(orders('sell'))
        if (one === undefined || one.order.offerer === who.address) return
        const several = (one.order.offer[0]?.startAmount ?? 1n) > 1n
        const more = several ? { units: BigInt(1 + random.below(3)) } : {}
        await fill(who, { components: one.order, signature: one.signature, ...more })
      },
    ],
    accept: [
      4,
      async (random) => {
        const one = random.pick(orders('buy'))
        const wanted = one?.order.consideration[0]
        if (one === undefined || wanted === undefined) return
        const any = wanted.itemType === 4
        const tokenId = any ? anyToken(random) : wanted.identifierOrCriteria
        const owner = await ownerOf(tokenId)
        if (owner === undefined || owner.address === one.order.offerer) return
        await fill(owner, {
          components: one.order,
          signature: one.signature,
          ...(any ? { tokenId, proof: [] } : {}),
        })
      },
    ],
    cancel: [
      4,
      async (random) => {
        const one = random.pick([...kept.values()].slice(-40))
        if (one === undefined) return
        const { to, data } = cancelOrders(contracts.seaport, [one.order])
        await send(one.order.offerer, to, data)
      },
    ],
    'cancel all': [
      1,
      async (random, who, signal) => {
        const { to, data } = incrementCounter(contracts.seaport)
        await send(who.address, to, data)
        // At once, before the block is read.
        const tokenId = anyToken(random)
        const owner = await ownerOf(tokenId)
        if (owner === who) await postOne(signal, random, who, await listingOf(random, who, tokenId))
      },
    ],
    transfer: [
      4,
      async (random) => {
        const tokenId = anyToken(random)
        const [from, to] = [await ownerOf(tokenId), random.pick(people)]
        if (from !== undefined && to !== undefined)
          await write(from, art, 'transferFrom', [from.address, to.address, tokenId])
      },
    ],
    'transfer units': [
      2,
      async (random, who) => {
        const to = random.pick(people)?.address
        const id = BigInt(1 + random.below(editions))
        const amount = BigInt(1 + random.below(6))
        await write(who, units, 'safeTransferFrom', [who.address, to, id, amount, '0x'])
      },
    ],
    'approve or not': [
      2,
      (random, who) =>
        write(who, random.odds(0.5) ? art : units, 'setApprovalForAll', [
          contracts.conduit,
          random.odds(0.7),
        ]),
    ],
    'allow more or less': [
      3,
      (random, who) =>
        write(who, contracts.weth, 'approve', [
          contracts.conduit,
          parseEther('0.02') * BigInt(random.below(8)),
        ]),
    ],
    'wrap or unwrap': [
      3,
      (random, who) => {
        const amount = parseEther('0.01') * BigInt(1 + random.below(9))
        return random.odds(0.5)
          ? write(who, contracts.weth, 'deposit', [], amount)
          : write(who, contracts.weth, 'withdraw', [amount])
      },
    ],
  }
  const drawn = Object.entries(acts).flatMap(([name, [weight, act]]) =>
    Array.from({ length: weight }, () => ({ name, act })),
  )

  const live = async (seedOfOne: number, signal: AbortSignal): Promise<void> => {
    const random = createRandom(seedOfOne)
    while (!signal.aborted) {
      const [next, who] = [random.pick(drawn), random.pick(people)]
      if (next === undefined || who === undefined) return
      try {
        await next.act(random, who, signal)
        count(next.name)
      } catch {
        // The node is down, or the state changed a moment ago.
        count('could not be done')
        await pause(50)
      }
    }
  }
  return {
    kept,
    done,
    prepare: async () => {
      await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', [true])
      for (const [index, who] of people.entries()) {
        await write(who, art, 'setApprovalForAll', [contracts.conduit, true])
        await write(who, units, 'setApprovalForAll', [contracts.conduit, true])
        await write(who, contracts.weth, 'deposit', [], parseEther('0.2'))
        await write(who, contracts.weth, 'approve', [contracts.conduit, parseEther('0.1')])
        await write(who, art, 'mint', [who.address, BigInt(index === 0 ? tokens - 12 : 3)])
        for (let id = 1; id <= editions; id += 1)
          await write(who, units, 'mint', [who.address, BigInt(id), 10n])
      }
    },
    run: async (signal) => {
      await Promise.all([1, 2, 3, 4].map((one) => live(seed * 10 + one, signal)))
    },
  }
}
