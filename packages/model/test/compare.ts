import { type CheckedItem, type FindingCode, type Policy, type Verdict, verify } from '@sluice/guards'
import { decodeFunctionData, parseAbi } from 'viem'
import type { ExpectedVerdict } from '../src/rule.ts'
import { collections, currencies, movers, policy as strict } from './world.ts'
import { numberOf } from './writeOthers.ts'
import type { Written } from './writeTrade.ts'

const approvals = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])
const nameOf = (table: Readonly<Record<string, unknown>>, address: string, of = (value: unknown) => value) =>
  Object.entries(table).find(([, value]) => `${of(value)}`.toLowerCase() === address.toLowerCase())?.[0] ??
  address
const tokenName = (contract: string, tokenId: bigint | undefined) =>
  `${nameOf(collections, contract)}${tokenId ?? ''}`
const moverName = (address: string) =>
  nameOf(movers, address, (value) => (value as { address: string }).address)

/** What an item of a verdict does, in the words of the model. Approvals are read from their bytes. */
function doesOf(item: CheckedItem): readonly string[] {
  if (item.kind === 'transaction' && item.purpose.startsWith('approve')) {
    const { functionName, args } = decodeFunctionData({ abi: approvals, data: item.call.data })
    if (functionName === 'setApprovalForAll')
      return [`operator ${nameOf(collections, item.call.to)} ${moverName(args[0])}`]
    if (item.purpose === 'approve-token')
      return [`approve ${tokenName(item.call.to, args[1])} ${moverName(args[0])}`]
    return [`approve ${nameOf(currencies, item.call.to)} ${moverName(args[0])} ${args[1]}`]
  }
  if (item.kind === 'transaction' && item.purpose === 'wrap') return [`wrap ${item.call.value}`]
  if (item.purpose === 'transfer')
    return item.effects.give.map(
      ({ contract, tokenId, amount }) => `send ${tokenName(contract, tokenId)} ${amount}`,
    )
  if (item.effects.ends !== undefined && item.effects.trades === undefined)
    return item.effects.ends === 'all'
      ? ['end all']
      : item.effects.ends.map(({ order }) => `end ${numberOf(order)}`)
  return (item.effects.trades ?? []).map(
    ({ token, price }) =>
      `trade ${tokenName(token.contract, token.tokenId)} ${token.amount} ${price.amount} ${nameOf(currencies, price.contract)}`,
  )
}

/**
 * Findings that follow from another one that refuses: what was refused is missing, or too much. The account's own order in
 * a match is held against the other orders of the call, without those that were refused.
 */
const consequences: readonly FindingCode[] = [
  'FLOW_FALSE_COMPLETE',
  'FLOW_EXTRA_STEP',
  'FLOW_BUDGET',
  'CALL_TIP',
  'APR_SPENDER',
  'APR_AMOUNT',
  'CALL_PRICE',
  'CALL_SELF_ORDER',
]

const codesOf = ({ findings }: Verdict, severity: 'block' | 'confirm'): ReadonlySet<string> =>
  new Set(findings.flatMap((one) => (one.severity === severity ? [one.code] : [])))

export type Comparison = {
  readonly verdict: Verdict
  readonly expected: ExpectedVerdict
  /** In one sentence, where they disagree. */
  readonly difference: string | undefined
}

const told = (codes: Iterable<string>): string => [...codes].sort().join(', ') || 'nothing'

/**
 * Compares what the model and the guards say of one case. They have to decide alike and, in an allowed plan, let the
 * same be done. Of a plan that is refused each reason that the guards name has to be one of the model's or follow from
 * one, and at least one of them has to be the model's. Of a plan that is asked about the questions have to be the same; the guards
 * may ask one more where another way to serve the items needs it.
 */
export function compare(written: Written, expected: ExpectedVerdict, policy: Policy = strict): Comparison {
  const verdict = verify(written.intent, written.response, written.chainState, policy, { salts: [1n] })
  return { verdict, expected, difference: differenceOf(verdict, expected) }
}

function differenceOf(verdict: Verdict, expected: ExpectedVerdict): string | undefined {
  const refused = codesOf(verdict, 'block')
  const asked = new Set(
    [...codesOf(verdict, 'confirm')].filter((code) => expected.asks.has(code) || !expected.mayAsk.has(code)),
  )
  const decision = verdict.decision === 'confirm' && asked.size === 0 ? 'allow' : verdict.decision
  if (decision !== expected.decision)
    return `The guards say ${verdict.decision} (${told([...refused, ...asked])}), the model says ${expected.decision} (${told([...expected.refuses, ...expected.asks])}).`
  if (verdict.decision === 'block') {
    const known = [...refused].filter((code) => expected.refuses.has(code))
    const other = [...refused].filter(
      (code) => !expected.refuses.has(code) && !consequences.includes(code as FindingCode),
    )
    if (known.length > 0 && other.length === 0) return undefined
    return `The guards refuse for ${told(refused)}, the model for ${told(expected.refuses)}.`
  }
  if (told(asked) !== told(expected.asks))
    return `The guards ask ${told(asked)}, the model ${told(expected.asks)}.`
  const done = verdict.items.flatMap(doesOf).toSorted()
  const does = expected.does
  return done.join('; ') === does.join('; ')
    ? undefined
    : `The guards let ${told(done)} be done, the model ${told(does)}.`
}
