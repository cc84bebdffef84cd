import type { Wallet } from '@sluice/core'
import { type Address, type Hex, keccak256 } from 'viem'
import { account, collection, type Delays, receiver, type ScriptedMarket } from './scriptedMarket.ts'
import { instantWallet, type Trader } from './trader.ts'

/**
 * What a client owes its user during one transfer beyond the three requests, in the order in which it is added; the
 * numbers are faults of the catalogue.
 */
export const duties = {
  requests: 'requests that can be stopped, with a deadline and at most 2 MB of JSON (2, 3, 6, 9, 17)',
  intent: 'what was asked for read strictly, copied and frozen (91)',
  plan: 'the answer read field by field into strict types (5, 8, 28)',
  rules: 'the call written anew from what was asked for, and nothing else let through',
  card: 'a card of what is given and to whom, agreed to before the prompt',
  wallet:
    'the wallet’s chain and account read before the prompt, a prompt that may never answer (58, 59, 66)',
  locks: 'one run at a time, told to other tabs (76, 77)',
  journal: 'three entries, the first before the prompt, named by the hash of what is sent (73–79)',
  pictures:
    'a frozen picture of the whole after each of nine facts, told to who listens, and one event (23, 90)',
} as const
export type Duty = keyof typeof duties

type Call = { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value: bigint }
type Item = { readonly status: string; readonly phase: string; readonly hash?: Hex; readonly digest?: Hex }
type Picture = {
  readonly status: string
  readonly account?: Address
  readonly items: readonly Item[]
  readonly money: string
}

const headers = { 'content-type': 'application/json', 'x-rkc-version': '1.5.3' }
const maxBytes = 2_000_000
const agreed = {
  address: /^0x[0-9a-fA-F]{40}$/,
  bytes: /^0x(?:[0-9a-fA-F]{2})*$/,
  token: /^(0x[0-9a-fA-F]{40}):(0|[1-9][0-9]{0,77})$/,
  json: /^application\/json\b/,
}

function text(value: unknown, shape?: RegExp): string {
  if (typeof value === 'string' && (shape?.test(value) ?? true)) return value
  throw new Error('Not of the agreed shape.')
}
const list = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new Error('Not a list.')
}
const record = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>
  throw new Error('Not a record.')
}
const addressOf = (value: unknown) => text(value, agreed.address).toLowerCase() as Address

/**
 * The smallest client that takes on some of the duties: for this one transfer only, written as one function, with no
 * other action, no approval, no node, no resuming and no error messages. No client with all duties can cost much less;
 * the cost of an execution is to be compared with it.
 */
export function leastClient(market: ScriptedMarket, taken: ReadonlySet<Duty>): Trader {
  const events = new Set([
    (_: { readonly kind: string; readonly id: string; readonly picture: Picture }) => undefined,
  ])
  const kept = new Map<string, string>()
  const running = new Set<string>()

  const ask = async (method: string, path: string, body: string | undefined, run: AbortSignal) => {
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    if (!taken.has('requests')) return (await fetch(market.url + path, init)).json()
    const control = new AbortController()
    const stop = () => control.abort(run.reason)
    run.addEventListener('abort', stop)
    const timer = setTimeout(stop, 10_000)
    try {
      const response = await fetch(market.url + path, {
        ...init,
        redirect: 'manual',
        credentials: 'omit',
        signal: control.signal,
      })
      if (response.headers.get('deprecation') === 'true') throw new Error('To be logged.')
      text(response.headers.get('content-type'), agreed.json)
      const reader = response.body?.getReader()
      if (!response.ok || reader === undefined) throw new Error('Refused.')
      const decoder = new TextDecoder()
      let [answer, size] = ['', 0]
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return JSON.parse(answer)
        size += value.byteLength
        if (size > maxBytes) throw new Error('Too long.')
        answer += decoder.decode(value, { stream: true })
      }
    } finally {
      clearTimeout(timer)
      run.removeEventListener('abort', stop)
    }
  }

  const readIntent = (asked: {
    readonly to: string
    readonly items: readonly { readonly token: string }[]
  }) =>
    Object.freeze({
      to: addressOf(asked.to),
      items: Object.freeze(
        asked.items.map(({ token }) => {
          const [contract, id] = text(token, agreed.token).split(':')
          return Object.freeze({ contract: addressOf(contract), tokenId: BigInt(id ?? ''), quantity: 1n })
        }),
      ),
    })

  const readPlan = (answer: unknown) => {
    const { requestId, steps } = record(answer)
    return {
      requestId: text(requestId),
      steps: list(steps).map((step) => {
        const { id, action, description, kind, items } = record(step)
        return {
          id: text(id),
          action: text(action),
          description: text(description),
          kind: text(kind, /^transaction$/),
          items: list(items).map((item) => {
            const { status, data } = record(item)
            const call = record(data)
            return {
              status: text(status, /^(?:in)?complete$/),
              data: {
                from: addressOf(call.from),
                to: addressOf(call.to),
                data: text(call.data, agreed.bytes).toLowerCase() as Hex,
                value: BigInt(text(call.value)),
              },
            }
          }),
        }
      }),
    }
  }

  const rebuilt = ({ to, items: [wanted] }: ReturnType<typeof readIntent>, call: Call): Call => {
    if (wanted === undefined) throw new Error('Nothing was asked for.')
    const id = wanted.tokenId.toString(16)
    const data: Hex = `0x42842e0e${word(account.slice(2))}${word(to.slice(2))}${word(id)}`
    const same = call.data === data && call.to === wanted.contract && call.from === account
    if (!same || call.value !== 0n) throw new Error('Not what was asked for.')
    return Object.freeze({ from: account, to: wanted.contract, data, value: 0n })
  }

  return {
    trade: async (delays: Delays) => {
      const run = new AbortController().signal
      const wallet = instantWallet(market, () => delays)
      const id = taken.has('pictures') ? globalThis.crypto.randomUUID() : ''
      const asked = { to: receiver, items: [{ token: `${collection}:7` }] }
      const intent = taken.has('intent') ? readIntent(asked) : undefined
      const body = JSON.stringify(asked)

      let picture: Picture = { status: 'planning', items: [], money: 'untouched' }
      const listeners = new Set([(_: Picture) => undefined])
      const tell = (change: Partial<Picture>, item?: Partial<Item>) => {
        if (!taken.has('pictures')) return
        const items = item === undefined ? picture.items : picture.items.map((one) => ({ ...one, ...item }))
        picture = Object.freeze({ ...picture, items, ...change })
        for (const one of picture.items) Object.freeze(one)
        Object.freeze(picture.items)
        for (const listener of listeners) listener(picture)
      }
      tell({ account })

      const answer = await ask('POST', '/execute/transfer/v1', body, run)
      if (taken.has('locks')) {
        if (running.has(body)) throw new Error('Under way already.')
        running.add(body)
      }
      const plan = taken.has('plan') ? readPlan(answer) : undefined
      tell({ items: [{ status: 'incomplete', phase: 'waiting' }] })
      const given = plan?.steps[0]?.items[0]?.data
      const call = taken.has('rules') && given !== undefined && intent ? rebuilt(intent, given) : given
      const digest = taken.has('journal') && call !== undefined ? digestOf(call) : undefined
      tell({ status: 'running' }, digest && { digest })
      tell({}, { phase: 'confirming' })
      if (taken.has('card') && call !== undefined && intent !== undefined) {
        const give = Object.freeze(
          intent.items.map((item) => Object.freeze({ ...item, counterparty: intent.to })),
        )
        const card = Object.freeze({ action: 'transfer', chainId: 1, account, call, give })
        if (!(await confirm(card))) throw new Error('Not agreed to.')
      }
      const write = async (state: string, hash?: Hex) => {
        if (digest === undefined) return
        const entry = { account, chainId: 1, action: 'transfer', digest, state, hash, updatedAt: Date.now() }
        kept.set(digest, JSON.stringify(entry))
      }
      if (taken.has('wallet')) {
        const [chainId, current] = await unlessStopped(Promise.all([wallet.chainId(), wallet.address()]), run)
        if (chainId !== 1 || current !== account) throw new Error('The wallet is elsewhere.')
      }
      tell({}, { phase: 'prompted' })
      await write('prompting')
      const hash = taken.has('wallet') ? await unlessStopped(prompt(wallet), run) : market.send(delays)
      await write('sent', hash)
      tell({ money: 'sent' }, { phase: 'sent', hash })
      await ask('GET', `/held/transactions/${hash}/synced/v1`, undefined, run)
      const report = ask('POST', '/execute/results/v1', body, run)
      await write('done', hash)
      tell({}, { status: 'complete', phase: 'complete' })
      tell({ status: 'complete', money: 'spent' })
      if (taken.has('pictures')) for (const heard of events) heard({ kind: 'transfer', id, picture })
      running.delete(body)
      await report
    },
  }
}

const confirm = async (_card: object): Promise<boolean> => true

/** Returns the wallet's answer. After two minutes a real client would tell the user that there is none. */
async function prompt(wallet: Wallet): Promise<Hex> {
  const patience = setTimeout(() => undefined, 120_000)
  try {
    return (await wallet.sendTransaction({} as never)) as Hex
  } finally {
    clearTimeout(patience)
  }
}

/** Rejects at once when the run is stopped. */
function unlessStopped<T>(answer: Promise<T>, run: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(run.reason)
    run.addEventListener('abort', stop)
    answer.then(resolve, reject).then(() => run.removeEventListener('abort', stop))
  })
}

const word = (digits: string): string => digits.padStart(64, '0')

const digestOf = ({ to, data, value }: Call): Hex =>
  keccak256(`0x${word('1')}${to.slice(2)}${word(value.toString(16))}${data.slice(2)}`)
