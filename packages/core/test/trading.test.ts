import { afterAll, beforeAll, expect, test } from 'vitest'
import { chanceOf } from './trading/chance.ts'
import { type Floor, openFloor } from './trading/floor.ts'
import { act } from './trading/trader.ts'

const held: { floor?: Floor } = {}
beforeAll(async () => {
  held.floor = await openFloor()
})
afterAll(() => held.floor?.stop())

/** Actions of one seed; each seed goes on with the market that the one before it left. */
const actions = 6

test.each(Array.from({ length: 24 }, (_, index) => index + 1))(
  'whatever honest traders do is done as agreed, or ends in the error that says why; money, tokens and reads are the chain’s: seed %i',
  async (seed) => {
    const chance = chanceOf(seed)
    for (let done = 0; done < actions; done += 1) {
      const told = await act(held.floor as Floor, chance)
      expect(told?.wrong ?? [], `${told?.kind} ended ${told?.end}: ${told?.what}`).toEqual([])
    }
  },
)
