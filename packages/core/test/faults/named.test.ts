import type { Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { type Ending, useWorld } from './support/world.ts'

const world = useWorld()
afterEach(() => world.node.real('evm_setAutomine', [true]))

const stranger = `0x${'66'.repeat(20)}` as const
const itemOf = ({ execution }: Ending) => execution.steps.at(-1)!.items.at(-1)!
const mine = () => world.node.real('evm_mine')
const noMining = () => world.node.real('evm_setAutomine', [false])

test('a wallet that names an earlier transaction of the account is not believed, and what it sent is found', async () => {
  const client = world.client()
  const first = await world.end(client, world.give(client))
  world.seller.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    return world.seller.sent[0]
  })
  const ending = await world.end(client, world.give(client))
  expect(ending.execution.status).toBe('complete')
  expect([first, ending].map((one) => itemOf(one).txHash)).toEqual(world.seller.sent)
  const entries = await client.journal.entries()
  expect(entries.map(({ state, hash }) => [state, hash])).toEqual(
    world.seller.sent.map((hash) => ['done', hash]),
  )
})

test('a wallet that names an earlier transaction of the account and sends nothing has not completed anything', async () => {
  const client = world.client()
  const first = await world.end(client, world.give(client))
  world.seller.on('eth_sendTransaction', async () => itemOf(first).txHash)
  const { execution, error } = await world.end(client, world.give(client))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('transaction_timeout')
  expect(await client.journal.entries()).toMatchObject([{ state: 'done' }, { state: 'sent' }])
})

test('a call of which its wallet named another transaction stays open, and is found once it is mined', async () => {
  await noMining()
  const held: { raw?: Hex } = {}
  // The call waits at block builders, behind the transaction that the wallet names.
  world.seller.on('eth_sendTransaction', async (_prompt, next) => {
    const other = await world.seller.send({ to: stranger, value: '0x1' })
    const call = (await next()) as Hex
    held.raw = await world.node.real<Hex>('eth_getRawTransactionByHash', [call])
    await world.node.real('anvil_dropTransaction', [call])
    await mine()
    return other
  })
  const client = world.client()
  const { error } = await world.end(client, world.give(client))
  expect(error?.code).toBe('effect_missing')
  expect(await client.journal.entries()).toMatchObject([{ state: 'unknown' }])
  await world.node.real('eth_sendRawTransaction', [held.raw])
  await mine()
  await world.clock.until(resume(client, { wallet: eip1193Wallet(world.seller.provider) }))
  expect(await client.journal.entries()).toMatchObject([{ state: 'done', hash: world.seller.sent.at(-1) }])
})
