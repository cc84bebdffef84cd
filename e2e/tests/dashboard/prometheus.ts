import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '@sluice/devnet'
import { startReaper } from '../../../packages/devnet/src/processes/reaper.ts'
import type { Ask } from './dashboard.ts'

const ops = resolve(import.meta.dirname, '../../../ops')

/** One process of the provider, as Prometheus knows it. */
export type Scraped = { readonly instance: string; readonly metricsPort: number }

/** The settings of `ops/prometheus.yaml` with the addresses of this run; instances keep the names of the file. */
function settingsFor(scraped: readonly Scraped[]): string {
  const given = readFileSync(join(ops, 'prometheus.yaml'), 'utf8')
  const targets = scraped.map(
    ({ instance, metricsPort }) =>
      `      - { targets: ['127.0.0.1:${metricsPort}'], labels: { instance: '${instance}' } }`,
  )
  const addressed = given.replace(/^ +- targets: \[.*\]$/m, targets.join('\n'))
  const settings = addressed.replace(
    /^rule_files: \[(.*)\]$/m,
    (_, file: string) => `rule_files: [${join(ops, file)}]`,
  )
  if (addressed === given || settings === addressed)
    throw new Error('ops/prometheus.yaml has no line of targets, or none of rule_files.')
  return settings
}

/**
 * Starts the Prometheus of this machine (Debian's package `prometheus`).
 * @param folder keeps its data, so that a later run can ask for them again.
 * @param scraped nothing is scraped when absent.
 */
export async function startPrometheus(
  folder: string,
  scraped: readonly Scraped[] = [],
): Promise<{ readonly ask: Ask; stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'prometheus.yaml')
  writeFileSync(file, scraped.length === 0 ? 'scrape_configs: []\n' : settingsFor(scraped))
  const port = await freePort(0, 'Prometheus', () => {})
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const reaper = startReaper()
  reaper.watch(child)
  const ended = new Promise<string>((done) => {
    child.once('error', (cause) =>
      done(`Prometheus could not be started (apt-get install prometheus): ${cause.message}`),
    )
    child.once('exit', (code, signal) => done(`Prometheus ended (${code ?? signal}).`))
  })
  const origin = `http://127.0.0.1:${port}`
  const isReady = async (): Promise<boolean> =>
    fetch(`${origin}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const until = Date.now() + 30_000; !(await isReady()); ) {
    const early = await Promise.race([ended, new Promise<void>((wake) => setTimeout(wake, 100))])
    if (typeof early === 'string') throw new Error(early)
    if (Date.now() > until) throw new Error('Prometheus does not answer.')
  }
  return {
    ask: async (path, query) => {
      const answer = await fetch(`${origin}/api/v1/${path}?${new URLSearchParams(query)}`)
      const told = (await answer.json()) as {
        readonly status: string
        readonly error?: string
        readonly data: unknown
      }
      if (told.status !== 'success') throw new Error(told.error ?? `${answer.status}`)
      return told.data
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      reaper.dismiss()
    },
  }
}
