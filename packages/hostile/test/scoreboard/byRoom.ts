import { type Finding, verify } from '@sluice/core/guards'
import { planAttacks } from '../../src/attacks/plan.ts'
import { context, fixtureOf } from '../fixtures.ts'

/**
 * Prints how many of the catalogue's attacks each room of the guards objects to, and how many would get through
 * without its objections, because no other room has one. `wire` is the parser of plans, before any room. An argument
 * names the action that is looked at.
 */
const keyOf = ({ code, path }: Finding): string => `${code} ${path}`
const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' && value !== null && 'code' in value && 'severity' in value && 'path' in value

/** The rooms that made each finding of the check that runs: the first of the stack beside the collectors of findings. */
const made = new Map<string, Set<string>>()
const push = Array.prototype.push
Array.prototype.push = function (this: unknown[], ...items: unknown[]): number {
  for (const item of items.filter(isFinding)) {
    const frames = (new Error().stack ?? '').split('\n').filter((line) => !/[fF]indings\.ts/.test(line))
    const room = frames
      .map((line) => /guards\/src\/(\w+)\//.exec(line)?.[1])
      .find((name) => name !== undefined)
    // A finding that is handed on was recorded where it was made.
    if (room !== undefined && !made.has(keyOf(item))) made.set(keyOf(item), new Set([room]))
    else if (room !== undefined && room !== 'context') made.get(keyOf(item))?.add(room)
  }
  return push.apply(this, items)
}
Error.stackTraceLimit = 30

const only = process.argv[2]
const rows = new Map<string, { objects: number; alone: number }>()
let all = 0
for (const { on, rule, change } of planAttacks(context)) {
  const { intent, facts, policy, response } = fixtureOf(on)
  if (rule === 'harmless' || (only !== undefined && intent.action !== only)) continue
  change(response)
  made.clear()
  const { findings } = verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })
  const rooms = new Set(
    findings
      .filter(({ severity }) => severity !== 'info')
      .flatMap((finding) => [...(made.get(keyOf(finding)) ?? ['wire'])]),
  )
  all += 1
  for (const room of rooms) {
    const row = rows.get(room) ?? { objects: 0, alone: 0 }
    rows.set(room, { objects: row.objects + 1, alone: row.alone + (rooms.size === 1 ? 1 : 0) })
  }
}
console.log(`${'room'.padEnd(16)}${'objects'.padStart(10)}${'alone'.padStart(10)}`)
for (const [room, { objects, alone }] of [...rows].sort((a, b) => b[1].alone - a[1].alone))
  console.log(`${room.padEnd(16)}${String(objects).padStart(10)}${String(alone).padStart(10)}`)
console.log(`${all} attacks`)
