import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { createMandate } from '../../src/mandate.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { eth, useWorld } from './world.ts'

const world = useWorld()

/** A mandate of the buyer over ten of the native coin. */
const mandateOf = (client: ReturnType<typeof world.client>) =>
  createMandate(client, eip1193Wallet(world.buyer.provider), {
    spend: [{ currency: zeroAddress, amount: 10n * eth }],
    networkFee: eth,
    per: 'total',
    collections: [world.nft],
    until: Date.now() + 86_400_000,
    actions: ['buy'],
  })

test('what a purchase paid counts under its mandate although its effect is missing', async () => {
  const { token } = await world.listed()
  const client = world.client()
  const mandate = mandateOf(client)
  world.node.on('eth_getTransactionReceipt', async (_params, next) => {
    const receipt = (await next()) as object | null
    return receipt && { ...receipt, logs: [] }
  })
  const run = mandate.buyTokens({
    items: [{ token }],
    expectedPrice: { [zeroAddress]: { raw: 2n * eth } },
  })
  const { error } = await world.end(client, run)
  expect(error?.code).toBe('effect_missing')
  const state = await world.clock.until(mandate.state())
  expect(state.open).toBe(0)
  expect(state.spend).toMatchObject([{ used: eth }])
})
