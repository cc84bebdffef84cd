import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findingCodes } from '@sluice/core/guards'
import { expect, test } from 'vitest'

test('the page of threats says of each finding once which attack it stops', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../security/threats.md'), 'utf8')
  const table = /## What each rule stops[\s\S]*?(?=\n## )/.exec(page)?.[0] ?? ''
  const codes = [...table.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code = '']) => code)
  expect(codes.sort()).toEqual(Object.keys(findingCodes).sort())
})
