import { erc20Abi, erc721Abi } from '@sluice/seaport'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalChain, localAccounts, seedMarket, startChain, writerOf } from '../src/index.ts'
import { seedChain } from '../src/seed/seedChain.ts'
import type { Stack } from '../src/stack/stack.ts'
import { startTestStack } from './testStack.ts'

test('a seeded chain gives the same tokens to the same accounts at every start', async () => {
  const [ada, ben] = localAccounts()
  const owners = async (chain: LocalChain) => {
    const { reads } = writerOf(chain, ada!.privateKey)
    const { collections, usdc } = chain.contracts
    const read = { address: collections[0]!.address, abi: erc721Abi, functionName: 'ownerOf' } as const
    return [
      await reads.readContract({ ...read, args: [1n] }),
      await reads.readContract({ ...read, args: [2n] }),
      await reads.readContract({
        address: usdc,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [ada!.address],
      }),
    ].map((value) => (typeof value === 'string' ? value.toLowerCase() : value))
  }
  const first = await startChain({ seedTokens: 6 })
  const expected = [ada!.address, ben!.address, 100_000_000_000n]
  try {
    expect(await owners(first)).toEqual(expected)
    await seedChain(first.rpcUrl, first.id, first.contracts, { size: 6 })
    expect(await owners(first)).toEqual(expected)
  } finally {
    await first.stop()
  }
  const second = await startChain({ seedTokens: 6 })
  try {
    expect(second.contracts).toEqual(first.contracts)
    expect(await owners(second)).toEqual(expected)
  } finally {
    await second.stop()
  }
})

test('a chain with history has two months of sales, after which every token is back with its first owner', async () => {
  const chain = await startChain({ seedTokens: 6, history: true })
  try {
    const { reads } = writerOf(chain, localAccounts()[0]!.privateKey)
    const { collections, seaport } = chain.contracts
    const token = { address: collections[0]!.address, abi: erc721Abi } as const
    const owners = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        reads.readContract({ ...token, functionName: 'ownerOf', args: [BigInt(index + 1)] }),
      ),
    )
    const first = localAccounts().slice(0, 6)
    expect(owners.map((owner) => owner.toLowerCase())).toEqual(first.map(({ address }) => address))
    const sales = await reads.getLogs({ address: seaport, fromBlock: 0n })
    const times = await Promise.all(
      sales.map(async ({ blockHash }) => Number((await reads.getBlock({ blockHash: blockHash! })).timestamp)),
    )
    expect(times.length).toBeGreaterThan(20)
    expect(times.toSorted((one, other) => one - other)).toEqual(times)
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(30 * 86_400)
    const last = (await reads.getBlock()).timestamp
    const age = chain.startedAt / 1_000 - Number(last)
    expect(age).toBeGreaterThan(-600)
    expect(age).toBeLessThan(86_400 + 600)
  } finally {
    await chain.stop()
  }
})

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack({ size: 6 })
})
afterAll(() => stack?.stop())

test('seeding twice creates no duplicate orders', async () => {
  for (const chain of stack.chains) {
    const baseApiUrl = `${stack.provider.url}/${chain.slug}`
    const count = async () => {
      const bodies = await Promise.all(
        ['asks/v5', 'bids/v6'].map(
          async (route) =>
            (await (await fetch(`${baseApiUrl}/orders/${route}?limit=100`)).json()) as { orders: unknown[] },
        ),
      )
      return bodies.map(({ orders }) => orders.length)
    }
    const before = await count()
    const open = { chain, baseApiUrl, accounts: stack.accounts, size: 6 }
    const [again, oncemore] = [await seedMarket(open), await seedMarket(open)]
    expect(again).toEqual(oncemore)
    expect(await count()).toEqual(before)
    expect(before.every((orders) => orders > 0)).toBe(true)
  }
})
