import type { Hex } from 'viem'
import { type Finding, hasBlocked } from './finding.ts'
import { hashOf } from './hashes.ts'
import type { Verdict } from './verdict.ts'

type Made = Pick<Verdict, 'proof' | 'items' | 'settled' | 'effects'> & {
  readonly [K in 'over' | 'awaiting' | 'simulated' | 'gas']?: Verdict[K] | undefined
}

/**
 * Makes a verdict. The only place that decides: the severest finding does, and a verdict that blocks has nothing that
 * could reach a wallet.
 */
export function verdictOf(made: Made, findings: readonly Finding[]): Verdict {
  const { effects, proof, over = [], awaiting = [], simulated, gas = [] } = made
  const isBlocked = hasBlocked(findings)
  const asks = findings.some(({ severity }) => severity === 'confirm')
  const items = isBlocked ? [] : made.items
  let digest: Hex | undefined
  return Object.freeze({
    decision: isBlocked ? 'block' : asks ? 'confirm' : 'allow',
    proof: isBlocked ? 'none' : proof,
    findings: Object.freeze([...findings]),
    items: Object.freeze([...items]),
    settled: Object.freeze(isBlocked ? [] : [...made.settled]),
    ...(over.length > 0 && !isBlocked && { over: Object.freeze([...over]) }),
    effects,
    ...(awaiting.length > 0 && { awaiting: Object.freeze([...awaiting]) }),
    ...(simulated !== undefined && !isBlocked && { simulated }),
    ...(gas.length > 0 && !isBlocked && { gas: Object.freeze([...gas]) }),
    // Hashed on first access, because with a thousand orders it is often not needed.
    get digest() {
      return (digest ??= hashOf(...items.map((item) => item.digest)))
    },
  })
}

/** The same verdict with more findings, decided again. */
export const withFindings = (verdict: Verdict, more: readonly Finding[]): Verdict =>
  more.length === 0 ? verdict : verdictOf(verdict, [...verdict.findings, ...more])
