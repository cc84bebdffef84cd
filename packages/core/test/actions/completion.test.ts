import { rpc, sendFromNode } from '@sluice/devnet'
import type { PolicyInput } from '@sluice/guards'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { progressOf } from '../../src/run/progressOf.ts'
import type { Run } from '../../src/run/run.ts'
import { compileTricks } from '../simulation/world.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'

const market = useMarket()

const native = '0x0000000000000000000000000000000000000000'
const eth = 10n ** 18n
const expected = (raw: bigint, currency: string = native) => ({ [currency]: { raw } })

/** Purposes of what was sent, each with how its end is known. */
const proofsOf = async (run: Run) => {
  const { execution } = await run.result()
  const items = execution.steps.flatMap((step) => step.items)
  const sent = items.filter(({ txHash }) => txHash !== undefined)
  return { all: execution.proof, items: sent.map(({ purpose, proof }) => `${purpose} ${proof}`) }
}
const listed = async (seller: ScriptedWallet, terms: object = {}, token?: string): Promise<string> => {
  const name = token ?? (await market.mint(seller))
  const listings = [{ token: name, weiPrice: eth, ...terms }]
  await listTokens(market.client(), { wallet: seller, listings }).result()
  return name
}

test('a purchase in dollars is proven by the chain, including its allowance', async () => {
  const { usdc } = market.chain.contracts
  const price = 60_000_000_000n
  const token = await listed(market.wallet(0), { currency: usdc, weiPrice: price })
  const run = buyTokens(market.client(), {
    wallet: market.wallet(1),
    items: [{ token }],
    expectedPrice: expected(price, usdc),
  })
  expect(await proofsOf(run)).toEqual({ all: 'chain', items: ['approve-currency chain', 'buy chain'] })
})

test('part of an edition is proven unit by unit', async () => {
  const seller = market.wallet(2)
  const name = await market.mintUnits(seller, 880_001n, 10n)
  await listed(seller, { quantity: 10, weiPrice: 10n * eth }, name)
  const run = buyTokens(market.client(), {
    wallet: market.wallet(3),
    items: [{ token: name, quantity: 3 }],
    expectedPrice: expected(3n * eth),
  })
  expect(await proofsOf(run)).toEqual({ all: 'chain', items: ['buy chain'] })
})

test('a sale into a collection offer is proven by what came and what left', async () => {
  const [owner, bidder] = [market.wallet(4), market.wallet(5)]
  const token = await market.mint(owner)
  const bids = [{ collection: token.split(':')[0], weiPrice: eth }]
  await placeBids(market.client(), { wallet: bidder, bids }).result()
  const run = acceptOffers(market.client(), {
    wallet: owner,
    items: [{ token }],
    expectedPrice: expected((eth * 8n) / 10n, market.chain.contracts.weth),
  })
  expect((await proofsOf(run)).items.at(-1)).toBe('sell chain')
})

test('an offer for three units buys one, and then another, from the same owner', async () => {
  const [owner, bidder] = [market.wallet(4), market.wallet(5)]
  const token = await market.mintUnits(owner, 880_002n, 5n)
  const bids = [{ token, quantity: 3, weiPrice: 3n * eth }]
  const { orders } = await placeBids(market.client(), { wallet: bidder, bids }).result()
  const client = market.client()
  for (const _sale of [1, 2]) {
    const run = acceptOffers(client, {
      wallet: owner,
      items: [{ token, orderId: orders[0]?.orderId ?? '', quantity: 1 }],
      expectedPrice: expected((eth * 8n) / 10n, market.chain.contracts.weth),
    })
    expect((await proofsOf(run)).items.at(-1)).toBe('sell chain')
  }
})

test('a cancellation of everything and a transfer of several tokens are proven by the chain', async () => {
  const [maker, receiver] = [market.wallet(0), market.wallet(1)]
  await listed(maker)
  const cancel = cancelOrders(market.client(), { wallet: maker, orderIds: [], all: true })
  expect(await proofsOf(cancel)).toEqual({ all: 'chain', items: ['cancel chain'] })
  const tokens = [await market.mint(maker), await market.mint(maker)]
  const transfer = transferTokens(market.client(), {
    wallet: maker,
    to: receiver.account,
    items: tokens.map((token) => ({ token })),
  })
  const { all, items } = await proofsOf(transfer)
  expect(all).toBe('chain')
  expect(new Set(items)).toEqual(new Set(['transfer chain']))
})

test('a batch that names a token twice is proven by the sum', async () => {
  const [owner, receiver] = [market.wallet(0), market.wallet(1)]
  const token = await market.mintUnits(owner, 880_007n, 9n)
  const [contract = ''] = token.split(':')
  const data = encodeFunctionData({
    abi: parseAbi([
      'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
    ]),
    args: [owner.account, receiver.account as Address, [880_007n, 880_007n], [2n, 3n], '0x'],
  })
  const item = { status: 'incomplete', data: { from: owner.account, to: contract, data, value: '0x0' } }
  const step = { id: 'nft-transfer', action: '', description: '', kind: 'transaction', items: [item] }
  market.front.on('/execute/transfer/v1', { body: { steps: [step] } })
  const run = transferTokens(market.client(), {
    wallet: owner,
    to: receiver.account,
    items: [{ token, quantity: 5 }],
  })
  const { all } = await proofsOf(run).finally(() => market.front.on('/execute/transfer/v1', market.forward))
  expect(all).toBe('chain')
  expect(progressOf(run.execution)).toMatchObject({ done: 1, items: [{ state: 'done', units: 5, done: 5 }] })
})

test('a purchase for a contract that accepts no tokens is an input error if nobody can confirm it', async () => {
  const token = await listed(market.wallet(0))
  const execution = await buyTokens(market.client(), {
    wallet: market.wallet(1),
    items: [{ token }],
    expectedPrice: expected(eth),
    options: { taker: market.chain.contracts.multicall3 },
  }).done
  const { error } = execution
  expect(error).toMatchObject({ code: 'invalid_input', money: 'untouched', data: { field: 'options.taker' } })
})

test('a transaction that succeeded with another effect is never done', async () => {
  const token = await listed(market.wallet(2))
  const buyer = market.wallet(3)
  // The wallet sends another transaction, which succeeds, and answers with its hash.
  const liar: ScriptedWallet = {
    ...buyer,
    sendTransaction: (call) => buyer.sendTransaction({ ...call, to: buyer.account, data: '0x', value: 0n }),
  }
  market.front.on('/transactions/*', { body: { synced: true } })
  const run = buyTokens(market.client(), { wallet: liar, items: [{ token }], expectedPrice: expected(eth) })
  const execution = await run.done
  market.front.on('/transactions/*', market.forward)
  expect(execution.status).toBe('failed')
  expect(execution.error).toMatchObject({ code: 'effect_missing', money: 'spent' })
})

test('without a node, a run ends by the provider’s word and reports that nothing proves it', async () => {
  const token = await listed(market.wallet(4))
  const { request: _none, ...wallet } = market.wallet(5)
  const client = market.client()
  const chains = client.chains.map((chain) => ({ ...chain, rpcUrls: [] }))
  const blind = market.client({ chains })
  const run = buyTokens(blind, { wallet, items: [{ token }], expectedPrice: expected(eth) })
  expect(await proofsOf(run)).toEqual({ all: 'none', items: ['buy none'] })
})

test('a call that only a simulation proves is sent if the policy lists its router and the user agrees', async () => {
  const buyer = market.wallet(1)
  const { rpcUrl, id } = market.chain
  const token = await market.mint(buyer)
  const [contract = '', tokenId = '0'] = token.split(':')
  const { Shop } = compileTricks()
  const [other] = await rpc<[Address]>(rpcUrl, 'eth_accounts')
  const data = encodeDeployData({
    abi: Shop.abi,
    bytecode: Shop.bytecode,
    args: [contract, BigInt(tokenId), 0, native, 0n],
  })
  const deployed = await sendFromNode(rpcUrl, { from: other, data, gas: 3_000_000n })
  const shop = deployed.contractAddress?.toLowerCase() as Address
  const codeHash = keccak256(await rpc<Hex>(rpcUrl, 'eth_getCode', [shop, 'latest']))
  const give = encodeFunctionData({
    abi: parseAbi(['function transferFrom(address from, address to, uint256 id)']),
    args: [buyer.account, shop, BigInt(tokenId)],
  })
  await rpc(rpcUrl, 'anvil_impersonateAccount', [buyer.account])
  await sendFromNode(rpcUrl, { from: buyer.account, to: contract as Address, data: give })

  const call = { from: buyer.account, to: shop, data: '0xa6f2ae3a', value: toHex(eth) }
  const item = { status: 'incomplete', data: call }
  const step = { id: 'sale', action: '', description: '', kind: 'transaction', items: [item] }
  market.front.on('/execute/buy/v7', { body: { steps: [step] } })
  const routers = [{ address: shop, codeHash }]
  const ask = (policy: PolicyInput, confirm?: () => boolean) =>
    buyTokens(market.client({ policy }), {
      wallet: buyer,
      chainId: id,
      items: [{ token }],
      expectedPrice: expected(eth),
      ...(confirm === undefined ? {} : { confirm }),
    }).done
  const simulate: PolicyInput = { level: { mode: 'simulate' }, routers }
  for (const refused of [
    await ask({ routers }, () => true),
    await ask(simulate),
    await ask({ ...simulate, routers: [{ address: shop, codeHash: `0x${'00'.repeat(32)}` }] }, () => true),
  ])
    expect(refused.error?.code).toBe('blocked')
  expect(buyer.prompts).toEqual([])
  const bought = await ask(simulate, () => true)
  market.front.on('/execute/buy/v7', market.forward)
  expect(bought.error).toBeUndefined()
  expect(bought.verdict).toMatchObject({ decision: 'confirm', proof: 'simulated' })
  expect(buyer.prompts).toMatchObject([{ to: shop }])
  expect(bought.proof).toBe('chain')
})
