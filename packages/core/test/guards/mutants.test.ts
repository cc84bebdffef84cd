import { describe, expect, test } from 'vitest'
import type { Effects, Verdict } from '../../src/guards/verdict.ts'
import { verify } from '../../src/guards/verify.ts'
import { honest } from './honest.ts'
import { mutantsOf } from './mutants.ts'

const salts = [1n, 2n, 3n]

/** What reaches a wallet or the network, item by item. */
const bytesOf = (verdict: Verdict): readonly string[] =>
  verdict.items.map((item) =>
    JSON.stringify(
      item.kind === 'transaction'
        ? [item.call.to, item.call.data, item.call.value]
        : [item.digest, item.post],
      (_, value) => (typeof value === 'bigint' ? `${value}` : value),
    ),
  )

const deltaKey = ({ kind, contract, tokenId, counterparty }: Effects['give'][number]) =>
  `${kind}:${contract}:${tokenId}:${counterparty}`
const sums = (deltas: Effects['give']) => new Map(deltas.map((delta) => [deltaKey(delta), delta.amount]))

/** Nothing more leaves, nothing less comes, and no permission is wider than in the honest plan. */
function costsNoMore(verdict: Verdict, honestVerdict: Verdict): boolean {
  const { effects } = verdict
  const wanted = honestVerdict.effects
  const [give, mostGive, get, leastGet] = [
    sums(effects.give),
    sums(wanted.give),
    sums(effects.get),
    sums(wanted.get),
  ]
  return (
    [...give].every(([key, amount]) => amount <= (mostGive.get(key) ?? 0n)) &&
    [...leastGet].every(([key, amount]) => (get.get(key) ?? 0n) >= amount) &&
    effects.authority.every((one) =>
      wanted.authority.some(
        (other) =>
          (one.kind === other.kind || (one.kind === 'nft-token' && other.kind === 'nft-operator')) &&
          other.contract === one.contract &&
          other.spender === one.spender &&
          (one.amount ?? 0n) <= (other.amount ?? 0n),
      ),
    )
  )
}

describe('a changed plan', () => {
  const counts = { blocked: 0, same: 0, fewer: 0, free: 0 }
  test.each(honest.map((make) => [make().name, make] as const))(
    'of %s is blocked, or nothing else is signed and nothing more is paid',
    (_, make) => {
      const { intent, response, facts, policy } = make()
      const honestVerdict = verify(intent, response, facts, policy, { salts })
      const bytes = bytesOf(honestVerdict)
      const through: string[] = []
      for (const mutant of mutantsOf(response)) {
        const verdict = verify(intent, mutant.response, facts, policy, { salts })
        const own = bytesOf(verdict)
        const known = own.every((each) => bytes.includes(each))
        if (verdict.decision === 'block') counts.blocked += 1
        else if (known && own.length === bytes.length) counts.same += 1
        else if (known && own.length < bytes.length) counts.fewer += 1
        else if (verdict.decision === 'allow' && costsNoMore(verdict, honestVerdict)) counts.free += 1
        else through.push(`${verdict.decision}: ${mutant.what}`)
      }
      expect(through).toEqual([])
    },
    120_000,
  )

  test('most changes are blocked, and they are thousands', () => {
    process.stdout.write(`changed plans: ${JSON.stringify(counts)}\n`)
    expect(counts.blocked).toBeGreaterThan(20_000)
    expect(counts.fewer).toBeLessThan(200)
  })
})
