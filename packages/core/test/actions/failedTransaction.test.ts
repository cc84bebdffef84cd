import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScripted, type Scripted } from '../support/scripted.ts'

let scripted: Scripted
beforeAll(async () => {
  scripted = await openScripted()
})
afterAll(() => scripted?.stop())

test('a transaction that the provider reports as failed ends the run at once if no chain can be read', async () => {
  const { provider, client, wallet, give } = scripted
  const body = { statusCode: 409, error: 'Conflict', message: 'Transaction failed', code: 23, synced: true }
  provider.on('/transactions/*', { status: 409, body })
  const { status, error, money } = await give(client(), wallet()).done
  expect(status).toBe('failed')
  expect(error?.code).toBe('transaction_reverted')
  // Nobody but the provider said so.
  expect(money).toBe('sent')
  expect(provider.count('/transactions/*')).toBe(1)
})
