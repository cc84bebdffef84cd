import { type LocalChain, localAccounts, rpc, startChain, type Writer, writerOf } from '@sluice/devnet'
import { type Intent, requiredReads, type Verdict, verify } from '@sluice/guards'
import {
  buildBid,
  buildListing,
  cancelOrders,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type Fill,
  fulfillAdvanced,
  fulfillAvailable,
  type OrderComponents,
  orderHash,
  orderTypedData,
  seaportAbi,
  seaportAddress,
  seaportDomain,
} from '@sluice/seaport'
import { parsePlan } from '@sluice/wire'
import { type Address, encodeFunctionData, type Hex, parseAbi, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { incomplete, step } from '../../../guards/test/support/answer.ts'
import type { ChainReader } from '../../src/chain/chainReader.ts'
import { readChainState } from '../../src/chain/readChainState.ts'
import type { Chain } from '../../src/chains/chain.ts'
import { createClient } from '../../src/client.ts'

const ether = 10n ** 18n
const old = seaportAddress['1.5'].toLowerCase() as Address
const low = (address: string) => address.toLowerCase() as Address
const statusAbi = parseAbi(['function getOrderStatus(bytes32) view returns (bool, bool, uint256, uint256)'])

let local: LocalChain
let printId = 7_000n
let chain: Chain
let policy: ReturnType<typeof createClient>['policy']
let [maker, taker]: Writer[] = []

beforeAll(async () => {
  local = await startChain({ seedTokens: 12 })
  const [first, second] = localAccounts()
  maker = writerOf(local, first?.privateKey as Hex)
  taker = writerOf(local, second?.privateKey as Hex)
  const { contracts } = local
  const client = createClient({
    chains: [
      {
        id: local.id,
        name: local.name,
        baseApiUrl: 'http://127.0.0.1',
        rpcUrls: [local.rpcUrl],
        multicall3: contracts.multicall3,
        wrappedNative: contracts.weth,
        conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
        paymentTokens: [
          { address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
          { address: contracts.weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
        ],
      },
    ],
  })
  ;[chain] = client.chains as [Chain]
  policy = client.policy
})
afterAll(() => local?.stop())

const reader: ChainReader = {
  reachable: async () => true,
  call: (method, params = []) => rpc(local.rpcUrl, method, params),
}

/** The client's way: what the chain must say is read, then everything is checked. */
async function verdictFor(intent: Intent, steps: readonly unknown[]): Promise<Verdict> {
  const response = { steps }
  const needs = requiredReads({ intent, plan: parsePlan(response), policy, chain })
  const facts = await readChainState(reader, chain, intent.account, needs)
  return verify(intent, response, facts, policy, { salts: [1n] })
}

/** Sends what the guards rebuilt, in its order. */
async function carriedOut(writer: Writer, verdict: Verdict): Promise<void> {
  expect(verdict.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
  for (const item of verdict.items) if (item.kind === 'transaction') await writer.send(item.call)
}

const accountOf = (writer: Writer | undefined) => low(writer?.account.address ?? '')
const art = () => low(local.contracts.collections[0]?.address ?? '')
const call = (to: Address, data: Hex, value = 0n) => incomplete({ to, data, value: toHex(value) })
const sale = (...items: unknown[]) => step('sale', 'transaction', items)
/** With other code in the place of Seaport 1.5, and its own again afterwards. */
async function withCode<T>(code: Hex, work: () => Promise<T>): Promise<T> {
  const own = await rpc<Hex>(local.rpcUrl, 'eth_getCode', [old, 'latest'])
  await rpc(local.rpcUrl, 'anvil_setCode', [old, code])
  try {
    return await work()
  } finally {
    await rpc(local.rpcUrl, 'anvil_setCode', [old, own])
  }
}
const ownerOf = async (tokenId: bigint) =>
  low(
    await maker!.reads.readContract({
      address: art(),
      abi: erc721Abi,
      functionName: 'ownerOf',
      args: [tokenId],
    }),
  )
async function tokenOf(writer: Writer | undefined): Promise<bigint> {
  for (let id = 1n; id <= 24n; id += 1n) if ((await ownerOf(id)) === accountOf(writer)) return id
  throw new Error('The account owns no token.')
}
const terms = async (writer: Writer | undefined) => {
  const { timestamp } = await writer!.reads.getBlock()
  const counter = await writer!.reads.readContract({
    address: old,
    abi: seaportAbi,
    functionName: 'getCounter',
    args: [accountOf(writer)],
  })
  return {
    maker: accountOf(writer),
    quantity: 1n,
    fees: [{ recipient: low(localAccounts()[5]?.address ?? ''), bps: 250 }],
    startTime: timestamp - 60n,
    endTime: timestamp + 86_400n,
    salt: 5n,
    conduitKey: local.contracts.conduitKey,
    counter,
  }
}
const signed = async (writer: Writer | undefined, components: OrderComponents): Promise<Fill> => ({
  components,
  signature: await writer!.account.signTypedData(
    orderTypedData(seaportDomain(local.id, '1.5', old), components),
  ),
})
const wethAbi = [...erc20Abi, ...parseAbi(['function deposit() payable'])] as const
const statusOf = (orderId: Hex) =>
  maker!.reads.readContract({
    address: old,
    abi: statusAbi,
    functionName: 'getOrderStatus',
    args: [orderId],
  })
/** Copies of a new token, which the conduit may move. */
async function mintedPrints(writer: Writer, amount: bigint) {
  const prints = low(local.contracts.collections[2]?.address ?? '')
  printId += 1n
  const tokenId = printId
  await writer.write({
    address: prints,
    abi: parseAbi(['function mint(address to, uint256 id, uint256 amount)']),
    functionName: 'mint',
    args: [accountOf(writer), tokenId, amount],
  })
  await writer.write({
    address: prints,
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [local.contracts.conduit, true],
  })
  const heldBy = (who: Writer) =>
    who.reads.readContract({
      address: prints,
      abi: erc1155Abi,
      functionName: 'balanceOf',
      args: [accountOf(who), tokenId],
    })
  return { tokenId, prints, heldBy }
}

const options = async () => ({
  seaport: old,
  conduitKey: local.contracts.conduitKey,
  now: (await maker!.reads.getBlock()).timestamp,
})
const listingOf = async (tokenId: bigint, more = {}) =>
  signed(
    maker,
    buildListing({
      ...(await terms(maker)),
      gross: ether,
      currency: zeroAddress,
      token: art(),
      tokenId,
      kind: 'erc721',
      ...more,
    }),
  )
type BuyIntent = Extract<Intent, { action: 'buy' }>
const buying = (target: BuyIntent['items'][number]['target']): BuyIntent => ({
  action: 'buy',
  chainId: local.id,
  account: accountOf(taker),
  items: [{ target, quantity: 1n }],
  limits: new Map([[zeroAddress, ether]]),
  recipient: accountOf(taker),
  feesOnTop: [],
  partial: false,
})

describe('on the real Seaport 1.5', () => {
  test('a purchase is proven from its bytes and the chain, and brings the token', async () => {
    const tokenId = await tokenOf(maker)
    const order = await listingOf(tokenId)
    const made = fulfillAdvanced(order, await options())
    for (const target of [
      { kind: 'token' as const, contract: art(), tokenId },
      { kind: 'order' as const, orderId: orderHash(order.components) },
    ]) {
      const verdict = await verdictFor(buying(target), [sale(call(made.to, made.data, made.value))])
      expect(verdict.proof).toBe('static+read')
      if (target.kind === 'order') await carriedOut(taker!, verdict)
    }
    expect(await ownerOf(tokenId)).toBe(accountOf(taker))
  })

  test('a sweep is proven and brings the tokens', async () => {
    const tokenId = await tokenOf(maker)
    const made = fulfillAvailable([await listingOf(tokenId)], await options())
    await carriedOut(
      taker!,
      await verdictFor(buying({ kind: 'token', contract: art(), tokenId }), [
        sale(call(made.to, made.data, made.value)),
      ]),
    )
    expect(await ownerOf(tokenId)).toBe(accountOf(taker))
  })

  test('an offer is accepted, with its approvals', async () => {
    const tokenId = await tokenOf(taker)
    const { weth, conduit } = local.contracts
    await maker!.write({
      address: weth,
      abi: parseAbi(['function deposit() payable']),
      functionName: 'deposit',
      value: ether,
    })
    await maker!.write({ address: weth, abi: erc20Abi, functionName: 'approve', args: [conduit, ether] })
    const offer = await signed(
      maker,
      buildBid({
        ...(await terms(maker)),
        gross: ether,
        currency: weth,
        target: { kind: 'erc721', token: art(), root: 0n },
      }),
    )
    const made = fulfillAdvanced({ ...offer, tokenId, proof: [] }, await options())
    const approval = (to: Address, abi: typeof erc20Abi | typeof erc721Abi, name: string, args: unknown[]) =>
      call(to, encodeFunctionData({ abi, functionName: name, args } as never))
    const intent: Intent = {
      action: 'sell',
      chainId: local.id,
      account: accountOf(taker),
      items: [{ contract: art(), tokenId, quantity: 1n, orderId: orderHash(offer.components) }],
      minimums: new Map([[low(weth), (ether * 975n) / 1_000n]]),
      feesOnTop: [],
      partial: false,
    }
    const verdict = await verdictFor(intent, [
      step('nft-approval', 'transaction', [approval(art(), erc721Abi, 'setApprovalForAll', [conduit, true])]),
      step('currency-approval', 'transaction', [
        approval(low(weth), erc20Abi, 'approve', [conduit, (ether * 25n) / 1_000n]),
      ]),
      sale(call(made.to, made.data)),
    ])
    await carriedOut(taker!, verdict)
    expect(await ownerOf(tokenId)).toBe(accountOf(maker))
  })

  test('units are bought in parts, alone and in a sweep with a fee on top, until none is left', async () => {
    const { tokenId, prints, heldBy } = await mintedPrints(maker!, 10n)
    const order = await signed(
      maker,
      buildListing({
        ...(await terms(maker)),
        gross: 10n * ether,
        quantity: 10n,
        currency: zeroAddress,
        token: prints,
        tokenId,
        kind: 'erc1155',
      }),
    )
    const tip = { recipient: low(localAccounts()[6]?.address ?? ''), amount: 40n }
    const intent = (quantity: bigint, onTop = 0n): Intent => ({
      ...buying({ kind: 'token', contract: prints, tokenId }),
      items: [{ target: { kind: 'token', contract: prints, tokenId }, quantity }],
      limits: new Map([[zeroAddress, quantity * ether + onTop]]),
      feesOnTop: onTop > 0n ? [{ ...tip, amount: onTop }] : [],
    })
    const paidTo = () => maker!.reads.getBalance({ address: tip.recipient })
    const before = [await paidTo(), await maker!.reads.getBalance({ address: accountOf(maker) })] as const

    const three = fulfillAdvanced({ ...order, units: 3n }, await options())
    await carriedOut(taker!, await verdictFor(intent(3n), [sale(call(three.to, three.data, three.value))]))
    const four = fulfillAvailable([{ ...order, units: 4n, tips: [tip] }], await options())
    await carriedOut(taker!, await verdictFor(intent(4n, 40n), [sale(call(four.to, four.data, four.value))]))
    expect(await heldBy(taker!)).toBe(7n)

    // More than was agreed, and a part that no copy divides into, are refused.
    const last = fulfillAdvanced({ ...order, units: 3n }, await options())
    expect((await verdictFor(intent(2n), [sale(call(last.to, last.data, last.value))])).decision).toBe(
      'block',
    )
    await carriedOut(taker!, await verdictFor(intent(3n), [sale(call(last.to, last.data, last.value))]))
    expect([await heldBy(maker!), await heldBy(taker!)]).toEqual([0n, 10n])
    expect((await paidTo()) - before[0]).toBe(40n)
    const earned = (await maker!.reads.getBalance({ address: accountOf(maker) })) - before[1]
    expect(earned).toBe((10n * ether * 9_750n) / 10_000n)
    const [, , filled, size] = await statusOf(orderHash(order.components))
    expect(filled).toBe(size)

    const named: Intent = {
      ...buying({ kind: 'order', orderId: orderHash(order.components) }),
      items: [{ target: { kind: 'order', orderId: orderHash(order.components) }, quantity: 3n }],
      limits: new Map([[zeroAddress, 3n * ether]]),
    }
    const gone = await verdictFor(named, [sale(call(last.to, last.data, last.value))])
    expect(gone.findings.map(({ code }) => code)).toContain('CALL_EXPIRED')
  })

  test('an offer for several units is accepted in parts', async () => {
    const { tokenId, prints, heldBy } = await mintedPrints(taker!, 4n)
    const { weth, conduit } = local.contracts
    for (const [functionName, args, value] of [
      ['deposit', [], 4n * ether],
      ['approve', [conduit, 4n * ether], 0n],
    ] as const)
      await maker!.write({ address: weth, abi: wethAbi, functionName, args, value } as never)
    const offer = await signed(
      maker,
      buildBid({
        ...(await terms(maker)),
        gross: 4n * ether,
        quantity: 4n,
        currency: weth,
        target: { kind: 'erc1155', token: prints, tokenId },
      }),
    )
    const seen = await heldBy(maker!)
    for (const units of [1n, 3n]) {
      const made = fulfillAdvanced({ ...offer, units }, await options())
      const intent: Intent = {
        action: 'sell',
        chainId: local.id,
        account: accountOf(taker),
        items: [{ contract: prints, tokenId, quantity: units, orderId: undefined }],
        minimums: new Map([[low(weth), (units * ether * 9_750n) / 10_000n]]),
        feesOnTop: [],
        partial: false,
      }
      const fee = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [conduit, (units * ether * 250n) / 10_000n],
      })
      await carriedOut(
        taker!,
        await verdictFor(intent, [
          step('currency-approval', 'transaction', [call(low(weth), fee)]),
          sale(call(made.to, made.data)),
        ]),
      )
    }
    expect((await heldBy(maker!)) - seen).toBe(4n)
  })

  test('an order cancelled on 1.5 stays open on 1.6, because the version decides', async () => {
    const tokenId = await tokenOf(maker)
    const { components } = await listingOf(tokenId)
    const id = orderHash(components)
    const intent = (version?: '1.5' | '1.6'): Intent => ({
      action: 'cancel',
      chainId: local.id,
      account: accountOf(maker),
      orderIds: [id],
      mode: 'orders',
      version,
    })
    const { to, data } = cancelOrders(old, [components])
    const plan = [step('cancellation', 'transaction', [call(to, data)])]
    expect((await verdictFor(intent(), plan)).decision).toBe('confirm')
    expect((await verdictFor(intent('1.6'), plan)).decision).toBe('block')
    await carriedOut(maker!, await verdictFor(intent('1.5'), plan))
    const cancelled = async (address: Address) =>
      (
        await maker!.reads.readContract({
          address,
          abi: statusAbi,
          functionName: 'getOrderStatus',
          args: [id],
        })
      )[1]
    expect(await cancelled(old)).toBe(true)
    expect(await cancelled(local.contracts.seaport)).toBe(false)
  })

  test('an order of 1.6 is not filled on 1.5, and without a 1.5 nothing is paid', async () => {
    const tokenId = await tokenOf(maker)
    const order = await listingOf(tokenId)
    const made = fulfillAdvanced(order, await options())
    const intent = buying({ kind: 'token', contract: art(), tokenId })
    const plan = [sale(call(made.to, made.data, made.value))]
    expect((await verdictFor(intent, plan)).decision).toBe('allow')
    const verdict = await withCode('0x', () => verdictFor(intent, plan))
    expect(verdict.decision).toBe('block')
    expect(verdict.findings.map(({ code }) => code)).toContain('TX_CODE')
    const { data: newer } = fulfillAdvanced(order, { ...(await options()), seaport: local.contracts.seaport })
    await expect(taker!.send({ to: local.contracts.seaport, data: newer, value: ether })).rejects.toThrow()
  })

  test('another contract at the address of 1.5 is not accepted as Seaport', async () => {
    const tokenId = await tokenOf(maker)
    const made = fulfillAdvanced(await listingOf(tokenId), await options())
    const code = await rpc<Hex>(local.rpcUrl, 'eth_getCode', [local.contracts.seaport, 'latest'])
    const intent = buying({ kind: 'token', contract: art(), tokenId })
    const verdict = await withCode(code, () =>
      verdictFor(intent, [sale(call(made.to, made.data, made.value))]),
    )
    expect(verdict.findings.map(({ code: found }) => found)).toContain('TX_CODE')
  })
})
