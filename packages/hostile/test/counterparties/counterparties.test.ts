import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCampaign } from './campaign.ts'

const held: { campaign?: Awaited<ReturnType<typeof openCampaign>> } = {}
beforeAll(async () => {
  held.campaign = await openCampaign()
})
afterAll(() => held.campaign?.stop())

test('whatever counterparties do between the prompts and before the block, nobody pays more or gets less than was agreed for what came', async () => {
  const wrong: string[] = []
  const ends = new Set<string>()
  for (let seed = 1; seed <= 40; seed += 1) {
    const result = await held.campaign!.play(seed)
    ends.add(result.end)
    if (result.wrong.length > 0) wrong.push(`seed ${seed}: ${result.wrong.join('; ')}\n  ${result.story}`)
  }
  expect(wrong).toEqual([])
  // A campaign in which everything succeeds, or everything is rejected, proves nothing.
  expect([...ends]).toEqual(expect.arrayContaining(['complete', 'failed transaction_reverted']))
})
