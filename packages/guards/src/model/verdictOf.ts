import type { Hex } from 'viem'
import { deepFreeze } from './deepFreeze.ts'
import { type Finding, hasBlocked } from './finding.ts'
import { hashOf } from './hashes.ts'
import type { Verdict } from './verdict.ts'

type VerdictParts = Pick<Verdict, 'proof' | 'items' | 'settled' | 'effects'> & {
  readonly [K in 'ended' | 'filled' | 'awaiting' | 'simulated' | 'gas']?: Verdict[K] | undefined
}

/**
 * Makes a verdict. This is the only function that decides: the most severe finding counts. A verdict that blocks has no
 * items, so nothing of it can reach a wallet.
 */
export function verdictOf(parts: VerdictParts, findings: readonly Finding[]): Verdict {
  const { effects, proof, ended = [], filled = [], awaiting = [], simulated, gas = [] } = parts
  const isBlocked = hasBlocked(findings)
  const needsConfirmation = findings.some(({ severity }) => severity === 'confirm')
  const items = isBlocked ? [] : parts.items
  let digest: Hex | undefined
  return Object.freeze({
    decision: isBlocked ? 'block' : needsConfirmation ? 'confirm' : 'allow',
    proof: isBlocked ? 'none' : proof,
    findings: deepFreeze([...findings]),
    items: Object.freeze([...items]),
    settled: deepFreeze(isBlocked ? [] : [...parts.settled]),
    ...(ended.length > 0 && !isBlocked && { ended: deepFreeze([...ended]) }),
    ...(filled.length > 0 && !isBlocked && { filled: deepFreeze([...filled]) }),
    effects: deepFreeze(effects),
    ...(awaiting.length > 0 && { awaiting: deepFreeze([...awaiting]) }),
    ...(simulated !== undefined && !isBlocked && { simulated }),
    ...(gas.length > 0 && !isBlocked && { gas: deepFreeze([...gas]) }),
    // Hashed on first access, because with a thousand orders it is often not needed.
    get digest() {
      return (digest ??= hashOf(...items.map((item) => item.digest)))
    },
  })
}

/** Returns the same verdict with more findings, decided again. */
export const withFindings = (verdict: Verdict, more: readonly Finding[]): Verdict =>
  more.length === 0 ? verdict : verdictOf(verdict, [...verdict.findings, ...more])
