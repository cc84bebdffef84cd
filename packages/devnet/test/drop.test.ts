import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropSupply, localDrop } from '../src/contracts/openDrop.ts'
import { seedDrop } from '../src/stack/seedDrop.ts'
import type { Stack } from '../src/stack/stack.ts'
import { startTestStack } from './testStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack({ size: 6, drop: true })
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
