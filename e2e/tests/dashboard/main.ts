import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addWebhook } from '../../../packages/provider/src/commands/addWebhook.ts'
import { openDatabase } from '../../../packages/provider/src/storage/connection/database.ts'
import { type Ask, chooseVariables, evaluate, type Range, readDashboard, seriesOf } from './dashboard.ts'
import { drawDashboard } from './draw.ts'
import { type LiveProvider, startLiveProvider } from './liveProvider.ts'
import { startPrometheus } from './prometheus.ts'
import { browse, hoard, listen, tradersOf } from './traffic.ts'

/**
 * `npm run operations -- dashboard`: five minutes of a real provider with incidents, scraped by a real Prometheus by the
 * files of `ops/`. Then every query of the dashboard is asked as Grafana asks it; one that fails or shows nothing fails
 * the command. The panels are drawn into pictures by a page of our own. `-- dashboard --again` asks and draws anew from
 * the data of the last run, after a change of the dashboard. `DASHBOARD_LOG=warn` prints the provider's log.
 */
const root = resolve(import.meta.dirname, '../../..')
const folder = join(root, '.sluice/dashboard')
const rangeFile = join(folder, 'range.json')
const pictures = join(root, 'apps/docs/public/pictures')

/** Panels of what this run does not have. */
const absent: Readonly<Record<string, string>> = { 'Reads of lists by server': 'the run has no replica' }

/** A receiver that cannot be reached: the name never resolves. */
async function addDeadWebhook({ databaseUrl, chains }: LiveProvider): Promise<void> {
  const db = await openDatabase(
    databaseUrl,
    chains.map(({ id }) => id),
  )
  try {
    await addWebhook(db, chains[0].id, 'https://receiver.invalid/hook', ['order', 'sale'], [])
  } finally {
    await db.close()
  }
}

/** Seconds from the start of the measured range at which things happen. */
const incidents: readonly (readonly [second: number, name: string, act: (live: LiveProvider) => unknown])[] =
  [
    [
      60,
      'the node of the second chain stops, and a webhook gets a receiver that is down',
      (live) => {
        live.chains[1].node.freeze()
        return addDeadWebhook(live)
      },
    ],
    [
      90,
      'a burst of orders, and a caller who opens too many streams',
      async (live) => {
        const ending = AbortSignal.timeout(30_000)
        const burst = [101, 102, 103].map((seed) => tradersOf(live, live.chains[0], seed).run(ending))
        await Promise.all([...burst, hoard(live, ending)])
      },
    ],
    [120, 'api-1 is killed', (live) => live.apis[1]?.kill('SIGKILL')],
    [235, 'the node answers again', (live) => live.chains[1].node.thaw()],
    [270, 'api-1 is started again', (live) => live.apis[1]?.restart()],
  ]
const seconds = 330

/** Runs the provider with its incidents. @returns the range that was scraped. */
async function runLive(): Promise<Range> {
  rmSync(folder, { recursive: true, force: true })
  const say = (line: string) => console.error(`· ${line}`)
  say('Starting two chains, Postgres and three processes of the provider …')
  const live = await startLiveProvider(process.env.DASHBOARD_LOG ?? 'fatal')
  const ending = new AbortController()
  const working: Promise<unknown>[] = []
  const failures: unknown[] = []
  const keep = (work: unknown): void =>
    void working.push(Promise.resolve(work).catch((cause: unknown) => failures.push(cause)))
  try {
    const traders = live.chains.map((chain, index) => tradersOf(live, chain, index + 1))
    await Promise.all(traders.map(({ prepare }) => prepare()))
    const prometheus = await startPrometheus(folder, live.members)
    try {
      const signal = ending.signal
      for (const work of [
        ...traders.map(({ run }) => run(signal)),
        browse(live, signal),
        listen(live, signal),
      ])
        keep(work)
      // The rates of the first points need samples before them.
      await pause(75_000)
      const began = Date.now()
      for (const [second, name, act] of incidents) {
        await pause(Math.max(0, began + second * 1000 - Date.now()))
        say(`${second} s: ${name}`)
        keep(act(live))
      }
      await pause(Math.max(0, began + seconds * 1000 - Date.now()))
      const start = Math.ceil(began / 15_000) * 15
      const range = { start, end: start + seconds - 15, step: 15 }
      for (const { done } of traders) say(JSON.stringify(Object.fromEntries([...done].sort())))
      if (failures.length > 0) throw failures[0]
      writeFileSync(rangeFile, JSON.stringify(range))
      return range
    } finally {
      ending.abort()
      live.chains[1].node.thaw()
      await Promise.all(working)
      await prometheus.stop()
    }
  } finally {
    await live.stop()
  }
}

/** Alerts that fired, each once with its labels. */
async function firedAlerts(ask: Ask, range: Range): Promise<readonly string[]> {
  const target = {
    expr: 'ALERTS{alertstate="firing"}',
    legendFormat: '{{alertname}} {{chain}} {{instance}} {{limit}}',
  }
  const found = await seriesOf(target, {}, range, ask)
  return [...new Set(found.map(({ name }) => name.replaceAll(/ +/g, ' ').trim()))].sort()
}

const isAgain = process.argv.includes('--again')
const range = isAgain ? (JSON.parse(readFileSync(rangeFile, 'utf8')) as Range) : await runLive()
const prometheus = await startPrometheus(folder)
try {
  const dashboard = readDashboard(join(root, 'ops/chart/monitoring/dashboard.json'))
  const values = await chooseVariables(dashboard, range, prometheus.ask)
  const { drawn, problems } = await evaluate(dashboard, values, range, prometheus.ask, absent)
  const fired = await firedAlerts(prometheus.ask, range)
  console.log(`Alerts that fired: ${fired.join('; ') || 'none'}.`)
  const wrong = fired.length > 0 ? problems : [...problems, 'No alert fired, and the run has incidents.']
  for (const problem of wrong) console.error(problem)
  mkdirSync(pictures, { recursive: true })
  const when = new Date(range.start * 1000).toISOString().slice(0, 10)
  await drawDashboard({ dashboard, drawn, range, when, values }, pictures)
  console.log(
    `${dashboard.panels.filter(({ type }) => type !== 'row').length} panels, ${drawn.reduce((sum, { series }) => sum + series.length, 0)} series, ${wrong.length} problems.`,
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await prometheus.stop()
}
