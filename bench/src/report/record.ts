import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { resolve } from 'node:path'
import type { Table } from './figures.ts'

/** The measurements by section, each with the date and the machine of its own run. */
export type Measured = {
  readonly date: string
  readonly machine: string
  readonly tables: readonly Table[]
}
export type Recorded = Readonly<Record<string, Measured>>

const file = resolve(import.meta.dirname, '../../results.json')

export const readRecord = (): Recorded =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded) : {}

/** Merges sections into the recorded ones, in the order of `names`. */
export function keep(measured: Recorded, names: readonly string[]): Recorded {
  const all = { ...readRecord(), ...measured }
  const ordered = Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
  const short = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
  writeFileSync(file, `${JSON.stringify(ordered, short, 2)}\n`)
  return ordered
}

/** The machine in one line: processor, memory, system, runtime. */
export function machine(): string {
  const all = cpus()
  const model = all[0]?.model.trim().replace(/\s+/g, ' ') ?? 'unknown processor'
  return `${all.length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release().replace(/-.*/, '')}, Node ${process.versions.node}`
}
