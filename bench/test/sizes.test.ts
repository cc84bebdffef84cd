import { beforeAll, expect, test } from 'vitest'
import { bundle, type SizeRow, sizes } from '../src/sizes/sizes.ts'

const measured: { rows: readonly SizeRow[] } = { rows: [] }
beforeAll(async () => {
  measured.rows = await sizes()
})

test('a page starts with no more than its budget', () => {
  const over = measured.rows.filter(({ page, limit }) => limit !== undefined && page > limit)
  expect(over).toEqual([])
})

test('the engine and the guards of an action stay within their budget, and one action does not load the guards of all', () => {
  const acting = ({ engine = 0, guards = 0 }: SizeRow) => engine + guards
  const over = measured.rows.filter((row) => row.actingLimit !== undefined && acting(row) > row.actingLimit)
  expect(over).toEqual([])
  const of = (name: string) => measured.rows.find((row) => row.name === name)?.guards ?? 0
  expect(of('client + buy')).toBeLessThan(of('client + six actions'))
})

test('the client starts without viem, a public client, the list of chains and the guards', async () => {
  const page = new TextDecoder().decode(await bundle("export * from '@sluice/core'"))
  const imported = [...page.matchAll(/import\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g)].map(([, names, from]) => ({
    from,
    names: (names ?? '').split(',').map((name) => name.split(' as ')[0]),
  }))
  expect(imported).toEqual([])
  expect(page).not.toContain('fulfillAdvancedOrder')
})
