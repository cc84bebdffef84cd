import { rpc, sendFromNode } from '@sluice/devnet'
import type { CheckedTransaction } from '@sluice/guards'
import { callDigest } from '@sluice/guards/internal'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { JournalEntry } from '../../src/journal/journalEntry.ts'
import { memoryStorage } from '../../src/journal/storage.ts'
import { searchEntry } from '../../src/recovery/findEntryCall.ts'
import { resume } from '../../src/recovery/resume.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'

/** Wallets that carry a batch out, say neither yes nor no, and do not know the batch by its name. */
const market = useMarket()

const eth = 10n ** 18n

/** A wallet that sends the first `carried` calls of a batch, and then does what a test says. */
function batching(wallet: ScriptedWallet, carried: number, then: () => Promise<string>) {
  const hashes: string[] = []
  return Object.assign(wallet, {
    hashes,
    capabilities: async () => ({ atomic: true }),
    sendCalls: async (calls: readonly CheckedTransaction[]) => {
      for (const call of calls.slice(0, carried)) hashes.push(await market.sendRaw(wallet, call))
      return then()
    },
    callsStatus: async () => {
      throw Object.assign(new Error('Unknown bundle'), { code: 5730 })
    },
  })
}

/** A token of an owner without approvals, and an offer for it. */
async function offered(owner: ScriptedWallet) {
  const token = await market.mint(owner)
  const data =
    `0xa22cb465${market.chain.contracts.conduit.slice(2).padStart(64, '0')}${'0'.repeat(64)}` as const
  const call = { kind: 'transaction', chainId: market.chain.id, to: token.split(':')[0], data, value: 0n }
  await market.sendRaw(owner, call as never)
  const { orders } = await placeBids(market.client(), {
    wallet: market.wallet(3),
    bids: [{ token, weiPrice: eth / 10n }],
  }).result()
  const { weth } = market.chain.contracts
  return {
    items: [{ token, orderId: orders[0]?.orderId ?? undefined }],
    expectedPrice: { [weth]: { raw: eth / 20n } },
  }
}
const timesOut = async (): Promise<string> => {
  throw new Error('request timed out')
}

test('a batch that the wallet carried out silently is found on chain by its effects', async () => {
  const owner = batching(market.wallet(8), 2, timesOut)
  const terms = await offered(owner)
  const client = market.client()
  const { error, status, money, steps } = await acceptOffers(client, { wallet: owner, ...terms }).done
  expect(error).toBeUndefined()
  expect([status, money]).toEqual(['complete', 'spent'])
  expect(steps.flatMap(({ items }) => items.map(({ txHash }) => txHash))).toEqual(owner.hashes)
  expect((await client.journal.entries()).map(({ state }) => state)).toEqual(['done', 'done'])
})

/** Errors that read as if the wallet could not batch, thrown after it did. */
const misread: readonly (readonly [string, () => unknown])[] = [
  [
    'its bundler lacks a method',
    () => ({
      code: -32_603,
      message: 'Internal error',
      data: {
        originalError: { code: -32_601, message: 'the method eth_getUserOperationReceipt does not exist' },
      },
    }),
  ],
  ['it takes too long', () => new Error('The request is taking too long. Please check your wallet.')],
  ['it does not support the method', () => ({ code: -32_601, message: 'Method not found' })],
  ['it does not work on this chain', () => ({ code: 5710, message: 'The chain is not supported' })],
]

test.each(misread)(
  'a wallet that carries a batch out and then says that %s moves no unit twice, and its batch is found',
  async (_name, thrown) => {
    const owner = batching(market.wallet(6), 2, async () => {
      throw thrown()
    })
    const ids = [BigInt(Date.now()) * 2n, BigInt(Date.now()) * 2n + 1n] as const
    const tokens = [await market.mintUnits(owner, ids[0], 10n), await market.mintUnits(owner, ids[1], 10n)]
    const to = market.wallet(3).account
    const client = market.client()
    const items = tokens.map((token) => ({ token, quantity: 2 }))
    const { error, status, money } = await transferTokens(client, { wallet: owner, to, items }).done
    expect(error).toBeUndefined()
    expect([status, money]).toEqual(['complete', 'spent'])
    expect(owner.prompts).toEqual([])
    const balances = tokens.map(async (token) => {
      const [contract, id] = token.split(':') as [Address, string]
      const data = `0x00fdd58e${to.slice(2).padStart(64, '0')}${BigInt(id).toString(16).padStart(64, '0')}`
      return BigInt(await rpc<Hex>(market.chain.rpcUrl, 'eth_call', [{ to: contract, data }, 'latest']))
    })
    expect(await Promise.all(balances)).toEqual([2n, 2n])
    const entries = await client.journal.entries()
    expect(entries.map(({ state, hash }) => [state, hash])).toEqual(
      owner.hashes.map((hash) => ['done', hash]),
    )
  },
)

test('a wallet that says it cannot batch, and reports the batch by its id all the same, is asked for no single call', async () => {
  const owner = batching(market.wallet(6), 0, async () => {
    throw Object.assign(new Error('Method not found'), { code: -32_601 })
  })
  const waits: { calls: readonly CheckedTransaction[]; id: string | undefined } = { calls: [], id: undefined }
  Object.assign(owner, {
    sendCalls: async (calls: readonly CheckedTransaction[], id?: string) => {
      Object.assign(waits, { calls, id })
      throw Object.assign(new Error('Method not found'), { code: -32_601 })
    },
    callsStatus: async (id: string) => {
      expect(id).toBe(waits.id)
      if (owner.hashes.length > 0) return { state: 'confirmed' as const, hashes: owner.hashes }
      for (const call of waits.calls) owner.hashes.push(await market.sendRaw(owner, call))
      return { state: 'pending' as const, hashes: [] }
    },
  })
  const { error, status } = await acceptOffers(market.client(), { wallet: owner, ...(await offered(owner)) })
    .done
  expect(error).toBeUndefined()
  expect(status).toBe('complete')
  expect(owner.prompts).toEqual([])
  expect(owner.hashes).toHaveLength(2)
})

test('a wallet that says it cannot batch while something of its account waits is not called untouched', async () => {
  const owner = batching(market.wallet(6), 0, async () => {
    await rpc(market.chain.rpcUrl, 'evm_setAutomine', [false])
    const to = market.wallet(3).account
    await rpc(market.chain.rpcUrl, 'eth_sendTransaction', [{ from: owner.account, to, value: '0x1' }])
    throw Object.assign(new Error('Method not found'), { code: -32_601 })
  })
  const terms = await offered(owner)
  const client = market.client({ pollingInterval: 20, maxPollingAttemptsBeforeTimeout: 3 })
  try {
    const { error, money } = await acceptOffers(client, { wallet: owner, ...terms }).done
    expect(error).toMatchObject({ code: 'wallet_error', money: 'unknown' })
    expect(error?.data.nothingSent).toBeUndefined()
    expect(money).toBe('unknown')
    expect(owner.prompts).toEqual([])
    expect((await client.journal.entries()).map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  } finally {
    await rpc(market.chain.rpcUrl, 'evm_setAutomine', [true])
    await rpc(market.chain.rpcUrl, 'evm_mine')
  }
})

test('a batch with one call on chain has that call done and the other unknown', async () => {
  const owner = batching(market.wallet(7), 1, timesOut)
  const terms = await offered(owner)
  const client = market.client()
  const { error, status } = await acceptOffers(client, { wallet: owner, ...terms }).done
  expect(status).toBe('failed')
  expect(error?.data.progress).toMatchObject({ done: 0, items: [{ state: 'unknown' }] })
  expect((await client.journal.entries()).map(({ state }) => state)).toEqual(['done', 'unknown'])
})

test('after a reload, a batch that its wallet forgot is found call by call, long after it was carried out', async () => {
  const died = new AbortController()
  const owner = batching(market.wallet(6), 2, () => {
    died.abort()
    return new Promise<string>(() => undefined)
  })
  const terms = await offered(owner)
  const storage = { ...memoryStorage(), durable: true }
  await acceptOffers(market.client({ storage }), { wallet: owner, ...terms, signal: died.signal }).done
  await rpc(market.chain.rpcUrl, 'anvil_mine', ['0x100'])
  const resumed = await resume(market.client({ storage }), { wallet: owner })
  expect(resumed.map(({ entry: { purpose, state, hash } }) => [purpose, state, hash])).toEqual([
    ['approve-token', 'done', owner.hashes[0]],
    ['sell', 'done', owner.hashes[1]],
  ])
})

test('a wallet that reports a carried-out batch as failed is not believed, in its run and after a reload', async () => {
  const owner = batching(market.wallet(5), 2, async () => 'bundle-1')
  Object.assign(owner, { callsStatus: async () => ({ state: 'failed' as const, hashes: [] }) })
  const terms = await offered(owner)
  const storage = { ...memoryStorage(), durable: true }
  const client = market.client({ storage })
  const { error, status, money } = await acceptOffers(client, { wallet: owner, ...terms }).done
  expect(error).toBeUndefined()
  expect([status, money]).toEqual(['complete', 'spent'])
  for (const entry of await client.journal.entries())
    await client.journal.write({ ...entry, state: 'unknown', hash: undefined } as never)
  const resumed = await resume(market.client({ storage }), { wallet: owner })
  expect(resumed.map(({ entry: { state, hash } }) => [state, hash])).toEqual(
    owner.hashes.map((hash) => ['done', hash]),
  )
})

test('a batch that its wallet reports as failed is not called unsent while the chain cannot be asked', async () => {
  const owner = batching(market.wallet(5), 2, async () => 'bundle-1')
  const terms = await offered(owner)
  let isSilent = false
  const request = async (call: { method: string; params?: readonly unknown[] }) => {
    if (isSilent && call.method === 'eth_getLogs') throw new Error('rate limited')
    return rpc(market.chain.rpcUrl, call.method, (call.params ?? []) as unknown[])
  }
  Object.assign(owner, {
    request,
    callsStatus: async () => {
      isSilent = true
      return { state: 'failed' as const, hashes: [] }
    },
  })
  const client = market.client({ chains: market.client().chains.map((chain) => ({ ...chain, rpcUrls: [] })) })
  const { error } = await acceptOffers(client, { wallet: owner, ...terms }).done
  expect(error).toMatchObject({ code: 'wallet_error', data: { bundle: 'bundle-1' } })
  expect(error?.money).not.toBe('untouched')
  expect((await client.journal.entries()).map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  isSilent = false
  const resumed = await resume(client, { wallet: owner })
  expect(resumed.map(({ entry: { state, hash } }) => [state, hash])).toEqual(
    owner.hashes.map((hash) => ['done', hash]),
  )
})

test('a contract that the account created since the prompt is passed over, and its call behind it is found', async () => {
  const { id, rpcUrl } = market.chain
  const account = market.stack.accounts[3]?.address.toLowerCase() as Address
  const call = (method: string, params: readonly unknown[] = []) => rpc<Hex>(rpcUrl, method, params)
  const nonceBefore = Number(await call('eth_getTransactionCount', [account, 'latest']))
  const blockBefore = Number(await call('eth_blockNumber'))
  const to: Address = `0x${'5e'.repeat(20)}`
  // A transaction without a recipient creates a contract.
  await sendFromNode(rpcUrl, { from: account, data: '0x00' })
  const sent = await sendFromNode(rpcUrl, { from: account, to, value: 7n, data: '0x12345678' })
  const entry = (value: bigint): JournalEntry => ({
    id: '1',
    run: '1',
    chainId: id,
    account,
    action: 'buy',
    kind: 'transaction',
    purpose: 'buy',
    digest: callDigest(id, to, value, '0x12345678'),
    state: 'prompting',
    nonceBefore,
    blockBefore,
    orderIds: [],
    createdAt: Date.now(),
    updatedAt: Date.now(),
  })
  const reader = { call, reachable: async () => true }
  expect(await searchEntry(reader, entry(7n), [])).toEqual({ found: 'own', hash: sent.transactionHash })
  expect(await searchEntry(reader, entry(8n), [])).toEqual({ found: 'nothing' })
})
