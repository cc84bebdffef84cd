import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { toHex } from 'viem'
import { orderJson } from '../../src/orders/orderJson.ts'
import { configOf, type State, startState, type Trader } from '../support/fixture.ts'
import type { AttackSetting } from './attackers.ts'

/** How an honest trader fared, alone and beside the attacks. */
export type AttackReport = {
  readonly quiet: Fared
  readonly attacked: Fared
  /** The provider's memory at its highest, in megabytes. */
  readonly memory: number
  /** Requests that each attack sent. */
  readonly sent: Readonly<Record<string, number>>
}
export type Fared = {
  readonly requests: number
  /** What went wrong, in words. */
  readonly failures: readonly string[]
  /** Milliseconds that all but one in a hundred took at most. */
  readonly p99: number
}

/** How long the trader trades at least, in milliseconds, and its least requests. */
export type Phase = { readonly milliseconds: number; readonly requests: number }

const honest = '198.51.100.7'
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Starts a provider as a process of its own, behind a proxy that names its callers. */
async function startProvider(state: State) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SLUICE_PORT: '0',
    SLUICE_LOG_LEVEL: 'silent',
    SLUICE_TRUST_PROXY: 'yes',
    DATABASE_URL: state.databaseUrl,
    SLUICE_CHAINS: JSON.stringify([{ ...configOf(state.chain), zone: undefined }]),
  }
  const main = join(import.meta.dirname, '../../src/main.ts')
  const child = spawn(process.execPath, ['--conditions=@sluice/source', '--import', 'tsx', main], { env })
  const url = await new Promise<string>((done, fail) => {
    child.stdout.once('data', (line) => done((JSON.parse(String(line)) as { url: string }).url))
    child.once('exit', () => fail(new Error('The provider did not start.')))
  })
  const memory = (): number =>
    Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }).stdout) / 1024
  return {
    base: `${url}/${state.chain.slug}`,
    port: Number(new URL(url).port),
    memory,
    stop: () => child.kill(),
  }
}

/** Reads, and posts a new order now and then, at the pace of one person, for so long and so many requests at least. */
async function trade(
  state: State,
  base: string,
  { milliseconds, requests }: Phase,
  first: bigint,
): Promise<Fared> {
  const [maker] = state.traders as [Trader]
  const failures: string[] = []
  const times: number[] = []
  const ask = async (path: string, body?: object): Promise<void> => {
    const started = performance.now()
    const headers = { 'x-forwarded-for': honest }
    const sent = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    try {
      const answer = await fetch(`${base}${path}`, sent)
      const text = await answer.text()
      if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${text.slice(0, 100)}`)
    } catch (cause) {
      failures.push(`${path}: ${String(cause)}`)
    }
    times.push(performance.now() - started)
  }
  const end = performance.now() + milliseconds
  for (let salt = first; performance.now() < end || times.length < requests; salt += 1n) {
    await ask(`/tokens/v7?collection=${state.collection}&limit=20`)
    await ask(`/orders/asks/v5?maker=${maker.address}&limit=20`)
    await ask(`/users/${maker.address}/tokens/v10?limit=20`)
    await ask(`/collections/v7?id=${state.collection}`)
    await ask(`/orders/bids/v6?maker=${maker.address}&limit=20`)
    const order = state.listing(maker, 1n, { salt })
    const data = { ...orderJson(order), signature: await state.sign(maker, order) }
    await ask('/order/v4', { items: [{ order: { kind: 'seaport-v1.6', data } }] })
    await ask('/execute/transfer/v1', {
      from: maker.address,
      to: state.traders[1]?.address,
      items: [{ token: `${state.collection}:1` }],
    })
    await pause(400)
  }
  const sorted = times.sort((a, b) => a - b)
  return { requests: times.length, failures, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0 }
}

/** What a stranger posts to make the node work: orders of a contract whose signature check burns all its gas. */
async function burningOrders(state: State): Promise<string> {
  const burner = toHex(0xb0b0, { size: 20 })
  await state.rpc('anvil_setCode', [burner, '0x5b600056'])
  const [maker] = state.traders as [Trader]
  const items = Array.from({ length: 1000 }, (_, salt) => {
    const order = state.listing({ ...maker, address: burner }, 1n, { salt: BigInt(salt) })
    return {
      order: { kind: 'seaport-v1.6', data: { ...orderJson(order), signature: `0x${'5a'.repeat(65)}` } },
    }
  })
  return JSON.stringify({ items })
}

/**
 * Starts every attack at once, in a process of its own: the honest trader's clock must not wait for the attackers'
 * work. Returns the way to end them, which tells how many requests each attack sent.
 */
async function attack(state: State, target: { base: string; port: number }) {
  const setting: AttackSetting = {
    ...target,
    slug: state.chain.slug,
    collection: state.collection,
    burning: await burningOrders(state),
  }
  const child = fork(join(import.meta.dirname, 'attackers.ts'), {
    execArgv: ['--conditions=@sluice/source', '--import', 'tsx'],
  })
  child.send(setting)
  await once(child, 'message')
  return async (): Promise<AttackReport['sent']> => {
    child.send('end')
    const [sent] = await once(child, 'message')
    child.kill()
    return sent
  }
}

/** Runs an honest trader alone, and then beside every attack. @param phase of each of the two. */
export async function runAttack(phase: Phase): Promise<AttackReport> {
  const state = await startState()
  try {
    const [maker] = state.traders as [Trader]
    await state.mint(maker, 50)
    await state.approve(maker)
    await state.sync()
    const provider = await startProvider(state)
    try {
      // What is done for the first time takes longer, with or without anybody beside.
      await trade(state, provider.base, { milliseconds: 1000, requests: 0 }, 1_000_000n)
      const quiet = await trade(state, provider.base, phase, 1n)
      let memory = 0
      const watch = setInterval(() => {
        memory = Math.max(memory, provider.memory())
      }, 250)
      const end = await attack(state, provider)
      const attacked = await trade(state, provider.base, phase, 500_000n)
      const sent = await end()
      clearInterval(watch)
      return { quiet, attacked, memory: Math.max(memory, provider.memory()), sent }
    } finally {
      provider.stop()
    }
  } finally {
    await state.stop()
  }
}
