import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropSupply, localDrop } from '../src/contracts/openDrop.ts'
import { seedDrop } from '../src/stack/seedDrop.ts'
import type { Stack } from '../src/stack/stack.ts'
import { startTestStack } from './testStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack({ size: 6, drop: true, enforced: true })
})
afterAll(() => stack?.stop())

type Shown = { readonly isMinting: boolean; readonly tokenCount: string; readonly onSaleCount: string }

test('a stack with a drop has a collection that can be minted, with some tokens minted and listed', async () => {
  for (const chain of stack.chains) {
    const baseApiUrl = `${stack.provider.url}/${chain.slug}`
    const { address, name } = chain.contracts.drop
    const shown = async () => {
      const response = await fetch(`${baseApiUrl}/collections/v7?id=${address}&includeMintStages=true`)
      const { collections } = (await response.json()) as { collections: (Shown & object)[] }
      return collections[0]
    }
    const expected = {
      name,
      isMinting: true,
      tokenCount: '4',
      onSaleCount: '2',
      mintStages: [
        {
          price: { amount: { raw: localDrop.price.toString() } },
          maxMintsPerWallet: localDrop.maxPerWallet,
        },
      ],
    }
    await expect.poll(shown, { timeout: 20_000 }).toMatchObject(expected)
    await seedDrop(chain, baseApiUrl, stack.accounts)
    expect(await shown()).toMatchObject(expected)
    expect(Number(expected.tokenCount)).toBeLessThan(Number(dropSupply))
  }
})

test('the first chain has a collection that enforces its royalties, with listings at fixed and at falling prices', async () => {
  const [chain, other] = stack.chains
  expect(other?.contracts.enforced).toBeUndefined()
  const baseApiUrl = `${stack.provider.url}/${chain?.slug}`
  const address = chain?.contracts.enforced?.address
  const answer = async (path: string) => (await fetch(`${baseApiUrl}${path}`)).json()
  const listings = async () => {
    const { orders } = (await answer(`/orders/asks/v5?contracts=${address}&includeDynamicPricing=true`)) as {
      orders: { status: string; dynamicPricing?: object | null; feeBps: number }[]
    }
    return orders.map(({ status, dynamicPricing, feeBps }) => [status, dynamicPricing != null, feeBps])
  }
  const one = (falls: boolean) => ['active', falls, 500]
  await expect
    .poll(async () => (await listings()).sort(), { timeout: 20_000 })
    .toEqual([...Array(4).fill(one(false)), ...Array(2).fill(one(true))])
  const { marketplaces } = (await answer(`/collections/${address}/marketplace-configurations/v2`)) as {
    marketplaces: { royalties: object; exchanges: Record<string, { royaltiesEnforced: boolean }> }[]
  }
  expect(marketplaces[0]).toMatchObject({
    royalties: { minBps: 500, maxBps: 500 },
    exchanges: { 'seaport-v1.6': { enabled: true, royaltiesEnforced: true } },
  })
})
