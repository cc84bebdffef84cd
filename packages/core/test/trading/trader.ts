import { edit, editBid, relist } from './edit.ts'
import type { Floor } from './floor.ts'
import { bookFill, differences, type Fill, Ledger, readMined } from './ledger.ts'
import { bid, cancel, cancelAll, list, listMany, transfer, upset } from './makes.ts'
import { buyPartly } from './partly.ts'
import { type Context, type Plan, show } from './plan.ts'
import { reload } from './reloads.ts'
import { NotPossible, type SeededRandom } from './seededRandom.ts'
import { sell } from './sell.ts'
import { twoTabs } from './tabs.ts'
import { buy, buyByName, cannot, race } from './takes.ts'
import { reorganise, restart } from './troubles.ts'
import { key, takerOf } from './truth.ts'

export type Told = {
  readonly kind: string
  readonly end: string
  readonly wrong: readonly string[]
  readonly what: string
}

export async function act(floor: Floor, random: SeededRandom): Promise<Told | undefined> {
  const before = await floor.world()
  const said: string[] = []
  let plan: Plan
  try {
    plan = await planOf({ floor, random, world: before, note: (text) => said.push(text) })
  } catch (cause) {
    if (cause instanceof NotPossible) return undefined
    throw cause
  }
  const wrong: string[] = []
  const runs = plan.start()
  const ends = await Promise.all(runs.map(({ done }) => done))
  const codes = ends.map(({ status, error }) =>
    status === 'complete' ? 'complete' : (error?.code ?? status),
  )
  ends.forEach(({ error, problems }, index) => {
    const code = codes[index]!
    if (!plan.ends.includes(code))
      wrong.push(
        `ended ${code}, not ${plan.ends.join('|')}: ${error?.message} ${show(error?.data.findings)} ${show({ ...error?.data, report: undefined, findings: undefined })} ${error?.cause ?? ''} ${show(problems)}`,
      )
  })
  const head = await floor.world()
  const ledger = new Ledger()
  const mined = await readMined(floor.reader, floor.chain, floor.book, before.block, head.block, ledger)
  for (const fill of mined.fills)
    bookFill(ledger, fill, takerIn(floor, fill), takerOf(fill.entry) ?? plan.receiver ?? takerIn(floor, fill))
  const moved = (account: string, asset: string) =>
    (head.balances.get(key(account, asset)) ?? 0n) - (before.balances.get(key(account, asset)) ?? 0n)
  wrong.push(...(plan.settle?.(ledger, mined, ends, moved) ?? []))
  if (plan.rewinds !== true) wrong.push(...differences(before, head, ledger))
  wrong.push(...((await plan.after?.(ends, mined)) ?? []))
  const world = await floor.world()
  wrong.push(
    ...(await floor.agree(world, { ...mined, undone: plan.undone ?? [] }, [
      ...plan.touched,
      ...mined.fills.map(({ token }) => token),
    ])),
  )
  return { kind: plan.kind, end: codes.join('+'), wrong, what: said.join(' ') }
}

/** Whose contract account a transaction was sent to, or who sent it. */
const takerIn = ({ people }: Floor, { sender }: Fill): string =>
  people.find((one) => one.sender === sender)?.address ?? sender

export const kinds: readonly [number, (context: Context) => Plan | Promise<Plan>][] = [
  [16, list],
  [4, listMany],
  [10, bid],
  [22, buy],
  [8, buyByName],
  [14, sell],
  [6, cancel],
  [1, cancelAll],
  [6, transfer],
  [5, upset],
  [4, race],
  [4, edit],
  [3, editBid],
  [3, relist],
  [5, buyPartly],
  [2, restart],
  [6, reload],
  [3, reorganise],
  [3, twoTabs],
  [5, cannot],
]

export function planOf(context: Context): Plan | Promise<Plan> {
  let at = context.random.below(kinds.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, make] of kinds) {
    if (at < weight) return make(context)
    at -= weight
  }
  throw new NotPossible()
}
