import { findingCodes } from '@sluice/core/guards'
import { defaultPolicy } from '@sluice/guards'
import { expect, test } from 'vitest'
import { policyRows } from '../generator/policyRows.ts'

const rows = new Map(policyRows().map((row) => [row.path, row]))

test('the page of the policy has a row for every field of the default policy', () => {
  const paths = Object.entries(defaultPolicy).flatMap(([name, value]) =>
    ['zones', 'orders', 'approvals', 'fills', 'simulation'].includes(name)
      ? Object.keys(value as object).map((inner) => `${name}.${inner}`)
      : name === 'chains'
        ? []
        : [name],
  )
  expect(paths.filter((path) => !rows.has(path))).toEqual([])
  expect([...rows.values()].filter(({ about }) => about === '')).toEqual([])
})

test('the page of the policy shows the defaults of the package', () => {
  expect(rows.get('maxFeeBps')?.otherwise).toBe('1_500')
  expect(rows.get('orders.maxListingSeconds')?.otherwise).toBe('181 * 86_400')
  expect(rows.get('orders.longOfferSeconds')?.otherwise).toBe('7 * 86_400')
  expect(rows.get('fills.horizonSeconds')?.otherwise).toBe(String(defaultPolicy.fills.horizonSeconds))
  expect(rows.get('endpoints')?.otherwise).toContain('/order/v4')
})

test('the page of the policy names only codes of findings that exist', () => {
  const named = [...rows.values()].flatMap(({ stops }) => stops.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [])
  expect(named.filter((code) => !(code in findingCodes))).toEqual([])
})
