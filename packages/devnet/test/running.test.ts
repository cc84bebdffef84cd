import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordStack, runningStacks, type StackDescription } from '../src/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-running-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const description: StackDescription = { provider: 'http://127.0.0.1:4701', chains: [], accounts: [] }

test('a running stack is found by its record until it stops', () => {
  const forget = recordStack(description, folder)
  expect(runningStacks(folder)).toMatchObject([{ pid: process.pid, description }])
  forget()
  expect(runningStacks(folder)).toEqual([])
})

test('the record of a process that was killed is removed and not taken for a running stack', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(folder, `${pid}.json`), JSON.stringify({ pid, startedAt: 1, description }))
  expect(runningStacks(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})
