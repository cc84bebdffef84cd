import { BlockNotFoundError } from 'viem'
import { expect, test } from 'vitest'
import type { ChainDeps } from '../../src/deps.ts'
import { createFinalityReader } from '../../src/indexer/createFinalityReader.ts'

/** How often a node that fails this way is asked for a tag in ten minutes of turns, one a second. */
async function askedInTenMinutes(fault: Error): Promise<number> {
  let [now, asked] = [0, 0]
  const getBlock = async ({ blockTag }: { readonly blockTag: string }) => {
    if (blockTag === 'safe') asked += 1
    throw fault
  }
  const chain = { clock: () => now, log: { debug: () => {} }, reads: { client: { getBlock } } }
  const turn = createFinalityReader(chain as unknown as ChainDeps)
  for (; now < 600_000; now += 1000) await turn()
  return asked
}

test('a node that did not answer is asked for its safe block again soon', async () => {
  expect(await askedInTenMinutes(new Error('The node did not answer.'))).toBe(20)
})

test('a node that has no safe block is rarely asked for it', async () => {
  expect(await askedInTenMinutes(new BlockNotFoundError({}))).toBe(1)
})
