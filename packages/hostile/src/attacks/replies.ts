import { seaportAddress } from '@sluice/seaport'
import type { AttackContext } from '../attackContext.ts'
import { type Json, partsFor } from '../parts.ts'
import { json, type Reply, type Request, readJson } from '../reply.ts'

/** An attack in the response to a request: its status, headers, body or timing. */
export type ReplyAttack = {
  readonly kind: 'reply'
  readonly name: string
  /** Routes whose responses it changes, by their prefix. */
  readonly routes: readonly string[]
  /** Returns the response. `honest` forwards the request to the provider. */
  readonly answer: (request: Request, honest: () => Promise<Reply>) => Promise<Reply>
}

type ReplyRow = readonly [name: string, routes: readonly string[], answer: ReplyAttack['answer']]

const execute = ['/execute/']
const order = ['/order/']
const transactions = ['/transactions/']
const transfers = ['/transfers/']
const eventRoutes = ['/events']
const everything = ['/']

const changed =
  (change: (reply: Reply, request: Request) => Reply): ReplyAttack['answer'] =>
  async (request, honest) =>
    change(await honest(), request)
const edited = (edit: (answer: Json, request: Request) => unknown): ReplyAttack['answer'] =>
  changed((reply, request) => {
    const answer = readJson(reply)
    if (answer === undefined) return reply
    edit(answer, request)
    return { ...reply, text: JSON.stringify(answer) }
  })
const withType = (reply: Reply, type: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'content-type': type },
})

/** Removes the data of every item from the first response, so that the client asks again. Lies from the second one on. */
const later = (edit: (answer: Json) => unknown): ReplyAttack['answer'] =>
  edited((answer, { count }) => {
    if (count > 0) edit(answer)
    else for (const step of answer.steps ?? []) for (const item of step.items ?? []) delete item.data
  })

const stream = (events: readonly unknown[]): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  text: events.map((event) => `event: transaction\ndata: ${JSON.stringify(event)}\n\n`).join(''),
})

/** Returns the attacks in transport, timing and status. `elsewhere` is the attacker's server; it must get no request. */
export function replyAttacks(
  context: AttackContext,
  elsewhere = 'http://127.0.0.1:9',
): readonly ReplyAttack[] {
  const { attacker, nft, otherNft, account } = context
  const parts = partsFor(context)
  const redirect = (to: string, status: number) => async (): Promise<Reply> => ({
    status,
    headers: { location: to, 'content-type': 'application/json' },
    text: '{}',
  })
  const all: readonly ReplyRow[] = [
    [
      'F-08 an approval of another collection, in the second response',
      execute,
      later((answer) => answer.steps.at(-1).items.unshift(parts.approveOperator(otherNft))),
    ],
    [
      'F-10 an operator of the attacker, in the second response',
      execute,
      later((answer) => {
        answer.steps.at(-1).items = [parts.approveOperator(nft, attacker)]
      }),
    ],
    [
      'F-10 another step in the second response',
      execute,
      later(parts.before('transaction', parts.item(attacker, '0x', 10n ** 18n))),
    ],
    [
      'B-41 paid to a Seaport that this chain does not have',
      ['/execute/buy/'],
      edited((answer) => {
        for (const step of answer.steps ?? [])
          for (const item of step.items ?? [])
            if (item.data?.to !== undefined) item.data.to = seaportAddress['1.5']
      }),
    ],
    [
      'F-18 data that never arrives',
      execute,
      edited((answer) => {
        for (const step of answer.steps ?? []) for (const item of step.items ?? []) delete item.data
      }),
    ],
    [
      'F-19 a duplicate key',
      execute,
      changed((reply) => ({
        ...reply,
        text: reply.text.replaceAll('"value":', `"to":"${attacker}","value":`),
      })),
    ],
    ...([301, 302, 303, 307, 308] as const).map(
      (status): ReplyRow => [
        `H-02 redirected elsewhere by ${status}`,
        everything,
        redirect(`${elsewhere}/x`, status),
      ],
    ),
    ['H-04 redirected within the provider', execute, redirect('/order/v3', 307)],
    ['H-04 redirected with user info in the URL', execute, redirect(`${elsewhere}@evil/x`, 308)],
    [
      'H-08 a page in place of a response',
      everything,
      async () => withType(json('<h1>Sign in</h1>'), 'text/html'),
    ],
    [
      'H-08 a response with the type of a page',
      execute,
      changed((reply) => withType(reply, 'text/html; charset=utf-8')),
    ],
    ['H-08 a response without a type', execute, changed((reply) => withType(reply, ''))],
    [
      'H-09 a very large response',
      execute,
      changed((reply) => ({ ...reply, text: `${' '.repeat(3_000_000)}${reply.text}` })),
    ],
    ['H-10 stored, and then an error', order, changed((reply) => ({ ...reply, status: 500, text: '{}' }))],
    [
      'H-10 stored, and then refused',
      order,
      changed((reply) => ({ ...reply, status: 400, text: '{"message":"<b>Send it again</b>"}' })),
    ],
    ['H-10 stored, and then silence', order, changed((reply) => ({ ...reply, silent: true }))],
    [
      'H-11 cut in the middle',
      execute,
      changed((reply) => ({ ...reply, cutAt: Math.floor(reply.text.length / 2) })),
    ],
    [
      'H-11 shortened in the middle',
      execute,
      changed((reply) => ({ ...reply, text: reply.text.slice(0, reply.text.length / 2) })),
    ],
    [
      'H-12 garbage after the response',
      execute,
      changed((reply) => ({ ...reply, text: `${reply.text}]}<!--` })),
    ],
    ['H-12 a byte order mark', execute, changed((reply) => ({ ...reply, text: `\ufeff${reply.text}` }))],
    ['H-14 an empty response', execute, changed((reply) => ({ ...reply, text: '' }))],
    ['H-14 null', execute, changed((reply) => ({ ...reply, text: 'null' }))],
    ['H-14 a list', execute, changed((reply) => ({ ...reply, text: `[${reply.text}]` }))],
    ['H-12 byte by byte, for hours', execute, changed((reply) => ({ ...reply, drip: 500 }))],
    [
      'H-15 rate limited for a day',
      execute,
      async () => ({ ...json({}, 429), headers: { 'retry-after': '86400' } }),
    ],
    ['H-16 late', everything, changed((reply) => ({ ...reply, late: 150 }))],
    ['P-01 seen before it is mined', transactions, async () => json({ synced: true })],
    ['P-02 never seen', transactions, async () => json({ synced: false })],
    ['P-02 seen, but not as a boolean', transactions, async () => json({ synced: 'true' })],
    [
      'P-03 pushed as done, a hundred times',
      eventRoutes,
      async () =>
        stream(Array.from({ length: 100 }, () => ({ status: 'synced', synced: true, confirmed: true }))),
    ],
    [
      'P-03 pushed as failed',
      eventRoutes,
      async () => stream([{ status: 'failed', error: '<b>Send again</b>' }]),
    ],
    [
      'P-04 transfers that never happened',
      transfers,
      async () =>
        json({
          transfers: [
            {
              token: { contract: nft, tokenId: '1' },
              from: attacker,
              to: account,
              amount: '1',
              txHash: `0x${'ab'.repeat(32)}`,
            },
          ],
        }),
    ],
    ['P-04 transfers withheld', transfers, async () => json({ transfers: [], continuation: null })],
    [
      'P-05 another order stored',
      order,
      edited((answer) => {
        const other = `0x${'11'.repeat(32)}`
        if (answer.orderId !== undefined) answer.orderId = other
        for (const one of answer.results ?? []) one.orderId = other
      }),
    ],
    ['P-05 an order stored without its id', order, async () => json({ message: 'Success' })],
    [
      'P-06 everything marked as complete',
      execute,
      edited((answer) => {
        for (const step of answer.steps ?? []) for (const item of step.items ?? []) item.status = 'complete'
      }),
    ],
    [
      'U-01 instructions in every text',
      execute,
      edited((answer) => {
        const text = '<a href="https://evil.example">Enter your seed phrase</a> **now**'
        for (const step of answer.steps ?? [])
          Object.assign(step, { action: text, description: text, tip: text })
        answer.errors = [{ message: text }]
      }),
    ],
    [
      'U-02 an error that gives instructions',
      execute,
      async () =>
        json({ statusCode: 400, error: 'Bad', message: '<script>alert(1)</script>Send 1 ETH to 0xa1' }, 400),
    ],
  ]
  return all.map(([name, routes, answer]) => ({ kind: 'reply', name, routes, answer }))
}
