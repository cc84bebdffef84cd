import { expect, test } from 'vitest'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import type { RpcCall } from './support/wallet.ts'
import { useWorld } from './support/world.ts'

/** Two transactions that make the same call: each belongs to the prompt that sent it. */
const world = useWorld()

/** A window that waits until a test answers it. */
function held() {
  const gate: { open: () => void } = { open: () => {} }
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  return { opened, open: () => gate.open() }
}

test('an action in a forgotten window does not take the transaction of the same action that was started again', async () => {
  const client = world.client()
  const { token } = await world.listed()
  const window = held()
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    if (world.buyer.prompts.length === 1) await world.clock.held(window.opened)
    return next()
  })
  const first = await world.buy(client, { items: [{ token }] })
  await world.clock.pass(130_000)
  const again = await world.buy(client, { items: [{ token }], again: true })
  expect((await world.clock.until(again.done)).status).toBe('complete')
  await world.clock.pass(30_000)
  expect(first.execution.status).toBe('running')
  window.open()
  const { status, error } = await world.clock.until(first.done)
  expect([status, error?.code]).toEqual(['failed', 'transaction_reverted'])
  const [sentAgain, sentFirst] = world.buyer.sent
  const entries = await client.journal.entries()
  expect(entries.map(({ state, hash }) => [state, hash])).toEqual([
    ['failed', sentFirst],
    ['done', sentAgain],
  ])
})

test('a wallet that sends once more after the chain has shown the call has its second transaction written down', async () => {
  const client = world.client()
  const window = held()
  world.buyer.on('eth_sendTransaction', async ({ params }, next) => {
    await world.buyer.send(params[0] as RpcCall)
    await world.clock.held(window.opened)
    return next()
  })
  const run = await world.buy(client)
  expect((await world.clock.until(run.done)).status).toBe('complete')
  window.open()
  await world.clock.pass(1_000)
  const [shown, second] = world.buyer.sent
  const written = async () => (await client.journal.entries()).map(({ state, hash }) => [state, hash])
  expect(await written()).toEqual([
    ['done', shown],
    ['sent', second],
  ])
  await world.clock.until(resume(client, { wallet: eip1193Wallet(world.buyer.provider) }))
  // The token is bought already: the second transaction reverts.
  expect(await written()).toEqual([
    ['done', shown],
    ['failed', second],
  ])
})
