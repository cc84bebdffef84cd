import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Adapter } from './adapter.ts'
import { type Action, type Answers, actions, honestAnswers } from './answers.ts'
import { isDone } from './isDone.ts'
import type { Lie } from './lies/lie.ts'
import { lies } from './lies/lies.ts'
import { CannotSay } from './protocols/protocol.ts'
import { openWallet } from './recordingWallet.ts'
import type { Scene } from './scene.ts'
import { type Handler, serve } from './server.ts'

/** Longest wait for a client, in milliseconds: far beyond what any control takes. */
const patience = 60_000

export type Outcome =
  /** The wallet was asked for bytes that the honest control does not have. */
  | 'reached'
  /** The client ended, or went on with the honest bytes alone. */
  | 'refused'
  /** The protocol gives a server no way to tell this lie to this client. */
  | 'cannot-say'
  /** The client's call does not say what the lie is about, so the client could not see it. */
  | 'not-said'

export type CaseRecord = {
  readonly action: Action
  readonly lie: string
  readonly outcome: Outcome
  /** The client's own error, or why the case does not count. */
  readonly note: string
}

export type ControlRecord = {
  readonly action: Action
  /** `completed`, or why the action is not driven or did not complete. Lies count only after a completed control. */
  readonly control: string
}

export type ClientRecord = {
  readonly name: string
  readonly version: string
  /** How it is driven, in a sentence. */
  readonly driven: string
  readonly controls: readonly ControlRecord[]
  readonly cases: readonly CaseRecord[]
}

type Run = { readonly asked: readonly string[]; readonly reached?: string; readonly error?: string }

/** One run of a client before one server, on the chain as the scene opened. */
async function runOnce(
  { scene, adapter, action }: { scene: Scene; adapter: Adapter; action: Action },
  handler: Handler,
  isExpected: (request: string) => boolean,
): Promise<Run> {
  await scene.reset()
  const log = process.env.FIREWALL_LOG === undefined ? () => undefined : (line: string) => console.error(line)
  const server = await serve(handler, log)
  const wallet = await openWallet(scene, isExpected)
  try {
    const setting = { url: server.url, walletUrl: wallet.url, scene }
    const run = adapter.actions[action]?.run ?? (() => Promise.reject(new Error('The action is not driven.')))
    const done = Promise.resolve()
      .then(() => run(setting))
      .then(
        () => ({}),
        (cause: unknown) => ({ error: sentenceOf(cause) }),
      )
    const reached = wallet.unexpected.then((request) => ({ reached: request }))
    const late = pause(patience, { error: `No end within ${patience / 1000} s.` }, { ref: false })
    const end: { error?: string; reached?: string } = await Promise.race([reached, done, late])
    return { asked: [...wallet.asked], ...end }
  } finally {
    await wallet.stop()
    await server.stop()
  }
}

/** Whether a second honest run asked for the same bytes. Otherwise a difference would prove nothing about a lie. */
const again = ({ reached, error }: Run): string | undefined =>
  reached === undefined ? error : 'the honest bytes differ from run to run'

/** The honest run of an action, and then every lie about it. */
async function tryAction(
  scene: Scene,
  adapter: Adapter,
  action: Action,
  only: (lie: Lie) => boolean,
): Promise<{ control: ControlRecord; cases: readonly CaseRecord[] }> {
  const driven = adapter.actions[action]
  const translate = adapter.protocol[action] as
    | ((answer: unknown, scene: Scene) => Promise<Handler>)
    | undefined
  if (driven === undefined)
    return { control: { action, control: adapter.lacks[action] ?? 'Not driven.' }, cases: [] }
  const honest = honestAnswers(scene)[action]
  const handlerOf = translate ?? (async () => () => undefined)
  const control = await runOnce({ scene, adapter, action }, await handlerOf(honest, scene), () => true)
  const expected = new Set(control.asked)
  const isExpected = (request: string) => expected.has(request)
  const fault =
    control.error ??
    (await isDone(scene, action, control.asked)) ??
    again(await runOnce({ scene, adapter, action }, await handlerOf(honest, scene), isExpected))
  if (fault !== undefined) return { control: { action, control: `Not driven: ${fault}` }, cases: [] }
  const cases: CaseRecord[] = []
  for (const lie of lies.filter((one) => one.action === action && only(one))) {
    const record = (outcome: Outcome, note: string) => cases.push({ action, lie: lie.id, outcome, note })
    const answer = await lie.tell(honest as Answers[Action] as never, scene)
    let handler: Handler
    try {
      if (translate === undefined) throw new CannotSay('The client asks no server for this.')
      handler = await translate(answer, scene)
    } catch (cause) {
      if (!(cause instanceof CannotSay)) throw cause
      record('cannot-say', cause.message)
      continue
    }
    const missing = lie.needs.filter((need) => !driven.says.includes(need))
    if (missing.length > 0) {
      record('not-said', `The call does not say: ${missing.join(', ')}.`)
      continue
    }
    const run = await runOnce({ scene, adapter, action }, handler, isExpected)
    if (run.reached !== undefined) record('reached', shortOf(run.reached))
    else record('refused', run.error ?? 'The client went on with the honest bytes alone.')
  }
  return { control: { action, control: 'completed' }, cases }
}

/** Every action of a client, honest and lied about. @param only what is tried where it is not all. */
export async function tryClient(
  scene: Scene,
  adapter: Adapter,
  only: { readonly action?: Action | undefined; readonly lie?: string | undefined } = {},
): Promise<ClientRecord> {
  const tried = []
  for (const action of actions.filter((one) => one === (only.action ?? one)))
    tried.push(await tryAction(scene, adapter, action, ({ id }) => id === (only.lie ?? id)))
  return {
    name: adapter.name,
    version: adapter.version,
    driven: adapter.driven,
    controls: tried.map(({ control }) => control),
    cases: tried.flatMap(({ cases }) => cases),
  }
}

/** The first line of an error, without addresses of this run's servers. */
function sentenceOf(cause: unknown): string {
  const told = cause instanceof Error ? cause.message : JSON.stringify(cause)
  const [line = ''] = stripVTControlCharacters(told ?? String(cause)).split('\n')
  return line.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1').slice(0, 200)
}

/** A request in a line: what was to be signed or sent, without the rest of its bytes. */
function shortOf(request: string): string {
  const { method, to, data, value, domain, primarytype } = JSON.parse(request)
  if (method === 'eth_sendtransaction') return `Transaction to ${to}, ${data.slice(0, 10)}, ${value} wei.`
  return domain === undefined ? method : `Signature of ${primarytype} for ${domain.verifyingcontract}.`
}
