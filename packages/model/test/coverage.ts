import { type ChainState, findingCodes } from '@sluice/guards'
import { createXXHash64 } from 'hash-wasm'
import type { Comparison } from './compare.ts'
import { remembered } from './remembered.ts'
import { bareChain } from './world.ts'
import type { Written } from './writeTrade.ts'

type Count = {
  refused: number
  alone: number
  asked: number
  /** Of the questions, those about plans that nothing else refused. */
  askedAlone: number
}
const none: Readonly<Count> = { refused: 0, alone: 0, asked: 0, askedAlone: 0 }

/** What was counted; a worker hands it to the process that adds up. */
export type Counts = {
  cases: number
  skipped: number
  repeated: number
  readonly decisions: { allow: number; confirm: number; block: number }
  readonly codes: Map<string, Count>
  readonly letThrough: Map<string, number>
  readonly seenIn: Map<string, Set<string>>
  /** 64 bits of a hash of each case: its intent, its plan and the state of the chain. */
  readonly digests: Set<bigint>
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each) =>
    typeof each === 'bigint' ? `${each}n` : each instanceof Map ? [...each] : each,
  )
const hasher = await createXXHash64()
const hashOf = (text: string): string => hasher.init().update(text).digest()
/** Most parts of a case are those of others, too. */
const hashOfPart = remembered((part: object): string => hashOf(textOf(part)))
const hashOfStep = remembered((step: object): string => hashOf(JSON.stringify(step)))

function digestOf({ intent, response, chainState }: Written): bigint {
  const parts = [hashOfPart(intent), ...response.steps.map(hashOfStep)]
  for (const name of Object.keys(chainState) as (keyof ChainState)[]) {
    const value = chainState[name]
    if (value === bareChain[name]) continue
    parts.push(`${name} ${typeof value === 'object' ? hashOfPart(value) : value}`)
  }
  return BigInt(`0x${hashOf(parts.join())}`)
}

/** Counts which rules were broken and kept, over compared cases. */
export class Coverage {
  readonly counts: Counts = {
    cases: 0,
    skipped: 0,
    repeated: 0,
    decisions: { allow: 0, confirm: 0, block: 0 },
    codes: new Map(),
    letThrough: new Map(),
    seenIn: new Map(),
    digests: new Set(),
  }

  /** Returns whether a case is another one than all before; notes it. */
  isNew(written: Written): boolean {
    const { digests } = this.counts
    const before = digests.size
    const isNew = digests.add(digestOf(written)).size > before
    if (!isNew) this.counts.repeated += 1
    return isNew
  }

  add(kind: string, { verdict, expected }: Pick<Comparison, 'verdict' | 'expected'>): void {
    const { decisions, codes, letThrough, seenIn } = this.counts
    this.counts.cases += 1
    decisions[verdict.decision] += 1
    if (verdict.decision !== 'block') letThrough.set(kind, (letThrough.get(kind) ?? 0) + 1)
    const severities = new Map(verdict.findings.map(({ code, severity }) => [`${code} ${severity}`, code]))
    for (const [key, code] of severities) {
      const count = codes.get(code) ?? { ...none }
      if (key.endsWith(' block')) {
        count.refused += 1
        if (expected.refuses.size === 1 && expected.refuses.has(code)) count.alone += 1
      } else if (key.endsWith(' confirm')) {
        count.asked += 1
        if (verdict.decision !== 'block') count.askedAlone += 1
      }
      codes.set(code, count)
      seenIn.set(code, (seenIn.get(code) ?? new Set()).add(kind))
    }
  }

  /** Adds what another one counted. Its digests are left to who counts distinct cases. */
  merge(other: Counts): void {
    const { decisions, codes, letThrough, seenIn } = this.counts
    this.counts.cases += other.cases
    this.counts.skipped += other.skipped
    this.counts.repeated += other.repeated
    for (const decision of ['allow', 'confirm', 'block'] as const)
      decisions[decision] += other.decisions[decision]
    for (const [code, more] of other.codes) {
      const count = codes.get(code) ?? { ...none }
      count.refused += more.refused
      count.alone += more.alone
      count.asked += more.asked
      count.askedAlone += more.askedAlone
      codes.set(code, count)
    }
    for (const [kind, cases] of other.letThrough) letThrough.set(kind, (letThrough.get(kind) ?? 0) + cases)
    for (const [code, of] of other.seenIn) seenIn.set(code, new Set([...(seenIn.get(code) ?? []), ...of]))
  }

  /** Each code of a finding: how often it was reported, and in how many plans that were let through it was kept. */
  rows(): readonly (Count & { readonly code: string; readonly kept: number })[] {
    const { codes, letThrough, seenIn } = this.counts
    return Object.keys(findingCodes).map((code) => {
      const count = codes.get(code) ?? none
      const through = [...(seenIn.get(code) ?? [])].reduce(
        (sum, kind) => sum + (letThrough.get(kind) ?? 0),
        0,
      )
      return { code, ...count, kept: through - count.askedAlone }
    })
  }

  /** Codes that no case led to. */
  unseen(): readonly string[] {
    return this.rows().flatMap(({ code, refused, asked }) => (refused + asked === 0 ? [code] : []))
  }

  table(): string {
    const seen = this.rows().filter(({ refused, asked }) => refused + asked > 0)
    const row = (...cells: readonly (string | number)[]) =>
      cells.map((cell, at) => (at === 0 ? `${cell}`.padEnd(22) : `${cell}`.padStart(10))).join(' ')
    const { cases, skipped, repeated, decisions } = this.counts
    const { allow, confirm, block } = decisions
    return [
      row('broken rule', 'refused', 'alone', 'asked', 'kept'),
      ...seen.map(({ code, refused, alone, asked, kept }) => row(code, refused, alone, asked, kept)),
      '',
      `Never broken (${this.unseen().length}): ${this.unseen().join(', ')}.`,
      `${cases} cases: ${allow} allowed, ${confirm} asked about, ${block} refused; ${skipped} more could not be written, ${repeated} more were the same as one before in their block.`,
    ].join('\n')
  }
}
