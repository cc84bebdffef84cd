import { beforeAll, expect, test } from 'vitest'
import { bundle, type SizeRow, sizes } from '../src/sizes.ts'

const measured: { rows: readonly SizeRow[] } = { rows: [] }
beforeAll(async () => {
  measured.rows = await sizes()
})

test('a page starts with no more than its budget', () => {
  const over = measured.rows.filter(({ page, limit }) => limit !== undefined && page > limit)
  expect(over).toEqual([])
})

test('the guards of an action add no more than their budget, and one action not those of all', () => {
  const rows = measured.rows.filter(({ guards }) => guards !== undefined)
  expect(
    rows.filter(({ guards = 0, guardsLimit = Number.POSITIVE_INFINITY }) => guards > guardsLimit),
  ).toEqual([])
  const of = (name: string) => rows.find((row) => row.name === name)?.guards ?? 0
  const [buy, all] = [of('client + buy'), of('client + six actions, any plan')]
  expect(buy * 2).toBeLessThan(all)
})

test('the client brings neither a public client, nor all chains, nor the guards into the page, and starts without viem', async () => {
  const page = new TextDecoder().decode(await bundle("export * from '@sluice/core'"))
  const imported = [...page.matchAll(/import\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g)].map(([, names, from]) => ({
    from,
    names: (names ?? '').split(',').map((name) => name.split(' as ')[0]),
  }))
  expect(imported).toEqual([])
  expect(page).not.toContain('fulfillAdvancedOrder')
})
