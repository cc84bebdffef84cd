import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../devnet/src/processes/freePort.ts'
import { runCommand } from '../../src/commands/run.ts'
import { settings } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { createProvider, type Provider } from '../../src/provider.ts'
import { metricTable } from '../../src/server/metricTable.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

const root = resolve(import.meta.dirname, '../../../..')
const monitoring = join(root, 'ops/chart/monitoring')
const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8')
const alerts = read(monitoring, 'alerts.yaml')
const runbook = read(root, 'apps/docs/provider/runbook.md')
type Dashboard = {
  readonly panels: readonly {
    readonly title: string
    readonly targets?: readonly { readonly expr: string }[]
    readonly fieldConfig?: {
      readonly defaults: {
        readonly thresholds?: { readonly steps: readonly { readonly value: number | null }[] }
      }
    }
  }[]
}
const dashboard = JSON.parse(read(monitoring, 'dashboard.json')) as Dashboard
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** The alerts by name, each with its rule as text. */
const rules = new Map(
  alerts
    .split('- alert: ')
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
)
/** The metrics that a text names; those of a histogram by its own name. */
const metricsIn = (text: string): readonly string[] =>
  (text.match(/\b(?:sluice|nodejs|process)_[a-z0-9_]+/g) ?? []).map((name) =>
    name.replace(/^(sluice_http_request_seconds)_(?:bucket|count|sum)$/, '$1'),
  )
/** The rows of the documented table: name, type and labels. */
const documented = [
  ...read(root, 'apps/docs/provider/metrics.md').matchAll(/^\| `(sluice_\w+)` \| (\w+) \| (.*?) \|/gm),
].map(([, name, type, labels = '']) => ({ name, type, labels: labels.match(/\w+/g) ?? [] }))

let database: TestDatabase
let provider: Provider
/** What a provider with a silent node serves to Prometheus, by name: the type, and the labels of the first series. */
const served = new Map<string, { readonly type: string; readonly labels: readonly string[] | undefined }>()
beforeAll(async () => {
  database = await testDatabase()
  const metricsPort = await freePort(0, 'metrics', () => {})
  const readDatabaseUrl = database.url
  const config = { ...settingsFor([silentChain], database.url), readDatabaseUrl, metricsPort }
  provider = await createProvider({ ...config, role: 'api' }, createLog('silent'))
  await fetch(`${provider.url}/local/orders/asks/v5`)
  await fetch(`${provider.url}/local/order/v3`, { method: 'POST', body: '{}' })
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const series = new RegExp(`^${name}(?:_count)?(?:\\{(.*)\\})? `, 'm').exec(text)
    const labels =
      series === null ? undefined : [...(series[1] ?? '').matchAll(/(\w+)="/g)].map(([, one = '']) => one)
    served.set(name, { type, labels })
  }
})
afterAll(async () => {
  await provider?.stop()
  await database?.stop()
})

describe('a scrape', () => {
  test('serves every metric of the documentation, with its type and labels, and no other', () => {
    const own = [...served].filter(([name]) => name.startsWith('sluice_'))
    expect(documented.map(({ name }) => name)).toEqual(own.map(([name]) => name).sort())
    for (const { name = '', type, labels } of documented) {
      const metric = served.get(name)
      expect([name, metric?.type]).toEqual([name, type])
      // A metric whose series appear with the first event has none here.
      if (metric?.labels !== undefined)
        expect([name, [...metric.labels].sort()]).toEqual([name, [...labels].sort()])
    }
  })

  test('serves every metric that the dashboard, the alerts and the runbook name', () => {
    for (const text of [...queries, ...rules.values(), runbook])
      for (const name of metricsIn(text)) expect([...served.keys()]).toContain(name)
  })

  test('tells of every metric of its table on the dashboard', () => {
    expect(
      metricTable
        .map(({ name }) => name)
        .filter((name) => !queries.some((query) => metricsIn(query).includes(name))),
    ).toEqual([])
  })
})

describe('alerts', () => {
  test('each links to its section of the runbook, and each section has an alert', () => {
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    expect(sections).toEqual([...rules.keys()])
    for (const [name, rule] of rules)
      expect(rule).toContain(`runbook_url: https://sluice.example/provider/runbook#${name.toLowerCase()}\n`)
  })

  test('each is tested to fire, and to be silent while all is well', () => {
    const tests = read(monitoring, 'alerts.test.yaml')
    for (const name of rules.keys()) {
      expect(tests).toContain(`alertname: ${name}\n`)
      expect(tests).toContain(`alertname: ${name}, eval_time: 2h40m, exp_alerts: []`)
    }
  })
})

test('the limits that the dashboard draws are those at which alerts fire', () => {
  const limits = [...alerts.matchAll(/ > ([\d.]+(?:e\d+)?)/g)].map(([, limit]) => Number(limit))
  const drawn = dashboard.panels.flatMap(({ fieldConfig }) =>
    (fieldConfig?.defaults.thresholds?.steps ?? []).flatMap(({ value }) => (value === null ? [] : [value])),
  )
  expect(drawn).not.toEqual([])
  for (const value of drawn) expect(limits).toContain(value)
})

describe('what operators read', () => {
  const pages = readdirSync(join(root, 'apps/docs/provider')).filter((name) => name.endsWith('.md'))
  const files = readdirSync(join(root, 'ops'), { recursive: true, withFileTypes: true })
  const texts = [
    ...pages.map((name) => read(root, 'apps/docs/provider', name)),
    ...files.flatMap((file) => (file.isFile() ? [read(file.parentPath, file.name)] : [])),
    ...['packages/provider/README.md', 'compose.yaml', 'Dockerfile'].map((name) => read(root, name)),
  ].join('\n')
  const source = readdirSync(join(root, 'packages/provider/src'), { recursive: true, withFileTypes: true })
    .flatMap((file) => (file.name.endsWith('.ts') ? [read(file.parentPath, file.name)] : []))
    .join('\n')
  const found = (pattern: RegExp, text = texts): readonly string[] => [
    ...new Set([...text.matchAll(pattern)].map(([all, named]) => named ?? all)),
  ]
  /** Of the names, those that `known` denies; an empty list of names would prove nothing. */
  const unknown = (names: readonly string[], known: (name: string) => boolean): readonly string[] => {
    expect(names).not.toEqual([])
    return names.filter((name) => !known(name))
  }

  test('names metrics that are served', () => {
    expect(
      unknown(found(/\bsluice_[a-z0-9_]+\b(?![/*])/g), (name) => served.has(metricsIn(name)[0] ?? '')),
    ).toEqual([])
  })

  test('names panels of the dashboard, and alerts', () => {
    const [sections = ''] = runbook.split('## How much one machine carries')
    const titles = dashboard.panels.map(({ title }) => title)
    expect(unknown(found(/(?<!\*)\*([^*\n]+)\*(?!\*)/g, sections), (name) => titles.includes(name))).toEqual(
      [],
    )
    expect(unknown(found(/\b(?:[A-Z][a-z]+){2,}\b/g, sections), (name) => rules.has(name))).toEqual([])
  })

  test('quotes lines of the log, events, causes and limits that the code has', () => {
    expect(unknown(found(/«([^»]+)»/g, runbook), (line) => source.includes(`'${line}`))).toEqual([])
    const jobs = found(/\b([a-z]+(?:-[a-z]+)*)-failed\b/g, runbook)
    expect(
      unknown(jobs, (job) => new RegExp(`^\\s+'?${job}'?: |forever\\('${job}'`, 'm').test(source)),
    ).toEqual([])
    const [values = ''] =
      /Values of `limit`[\s\S]*?## /.exec(read(root, 'apps/docs/provider/metrics.md')) ?? []
    const names = found(/`([a-z]+(?:-[a-z]+)*)`/g, values).filter((name) => !name.endsWith('-failed'))
    // The limits of a second are named by their kind in one template.
    const templated = (name: string): string => `}${name.replace(/^(?:read|write)/, '')}\``
    expect(
      unknown(names, (name) => source.includes(`'${name}'`) || source.includes(templated(name))),
    ).toEqual([])
  })

  test('names settings that the provider reads', () => {
    const names = found(/\b(?:SLUICE|OTEL)_[A-Z_]+\b|\b(?:READ_)?DATABASE_URL\b/g)
    // A setting of `npx sluice conformance`, and a variable that Kubernetes would make of the service's name.
    const others = ['SLUICE_API_KEY', 'SLUICE_PROVIDER_PORT']
    expect(unknown(names, (name) => settings.includes(name) || others.includes(name))).toEqual([])
  })

  test('names commands that exist', async () => {
    let usage = ''
    await runCommand(['help'], {}, (line) => {
      usage += line
    })
    const own = found(/`sluice-provider ((?:[a-z]+)(?: (?:add|list|remove|retry)\b)?)/g)
    expect(unknown(own, (words) => words === 'help' || usage.includes(`sluice-provider ${words}`))).toEqual(
      [],
    )
    const { scripts } = JSON.parse(read(root, 'package.json')) as { readonly scripts: object }
    expect(unknown(found(/\bnpm run ([a-z-]+)/g), (name) => name in scripts)).toEqual([])
  })
})
