import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actions } from '../src/answers.ts'
import { lies } from '../src/lies/lies.ts'
import { adapterNames, loadAdapter } from '../src/loadAdapters.ts'
import { pageOf } from '../src/page.ts'
import { pageFile, readRecord } from '../src/record.ts'
import { openScene, type Scene } from '../src/scene.ts'
import { tryClient } from '../src/tryClient.ts'

describe('the record of clients before a lying server', () => {
  const record = readRecord()

  test('is what the page in the docs shows', () => {
    expect(readFileSync(pageFile, 'utf8')).toBe(pageOf(record))
  })

  test('has every client that can be driven, and every lie about each action that its client completed', () => {
    expect(record.clients).toHaveLength(adapterNames.length)
    for (const { name, controls, cases } of record.clients)
      for (const action of actions) {
        const completed = controls.some((one) => one.action === action && one.control === 'completed')
        const told = cases.filter((one) => one.action === action).map(({ lie }) => lie)
        const known = lies.filter((lie) => lie.action === action).map(({ id }) => id)
        expect([name, action, told]).toEqual([name, action, completed ? known : []])
      }
  })
})

describe('before the lying server, on a real chain', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene(2)
  })
  afterAll(() => scene?.stop())

  const tried = async (name: string, lie: string) =>
    tryClient(scene, await loadAdapter(name), { action: 'buy', lie })
  const completed = [{ action: 'buy', control: 'completed' }]

  test('a client completes the honest control, and a lie that it passes on is recorded at the wallet', async () => {
    const { controls, cases } = await tried('openSeaSdk', 'recipient')
    expect(controls).toEqual(completed)
    expect(cases).toMatchObject([{ lie: 'recipient', outcome: 'reached' }])
  })

  test('a client completes the honest control, and a lie that it refuses does not reach the wallet', async () => {
    const { controls, cases } = await tried('seaportJs', 'cancelled')
    expect(controls).toEqual(completed)
    expect(cases).toMatchObject([{ lie: 'cancelled', outcome: 'refused' }])
  })
})
