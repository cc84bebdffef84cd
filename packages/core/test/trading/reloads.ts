import type { Client } from '../../src/client.ts'
import { type JournalStorage, memoryStorage } from '../../src/journal/storage.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Execution } from '../../src/run/execution.ts'
import type { Run } from '../../src/run/run.ts'
import type { Wallet } from '../../src/wallets/wallet.ts'
import type { Floor } from './floor.ts'
import { cancel, list, transfer } from './makes.ts'
import type { Person } from './people.ts'
import { type Context, type Plan, show } from './plan.ts'
import { sell } from './sell.ts'
import { buy } from './takes.ts'

/** A page up to where it dies, and what its wallet sent. */
type Life = {
  readonly at: number
  readonly before: boolean
  readonly sent: string[]
  deeds: number
  die: () => void
}

const never = () => new Promise<never>(() => undefined)

/** A wallet whose page dies at one of its prompts: before it, or after it without hearing the answer. */
function dying(wallet: Wallet, life: Life): Wallet {
  const state = { dead: false }
  const deed = async <T>(act: () => Promise<T>, hashes: (answer: T) => readonly string[]): Promise<T> => {
    life.deeds += 1
    if (state.dead || (life.deeds === life.at && life.before)) {
      state.dead = true
      life.die()
      return never()
    }
    const last = life.deeds === life.at
    const answer = await act()
    life.sent.push(...hashes(answer))
    if (!last) return answer
    state.dead = true
    life.die()
    return never()
  }
  const { sendCalls } = wallet
  return {
    ...wallet,
    sendTransaction: (call) =>
      deed(
        () => wallet.sendTransaction(call),
        (hash) => [hash],
      ),
    signTypedData: (asked) =>
      deed(
        () => wallet.signTypedData(asked),
        () => [],
      ),
    ...(sendCalls === undefined
      ? {}
      : {
          sendCalls: (calls: never, id?: string) =>
            deed(
              () => sendCalls(calls, id),
              () => [],
            ),
        }),
  }
}

const mains: readonly unknown[] = ['buy', 'sell', 'cancel', 'transfer']

/** What a run has come to that its page did not live to see: whether all of what it is about is done, or only a part. */
async function outcome(client: Client, end: Execution) {
  const wanted = end.steps.flatMap(({ items }) =>
    items.filter(({ purpose }) => mains.includes(purpose)),
  ).length
  const entries = await client.journal.entries()
  const done = entries.filter(({ purpose, state }) => mains.includes(purpose) && state === 'done').length
  return { entries, all: wanted > 0 && done === wanted, part: done > 0 && done < wanted }
}

/** Somebody trades on a page that dies in the midst of it; the next page finds out what became of it. */
export function reload(context: Context): Plan {
  const { floor, random, note } = context
  const storage: JournalStorage = { ...memoryStorage(), durable: true }
  const life: Life = {
    at: 1 + random.below(3),
    before: random.odds(0.4),
    sent: [],
    deeds: 0,
    die: () => undefined,
  }
  const client = floor.open(storage)
  const own: { wallet?: Wallet; isContract?: boolean } = {}
  const people = floor.people.map(
    (person): Person => ({
      ...person,
      wallet: (window) => {
        own.wallet = person.wallet(window)
        own.isContract = person.isContract
        return dying(own.wallet, life)
      },
    }),
  )
  note(`the page dies ${life.before ? 'before' : 'after'} prompt ${life.at}`)
  const make = random.pick([buy, buy, sell, list, cancel, transfer] as const)
  const plan = make({ ...context, floor: { ...floor, client, people } as Floor })
  const wrong: string[] = []
  const state = { part: false }
  return {
    ...plan,
    kind: `${plan.kind} on a page that dies`,
    start: () => {
      const runs = plan.start() as readonly Run[]
      return runs.map((run) => {
        life.die = () => run.abort()
        const done = run.done.then(async (end): Promise<Execution> => {
          if (end.error?.code !== 'aborted') return end
          const next = floor.open(storage)
          await resume(next, { wallet: own.wallet! })
          const { entries, all, part } = await outcome(next, end)
          const hashes = entries.flatMap(({ kind, state: its, hash }) =>
            kind === 'transaction' && its === 'done' ? [hash] : [],
          )
          const lost = life.sent.filter((hash) => !hashes.includes(hash))
          // Whose calls somebody else sends has no nonce that tells of them: without a hash nobody knows.
          const unknown = entries.some(({ kind, state: its }) => kind === 'transaction' && its === 'unknown')
          if (lost.length > 0 && unknown && own.isContract === true) state.part = true
          else if (lost.length > 0) wrong.push(`sent and not found: ${lost} ${show(entries)}`)
          state.part ||= part
          const { error: _error, ...rest } = end
          return all ? { ...rest, status: 'complete' } : end
        })
        return { done }
      })
    },
    ends: [...plan.ends, 'aborted'],
    settle: (ledger, mined, ends, moved) => {
      if (state.part) return wrong
      return [...wrong, ...(plan.settle?.(ledger, mined, ends, moved) ?? [])]
    },
    get rewinds() {
      // Of several calls some were made: which money is theirs is another's sum.
      return state.part
    },
    after: async (ends, mined) => {
      await floor.learnNew()
      return ends[0]?.status === 'complete' && !['list'].includes(plan.kind)
        ? (plan.after?.(ends, mined) ?? [])
        : []
    },
  }
}
