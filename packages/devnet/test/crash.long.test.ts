import { erc721Abi, erc1155Abi } from '@sluice/seaport'
import { type Address, createPublicClient, type Hex, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocalChain } from '../src/stack/localChain.ts'
import { seedMarket } from '../src/stack/seedMarket.ts'
import { type Stack, startStack } from '../src/stack/stack.ts'

/** Tokens of each ERC-721 collection. */
const size = 12

let stack: Stack
let chain: LocalChain
beforeAll(async () => {
  stack = await startStack({ seed: false, size })
  chain = stack.chains[0] as LocalChain
})
afterAll(() => stack?.stop())

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${stack.provider.url}/${chain.slug}${path}`)
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`)
  return body as T
}

async function until(done: () => Promise<boolean>): Promise<void> {
  // A provider that was just killed refuses the connection: not done yet.
  while (!(await done().catch(() => false))) await new Promise((wake) => setTimeout(wake, 50))
}

type Order = { readonly id: Hex; readonly status: string }
const ordersById = async (ids: readonly Hex[]): Promise<readonly Order[]> => {
  const found: Order[] = []
  for (let start = 0; start < ids.length; start += 20) {
    const query = ids
      .slice(start, start + 20)
      .map((id) => `ids=${id}`)
      .join('&')
    for (const route of ['asks/v5', 'bids/v6'])
      found.push(...(await get<{ orders: Order[] }>(`/orders/${route}?${query}&limit=50`)).orders)
  }
  return found
}

const isLevel = async (): Promise<boolean> => {
  const { status, behind } = await get<{ status: string; behind: number | null }>('/health')
  return status === 'ok' && behind === 0
}

type Held = { readonly token: { readonly contract: Address; readonly tokenId: string } } & {
  readonly ownership: { readonly tokenCount: string }
}
async function heldBy(account: Address): Promise<readonly Held[]> {
  const held: Held[] = []
  let continuation: string | null = null
  do {
    const more: string = continuation === null ? '' : `&continuation=${encodeURIComponent(continuation)}`
    const page: { tokens: Held[]; continuation: string | null } = await get(
      `/users/${account}/tokens/v10?limit=100${more}`,
    )
    held.push(...page.tokens)
    continuation = page.continuation
  } while (continuation !== null)
  return held
}

describe('a provider that is killed while orders are posted', () => {
  let orderIds: readonly Hex[]

  test('the repeated posts complete the market without duplicates', async () => {
    const open = { chain, baseApiUrl: `${stack.provider.url}/${chain.slug}`, accounts: stack.accounts, size }
    let finished = false
    const seeding = seedMarket(open).finally(() => {
      finished = true
    })
    await until(async () => finished || (await get<{ orders: Order[] }>('/orders/asks/v5')).orders.length > 0)
    await stack.provider.kill('SIGKILL')
    await stack.provider.restart()
    ;({ orderIds } = await seeding)
    await stack.provider.kill('SIGKILL')
    await stack.provider.restart()
    await until(isLevel)
    expect(orderIds.length).toBeGreaterThan(20)
  })

  test('keeps every order that it acknowledged', async () => {
    const found = await ordersById(orderIds)
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(orderIds))
    expect(found.length).toBe(new Set(orderIds).size)
  })

  test('counts every transfer once: its balances match the chain', async () => {
    const reads = createPublicClient({ transport: http(chain.rpcUrl) })
    const kinds = new Map(chain.contracts.collections.map(({ address, kind }) => [address, kind]))
    const holders = stack.accounts.slice(0, 4)
    let units = 0n
    for (const { address: owner } of holders)
      for (const { token, ownership } of await heldBy(owner)) {
        const { contract: address, tokenId } = token
        const id = BigInt(tokenId)
        const onChain =
          kinds.get(address) === 'erc1155'
            ? await reads.readContract({
                address,
                abi: erc1155Abi,
                functionName: 'balanceOf',
                args: [owner, id],
              })
            : await reads
                .readContract({ address, abi: erc721Abi, functionName: 'ownerOf', args: [id] })
                .then((holder) => (holder.toLowerCase() === owner ? 1n : 0n))
        expect(`${address} ${tokenId} ${ownership.tokenCount}`).toBe(`${address} ${tokenId} ${onChain}`)
        units += onChain
      }
    expect(units).toBeGreaterThan(0n)
  })

  test('starts a third time from its files only', async () => {
    await stack.provider.kill('SIGKILL')
    await stack.provider.restart()
    await until(isLevel)
    expect((await ordersById(orderIds)).length).toBe(new Set(orderIds).size)
  })
})
