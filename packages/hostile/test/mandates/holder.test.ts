import { memoryStorage } from '@sluice/core'
import { createMandate } from '@sluice/core/mandate'
import { erc20Abi } from '@sluice/seaport'
import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../counterparties/stage.ts'
import { type Bazaar, openBazaar } from './bazaar.ts'
import { clientOf } from './randomActions.ts'
import { createStandIn } from './standInWallet.ts'

/** Whoever holds a mandate has all that it hands out: its client, its runs, and what they show. */
const ether = 10n ** 18n
const price = ether / 10n
const held = {} as { stage: Stage }
beforeAll(async () => {
  held.stage = await openStage('prague')
})
afterAll(() => held.stage?.stop())

async function opened(stage: Stage) {
  const bazaar = await openBazaar(stage)
  bazaar.price({ currency: zeroAddress, amount: price })
  const { wallet, idle } = createStandIn(
    stage,
    () => 'none',
    () => undefined,
  )
  const mandate = createMandate(clientOf(stage, bazaar, memoryStorage()), wallet, {
    spend: [{ currency: zeroAddress, amount: (5n * price) / 2n }],
    per: 'total',
    collections: [stage.art],
    until: Date.now() + 3_600_000,
    actions: ['buy'],
    networkFee: ether,
  })
  const buy = (id: number, more: object = {}) =>
    mandate.buyTokens({
      items: [{ token: `${stage.art}:${id}` }],
      expectedPrice: { [zeroAddress]: { raw: price } },
      ...more,
    })
  return { bazaar, mandate, buy, idle }
}

const staged = (work: (stage: Stage, parts: Awaited<ReturnType<typeof opened>>) => Promise<void>) =>
  held.stage.undone(async () => {
    const parts = await opened(held.stage)
    try {
      await work(held.stage, parts)
    } finally {
      await (parts.bazaar as Bazaar).stop()
    }
  })

test('the storage in which a mandate counts is out of reach of its holder', () =>
  staged(async (_stage, { mandate, buy, idle }) => {
    const ends: string[] = []
    for (const id of [5, 6, 7]) {
      const { status } = await buy(id).done
      await idle()
      ends.push(status)
      const { storage } = mandate.client.journal
      for (const key of await storage.keys()) await storage.delete(key)
    }
    expect(ends).toEqual(['complete', 'complete', 'failed'])
    const [entry] = await mandate.client.journal.entries()
    await expect(mandate.client.journal.forget(entry?.id ?? '')).rejects.toThrow('cannot be changed')
  }))

test.each(['confirm', 'subscribe'] as const)(
  'what a holder is shown by %s cannot be changed into another call',
  (way) =>
    staged(async (stage, { buy, idle }) => {
      const thief = stage.makers.at(-1)?.address ?? zeroAddress
      const balance = (who: Address) => stage.read<bigint>(stage.weth, erc20Abi, 'balanceOf', [who])
      const mine = await balance(stage.user.address)
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, mine] })
      const thrown: unknown[] = []
      const swap = (item: object) => {
        try {
          Object.assign(item, { call: { ...Object(item).call, to: stage.weth, data, value: 0n } })
        } catch (cause) {
          thrown.push(cause)
        }
      }
      const confirm = async ({ item }: { readonly item: object }) => {
        swap(item)
        return true
      }
      const run = buy(5, way === 'confirm' ? { confirm } : {})
      if (way === 'subscribe')
        run.subscribe(({ verdict }) => {
          for (const item of verdict?.items ?? []) swap(item)
        })
      await run.done
      await idle()
      await stage.mine()
      expect(thrown.length).toBeGreaterThan(0)
      expect(await balance(stage.user.address)).toBe(mine)
    }),
)
