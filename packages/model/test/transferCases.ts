import fc from 'fast-check'
import type { Token } from '../src/operators.ts'
import { collectionOf } from '../src/operators.ts'
import type { Move, SendCall, TransferCase, TransferStep } from '../src/transfer.ts'
import { type Change, itself, pick, variantsOf } from './changes.ts'
import { itemOf } from './tradeCases.ts'

/** Transfers: an honest plan for an intent, then up to three changes. */

const tokens: readonly Token[] = ['A1', 'A2', 'A3', 'B1', 'E1', 'E2']
const receivers: readonly SendCall['to'][] = ['friend', 'stranger', 'account', 'exchange']

const send = (form: SendCall['form'], moves: readonly Move[], to: SendCall['to']): TransferStep =>
  itemOf({
    does: 'send',
    form,
    moves,
    holder: 'account',
    to,
    hasData: false,
    value: 0n,
    through: 'conduit',
  } as const)

function honest(form: 'each' | 'batch' | 'helper', items: readonly Move[], isOpen: boolean): TransferCase {
  const to = 'friend'
  const operators = new Map((['A', 'B', 'E'] as const).map((one) => [one, isOpen] as const))
  const intent = { to, items } as const
  if (form === 'helper') {
    const collections = [...new Set(items.map(({ token }) => collectionOf(token)))]
    const given = isOpen
      ? []
      : collections.map((collection) =>
          itemOf({ does: 'operator', collection, to: 'conduit', isApproved: true } as const),
        )
    return { intent, operators, plan: [...given, send('helper', items, to)] }
  }
  const units = items.filter(({ token }) => collectionOf(token) === 'E')
  const single = items.filter(({ token }) => collectionOf(token) !== 'E')
  const batch =
    form === 'batch' && units.length > 0
      ? [send('batch', units, to)]
      : units.map((one) => send('units', [one], to))
  return { intent, operators, plan: [...single.map((one) => send('single', [one], to)), ...batch] }
}

const onSend =
  (edit: (call: SendCall, n: number) => Partial<SendCall>): Change<TransferCase> =>
  (one, at, n) => {
    const places = one.plan.flatMap((step, index) => (step.does === 'send' ? [index] : []))
    if (places.length === 0) return one
    const index = pick(places, at)
    const step = one.plan[index] as Extract<TransferStep, { does: 'send' }>
    return { ...one, plan: one.plan.with(index, { ...step, ...edit(step, n) }) }
  }
const onMove = (edit: (move: Move, n: number) => Partial<Move>) =>
  onSend(({ moves }, n) => ({
    moves: moves.map((move, index) => (index === n % moves.length ? { ...move, ...edit(move, n) } : move)),
  }))
/** A call of a token contract moves tokens of that contract alone. */
const sameContract = (token: Token, n: number): Token =>
  pick(
    tokens.filter((one) => collectionOf(one) === collectionOf(token)),
    n,
  )

const changes: Readonly<Record<string, Change<TransferCase>>> = {
  'another token of the contract': onMove(({ token }, n) => ({ token: sameContract(token, n) })),
  'other units': onMove(({ token }, n) =>
    collectionOf(token) === 'E' ? { units: pick([0n, 1n, 2n, 9n], n) } : {},
  ),
  'another contract': onSend(({ form, moves }, n) =>
    (form === 'helper' && moves.length > 0) || moves.length === 1
      ? { moves: moves.with(0, { token: pick(tokens, n), units: 1n }) }
      : {},
  ),
  'another function': onSend(({ form, moves }, n) =>
    form === 'helper' || moves.length > 1
      ? {}
      : {
          form: pick(['single', 'units', 'batch'] as const, n),
          ...(n % 3 === 0 && { moves: moves.map((one) => ({ ...one, units: 1n })) }),
        },
  ),
  'a token more': onSend(({ form, moves }, n) =>
    form === 'helper' || form === 'batch'
      ? {
          moves: [
            ...moves,
            {
              token: form === 'helper' ? pick(tokens, n) : sameContract(moves[0]?.token ?? 'E1', n),
              units: 1n,
            },
          ],
        }
      : {},
  ),
  'nothing to move': onSend(({ form }) => (form === 'helper' || form === 'batch' ? { moves: [] } : {})),
  'another receiver': onSend((_, n) => ({ to: pick(receivers, n) })),
  'another holder': onSend(() => ({ holder: 'stranger' })),
  'bytes for the hook': onSend(() => ({ hasData: true })),
  'coin beside it': onSend(() => ({ value: 1n })),
  'another conduit': onSend((_, n) => ({ through: pick(['seaport', 'foreign'] as const, n) })),
  'another agreed receiver': (one, _, n) => ({ ...one, intent: { ...one.intent, to: pick(receivers, n) } }),
  'another agreed quantity': (one, at, n) => ({
    ...one,
    intent: {
      ...one.intent,
      items: one.intent.items.map((item, index) =>
        index === at % one.intent.items.length && collectionOf(item.token) === 'E'
          ? { ...item, units: BigInt(n + 1) }
          : item,
      ),
    },
  }),
  'a permission more': (one, at, n) => ({
    ...one,
    plan: one.plan.toSpliced(
      at % (one.plan.length + 1),
      0,
      itemOf({
        does: 'operator',
        collection: pick(['A', 'B', 'E'] as const, n),
        to: pick(['conduit', 'conduit', 'seaport', 'foreign'] as const, at),
        isApproved: n < 10,
      } as const),
    ),
  }),
  'a permission that nobody read': (one, _, n) => {
    const operators = new Map(one.operators)
    operators.delete(pick(['A', 'B', 'E'] as const, n))
    return { ...one, operators }
  },
  ...itself<TransferStep, TransferCase>(),
}

/** A transfer at random, as an honest provider answers it. */
const honestTransfers: fc.Arbitrary<TransferCase> = fc
  .tuple(
    fc.constantFrom('each', 'batch', 'helper', 'helper'),
    fc.uniqueArray(fc.constantFrom(...tokens), { minLength: 1, maxLength: 3 }),
    fc.nat({ max: 2 }),
    fc.boolean(),
  )
  .map(([form, named, more, isOpen]) =>
    honest(
      form as 'each' | 'batch' | 'helper',
      named.map((token) => ({ token, units: collectionOf(token) === 'E' ? BigInt(more + 1) : 1n })),
      isOpen,
    ),
  )

/** Transfers at random. */
export const transfers = variantsOf(honestTransfers, changes)
