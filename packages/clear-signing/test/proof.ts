import {
  bulkTypedData,
  orderTypedData,
  type SeaportVersion,
  seaportAbi,
  seaportAddress,
  seaportDomain,
} from '@sluice/seaport'
import fc from 'fast-check'
import { encodeFunctionData, stringify } from 'viem'
import { anOrder, type SeaportName, seaportArguments } from '../../seaport/test/arbitraries.ts'
import type { Line, Names } from '../src/index.ts'
import { actions } from './actions.ts'
import { compare } from './comparison.ts'
import { callLines, orderLines } from './decodedLines.ts'
import { renderersOf } from './descriptorFiles.ts'

/** A wallet that knows no token, and the coin only by its base unit. */
const noTokens: Names = { nativeCoin: { symbol: 'wei', decimals: 0 }, tokens: new Map() }
const version = fc.constantFrom<SeaportVersion>('1.5', '1.6')
const renderers = { '1.5': renderersOf('1.5'), '1.6': renderersOf('1.6') }

/** Throws with both where they are not the same. */
function hold(text: unknown, expected: unknown, what: string): void {
  if (stringify(text) !== stringify(expected))
    throw new Error(`${what}\n  text:     ${stringify(text)}\n  expected: ${stringify(expected)}`)
}

/** Counts of a proof. */
export type Count = { readonly compared: number; readonly refused: number; readonly texts: number }

/**
 * Holds the texts of generated plans against their review cards: what is given and got, fees by recipient, the end.
 * @throws for the first difference, shrunk.
 */
export function proveCards(numRuns: number, seed: number): Count {
  let compared = 0
  let refused = 0
  let texts = 0
  fc.assert(
    fc.property(actions, (fixture) => {
      const result = compare(fixture, renderers['1.6'])
      if (result.kind === 'refused') {
        refused += 1
        return
      }
      compared += 1
      texts += result.texts.length
      hold(result.text, result.card, `${fixture.name}: the card says something else.`)
    }),
    { numRuns, seed },
  )
  return { compared, refused, texts }
}

const functions = Object.keys(seaportArguments) as readonly SeaportName[]
const anyCall = fc.constantFrom(...functions).chain((name) =>
  fc
    .record({
      args: seaportArguments[name] as fc.Arbitrary<readonly unknown[]>,
      value: fc.bigInt({ min: 0n, max: 10n ** 30n }),
      version,
    })
    .map(({ args, value, version: one }) => ({
      data: encodeFunctionData({ abi: seaportAbi, functionName: name, args } as never),
      value: isPayable(name) ? value : undefined,
      version: one,
    })),
)
const isPayable = (name: SeaportName): boolean => !['cancel', 'validate', 'incrementCounter'].includes(name)

/**
 * Holds the texts of any calls, sensible or not, against what our own decoder reads in the same bytes.
 * @throws for the first difference, shrunk.
 */
export function proveCalls(numRuns: number, seed: number): void {
  fc.assert(
    fc.property(anyCall, ({ data, value, version: one }) => {
      const call = { chainId: 1, to: seaportAddress[one], data, value: value ?? 0n }
      const { fields } = renderers[one].calls.call(call, noTokens)
      const sent: readonly Line[] = value === undefined ? [] : [{ label: 'Coin sent', value: `${value} wei` }]
      hold(fields, [...sent, ...callLines(data)], 'The decoder reads something else.')
    }),
    { numRuns, seed },
  )
}

const messages = fc.record({ orders: fc.array(anOrder, { minLength: 1, maxLength: 5 }), version })

/**
 * Holds the texts of any orders to sign, alone and under one signature, against the orders.
 * @throws for the first difference, shrunk.
 */
export function proveMessages(numRuns: number, seed: number): void {
  fc.assert(
    fc.property(messages, ({ orders, version: one }) => {
      const domain = seaportDomain(1, one)
      const [first] = orders
      if (first === undefined) return
      const { message } = renderers[one].messages
      if (orders.length === 1) {
        hold(
          message(orderTypedData(domain, first), noTokens).fields,
          orderLines(first),
          'The order says something else.',
        )
        return
      }
      const signed = bulkTypedData(domain, orders)
      const lines = message(signed, noTokens).fields
      const expected = orders.flatMap(orderLines)
      hold(lines.slice(0, expected.length), expected, 'The orders say something else.')
      // Leaves that are left over hold the empty order: three lines and its dates.
      const empty = 2 ** signed.height - orders.length
      if (lines.length - expected.length !== empty * 4) throw new Error('The empty leaves have other lines.')
    }),
    { numRuns, seed },
  )
}
