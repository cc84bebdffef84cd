import { erc721Abi } from '@sluice/seaport'
import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { type LocalChain, localAccounts, writerOf } from '../src/index.ts'
import { startTestStack } from './testStack.ts'

test('a larger first collection has exactly its tokens, owned by all traders, and some of them are listed', async () => {
  const large = await startTestStack({ size: 6, largest: 640 })
  try {
    const [chain, other] = large.chains as [LocalChain, LocalChain]
    const traders = localAccounts().slice(0, 6)
    const { reads } = writerOf(chain, traders[0]!.privateKey)
    const [first, second] = chain.contracts.collections.map(({ address }) => address)
    const supply = (address: `0x${string}`) =>
      reads.readContract({
        address,
        abi: parseAbi(['function totalSupply() view returns (uint256)']),
        functionName: 'totalSupply',
      })
    expect(await supply(first!)).toBe(640n)
    expect(await supply(second!)).toBe(6n)
    const owners = await Promise.all(
      Array.from({ length: 640 }, (_, index) =>
        reads.readContract({
          address: first!,
          abi: erc721Abi,
          functionName: 'ownerOf',
          args: [BigInt(index + 1)],
        }),
      ),
    )
    const held = traders.map(
      ({ address }) => owners.filter((owner) => owner.toLowerCase() === address).length,
    )
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(2)

    const base = `${large.provider.url}/${chain.slug}`
    type Page = {
      readonly orders: readonly { readonly criteria: { data: { token: { tokenId: string } } } }[]
      continuation: string | null
    }
    const listed = new Set<number>()
    for (let next = ''; ; ) {
      const page = (await (
        await fetch(`${base}/orders/asks/v5?contracts=${first}&limit=100${next}`)
      ).json()) as Page
      for (const { criteria } of page.orders) listed.add(Number(criteria.data.token.tokenId))
      if (page.continuation === null) break
      next = `&continuation=${page.continuation}`
    }
    expect([...listed].filter((id) => id > 6)).toHaveLength(300)
    // Its artwork and traits are generated like those of the other collections.
    const uri = await reads.readContract({
      address: first!,
      abi: parseAbi(['function tokenURI(uint256 id) view returns (string)']),
      functionName: 'tokenURI',
      args: [640n],
    })
    const about = JSON.parse(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64').toString())
    expect(about).toMatchObject({ name: 'Tidelines #640', image: expect.stringMatching(/^data:image/) })
    expect(about.attributes.length).toBeGreaterThan(2)
    expect(await (await fetch(`${base}/collections/v7?id=${first}`)).json()).toMatchObject({
      collections: [{ tokenCount: '640' }],
    })
    expect(other.contracts.collections).toHaveLength(3)
  } finally {
    await large.stop()
  }
})
