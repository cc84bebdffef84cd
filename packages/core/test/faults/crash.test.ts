import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { type Death, openDyingPage } from './support/crash.ts'
import { callsOf, postsIn, type Todo, type Trade, tradesIn } from './support/crashTrades.ts'
import { useWorld } from './support/world.ts'

/** A page dies right before each thing it does, in every action; the next page finds out, and the rest is done once. */
const world = useWorld()

/**
 * A life that ends where it is told, a second one that dies in the middle of finding out what became of the first,
 * and a third. Answers whether the first died, and what it did.
 */
async function live({ by, transactions, signatures }: Trade, todo: Todo, death: Death) {
  const wallet = by()
  const how = { wallet: eip1193Wallet(wallet.provider) }
  const page = openDyingPage(world, wallet, death)
  const run = (await todo(page.client, how))!
  const died = await page.live(run.done)
  // Whatever a dead page has begun ends with it.
  run.abort()
  await world.clock.settle()
  if (!died) expect(run.execution.error).toBeUndefined()

  const { length: prompted } = wallet.prompts
  const again = page.reopen({ at: signatures > 0 ? 2 : 1 })
  const control = new AbortController()
  await again.live(resume(again.client, { ...how, signal: control.signal }).catch(() => undefined))
  control.abort()
  await world.clock.settle()
  const { client } = again.reopen({})
  await world.clock.until(resume(client, how))
  expect(wallet.prompts, 'a reopened page asks for nothing').toHaveLength(prompted)
  const entries = await client.journal.entries()
  const done = entries.filter(({ kind, state }) => kind === 'transaction' && state === 'done')
  expect(done.map(({ hash }) => hash).sort(), 'what was sent is found').toEqual([...wallet.sent].sort())
  // Of a window that nobody answered, nobody knows whether somebody still will.
  for (const { kind, state } of entries)
    expect(kind === 'signature' ? ['posted', 'unknown'] : ['done', 'unknown']).toContain(state)

  // What is left is done now, and after it nothing is left.
  const rest = await todo(client, { ...how, again: true })
  if (rest !== undefined) expect((await world.clock.until(rest.done)).error).toBeUndefined()
  expect(await todo(client, how)).toBeUndefined()
  const calls = await callsOf(world, wallet)
  expect(calls).toHaveLength(transactions)
  expect(new Set(calls).size, 'no call was sent twice').toBe(transactions)
  expect(new Set(postsIn(world)).size, 'no order was posted as two').toBe(signatures)
  return { died, deeds: page.deeds }
}

/** A brief run proves the deaths of the first two. */
const brief = process.env.SLUICE_BRIEF !== undefined
const trades = Object.entries(tradesIn(world)).slice(0, brief ? 2 : undefined)

test.each(trades)(
  'F78: a page that dies at any point while an account %s sends nothing twice, loses nothing, and leaves only the rest to do',
  async (_name, trade) => {
    const before = await world.node.real<Hex>('evm_snapshot')
    const todo = await trade.begin()
    const known = new Map(world.market.orders)
    const once = async (death: Death) => {
      const start = await world.node.real<Hex>('evm_snapshot')
      trade.by().reset()
      const life = await live(trade, todo, death)
      await world.node.real('evm_revert', [start])
      world.provider.reset()
      world.market.orders.clear()
      for (const [id, order] of known) world.market.orders.set(id, order)
      return life
    }
    const { deeds } = await once({})
    expect(deeds.filter((deed) => deed === 'prompt')).toHaveLength(trade.transactions + trade.signatures)
    for (const [index, deed] of deeds.entries()) {
      expect((await once({ at: index + 1 })).died).toBe(true)
      const signs = deeds.slice(0, index).filter((one) => one === 'prompt').length >= trade.transactions
      if (deed === 'prompt' && !signs) expect((await once({ at: index + 1, unmined: true })).died).toBe(true)
    }
    await world.node.real('evm_revert', [before])
  },
)
