import type { AttackContext } from './attackContext.ts'
import { type Change, randomMutant } from './mutate.ts'
import type { Random } from './random.ts'
import { type Reply, readJson } from './reply.ts'

export type RandomReply = { readonly reply: Reply; readonly change: Change }

type Operator = readonly [operator: string, apply: (reply: Reply, random: Random) => Reply]

const headers = (more: Record<string, string>) => (reply: Reply) => ({
  ...reply,
  headers: { ...reply.headers, ...more },
})

const operators: readonly Operator[] = [
  ['type text/html', headers({ 'content-type': 'text/html' })],
  ['type text/plain', headers({ 'content-type': 'text/plain' })],
  ['a cookie', headers({ 'set-cookie': 'session=1; Domain=evil.example' })],
  ['deprecated', headers({ deprecation: 'true', sunset: 'yesterday' })],
  ['no CORS', headers({ 'access-control-allow-origin': 'https://evil.example' })],
  ['retry in a day', (reply) => ({ ...headers({ 'retry-after': '86400' })(reply), status: 429 })],
  ['retry at once', (reply) => ({ ...headers({ 'retry-after': '-1' })(reply), status: 503 })],
  [
    'status',
    (reply, random) => ({ ...reply, status: random.pick([201, 204, 400, 401, 403, 404, 410, 500, 502]) }),
  ],
  [
    'redirect',
    (reply, random) => ({
      ...headers({ location: 'http://127.0.0.1:9/x' })(reply),
      status: random.pick([301, 302, 307, 308]),
    }),
  ],
  ['cut', (reply, random) => ({ ...reply, cutAt: random.below(reply.text.length + 1) })],
  [
    'shortened',
    (reply, random) => ({ ...reply, text: reply.text.slice(0, random.below(reply.text.length + 1)) }),
  ],
  ['empty', (reply) => ({ ...reply, text: '' })],
  ['garbage at the end', (reply) => ({ ...reply, text: `${reply.text}\u0000` })],
  ['twice', (reply) => ({ ...reply, text: reply.text + reply.text })],
  ['in a list', (reply) => ({ ...reply, text: `[${reply.text}]` })],
  ['nested', (reply) => ({ ...reply, text: `${'['.repeat(50_000)}${reply.text}${']'.repeat(50_000)}` })],
  [
    'with __proto__',
    (reply) => ({
      ...reply,
      text: reply.text.replace(
        /^\{/,
        '{"__proto__":{"steps":[],"errors":null},"constructor":{"prototype":{}},',
      ),
    }),
  ],
  ['byte by byte', (reply, random) => ({ ...reply, drip: 100 + random.below(400) })],
  ['late', (reply, random) => ({ ...reply, late: 20 + random.below(200) })],
]

/** Changes a response at random: mostly one place of its JSON, sometimes its headers, its bytes or its timing. */
export function randomReply(reply: Reply, random: Random, context: AttackContext): RandomReply | undefined {
  const answer = readJson(reply)
  if (answer !== undefined && random.below(10) < 8) {
    const mutant = randomMutant(answer, random, context)
    if (mutant !== undefined)
      return { reply: { ...reply, text: JSON.stringify(mutant.answer) }, change: mutant.change }
  }
  const [operator, apply] = random.pick(operators)
  return {
    reply: apply(reply, random),
    change: { path: '', operator, before: reply.status, after: operator },
  }
}
