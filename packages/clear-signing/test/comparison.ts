import { reviewCard } from '../../guards/src/index.ts'
import type { Fixture } from '../../guards/test/honest/honest.ts'
import * as who from '../../guards/test/support/actors.ts'
import { checkFixture } from '../../guards/test/support/checkFixture.ts'
import type { Names, Renderer, Text } from '../src/index.ts'
import { statementOf } from './statement.ts'
import { type Totals, totalsOfCancellation, totalsOfCard, totalsOfFill, totalsOfSignature } from './totals.ts'

/** What the wallet of the tests knows. */
export const names: Names = {
  nativeCoin: { symbol: 'ETH', decimals: 18 },
  tokens: new Map([
    [who.weth, { symbol: 'WETH', decimals: 18 }],
    [who.usdc, { symbol: 'USDC', decimals: 6 }],
  ]),
}

/** Renderers of one version of Seaport. */
export type Renderers = { readonly calls: Renderer; readonly messages: Renderer }

const merged = (all: readonly Totals[]): Totals => {
  const sum = (key: 'give' | 'get' | 'fees'): Record<string, bigint> => {
    const sums: Record<string, bigint> = {}
    for (const one of all)
      for (const [asset, amount] of Object.entries(one[key])) sums[asset] = (sums[asset] ?? 0n) + amount
    return Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  const until = all.find((one) => one.until !== undefined)?.until
  return {
    give: sum('give'),
    get: sum('get'),
    fees: sum('fees'),
    until,
    ends: all.flatMap(({ ends }) => ends),
  }
}

/** What came of one comparison. `refused`: the guards stop the plan, so there is no card to hold a text against. */
export type Comparison =
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'compared'
      readonly card: Totals
      readonly text: Totals
      readonly texts: readonly Text[]
    }

/** Holds what a wallet says of the calls and messages of a plan against the card of the plan. */
export function compare(fixture: Fixture, { calls, messages }: Renderers): Comparison {
  const verdict = checkFixture(fixture)
  if (verdict.decision === 'block') return { kind: 'refused' }
  const read = verdict.items.flatMap((item): readonly (readonly [Text, Totals])[] => {
    if (item.kind === 'signature') {
      if (item.request.kind !== 'typedData') return []
      const text = messages.message(item.request, names)
      return [[text, totalsOfSignature(statementOf(text.fields), who.user)]]
    }
    if (item.purpose !== 'buy' && item.purpose !== 'sell' && item.purpose !== 'cancel') return []
    const text = calls.call(item.call, names)
    const statement = statementOf(text.fields)
    return [
      [text, item.purpose === 'cancel' ? totalsOfCancellation(statement) : totalsOfFill(statement, who.user)],
    ]
  })
  return {
    kind: 'compared',
    card: totalsOfCard(reviewCard(fixture.intent.action, verdict)),
    text: merged(read.map(([, totals]) => totals)),
    texts: read.map(([text]) => text),
  }
}
