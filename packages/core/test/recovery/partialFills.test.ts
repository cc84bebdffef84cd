import { rpc } from '@sluice/devnet'
import type { CheckedTransaction } from '@sluice/guards'
import { expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import type { Client } from '../../src/client.ts'
import { memoryStorage } from '../../src/journal/storage.ts'
import { resume } from '../../src/recovery/resume.ts'
import { progressOf } from '../../src/run/progressOf.ts'
import { listUnits, type ScriptedWallet, useMarket } from '../support/market.ts'

/** Somebody buys units of a listing while the wallet's window is open: Seaport fills what is left, and no more is told. */
const market = useMarket()

const eth = 10n ** 18n
const native = `0x${'0'.repeat(40)}`
const ids = { next: 990_001n }

const listed = () => listUnits(market, ids.next++)
const buy = (client: Client, wallet: ScriptedWallet, orderId: string, quantity: number, partial: boolean) =>
  buyTokens(client, {
    wallet,
    items: [{ orderId, quantity }],
    expectedPrice: { [native]: { raw: eth * BigInt(quantity) } },
    options: { partial },
  })
const heldOf = async (token: string, { account }: ScriptedWallet) => {
  const [to = '', tokenId = '0'] = token.split(':')
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const data = `0x00fdd58e${word(BigInt(account))}${word(BigInt(tokenId))}`
  return BigInt(await rpc<`0x${string}`>(market.chain.rpcUrl, 'eth_call', [{ to, data }, 'latest']))
}

/** Before the wallet sends, a rival buys some units. */
const raced = (wallet: ScriptedWallet, orderId: string, units: number) => {
  wallet.script = async () => {
    expect((await buy(market.client(), market.wallet(6), orderId, units, false).done).status).toBe('complete')
  }
  return wallet
}

test.each([true, false])(
  'a purchase that is filled in part reports the units that came, and costs those alone (partial: %s)',
  async (partial) => {
    const { token, orderId } = await listed()
    const buyer = raced(market.wallet(3), orderId, 7)
    const client = market.client()
    const execution = await buy(client, buyer, orderId, 5, partial).done
    expect(await heldOf(token, buyer)).toBe(3n)
    expect(progressOf(execution)).toMatchObject({ done: 0, items: [{ state: 'partial', units: 5, done: 3 }] })
    expect(execution.money).toBe('spent')
    expect(execution.status).toBe(partial ? 'complete' : 'failed')
    expect(execution.error?.code).toBe(partial ? undefined : 'effect_missing')
    const [entry] = await client.journal.entries()
    expect(entry?.fills).toEqual([{ order: orderId, token, units: 3 }])
  },
)

test.each([true, false])(
  'units that are gone once the provider has answered are missed, or end a whole purchase as unavailable (partial: %s)',
  async (partial) => {
    const { token, orderId } = await listed()
    const buyer = market.wallet(5)
    const [before, prompts] = [await heldOf(token, buyer), buyer.prompts.length]
    market.front.on('/execute/buy/*', async (request) => {
      market.front.on('/execute/buy/*', market.forward)
      const answer = await market.forward(request)
      expect((await buy(market.client(), market.wallet(6), orderId, 7, false).done).status).toBe('complete')
      return answer
    })
    const { status, error } = await buy(market.client(), buyer, orderId, 5, partial).done
    expect([status, error?.code]).toEqual(partial ? ['complete', undefined] : ['failed', 'order_unavailable'])
    expect((await heldOf(token, buyer)) - before).toBe(partial ? 3n : 0n)
    expect(buyer.prompts.length - prompts).toBe(partial ? 1 : 0)
  },
)

test('after a reload, the journal reports the units that came', async () => {
  const { token, orderId } = await listed()
  const buyer = market.wallet(4)
  const died = new AbortController()
  buyer.script = async (prompt) => {
    await buy(market.client(), market.wallet(6), orderId, 8, false).done
    await market.sendRaw(buyer, prompt as CheckedTransaction)
    died.abort()
    return new Promise(() => undefined)
  }
  const storage = { ...memoryStorage(), durable: true }
  await buyTokens(market.client({ storage }), {
    wallet: buyer,
    items: [{ orderId, quantity: 5 }],
    expectedPrice: { [native]: { raw: 5n * eth } },
    signal: died.signal,
  }).done
  const [found] = await resume(market.client({ storage }), { wallet: buyer })
  expect(found?.entry).toMatchObject({ state: 'done', fills: [{ order: orderId, token, units: 2 }] })
  expect(await heldOf(token, buyer)).toBe(2n)
})
