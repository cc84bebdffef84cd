import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { type Config, defaultGateways, StartError, type Tracing } from './config.ts'
import { createChainDeps } from './createChainDeps.ts'
import { openDatabases } from './databases.ts'
import type { Deps } from './deps.ts'
import { errorCode } from './errorCauses.ts'
import { starting } from './http/errorResponse.ts'
import { createIndexer } from './indexer/indexer.ts'
import { createLog } from './log.ts'
import { createFetcher } from './metadata/fetcher.ts'
import { createPictures } from './metadata/pictures.ts'
import { type Admission, createAdmission } from './middleware/admission.ts'
import { isLoopback } from './middleware/caller.ts'
import { createOrderVerifier, type OrderVerifier } from './orders/signatures/orderVerifier.ts'
import { createSignatureThreads } from './orders/signatures/signatureThreads.ts'
import { natsFanout } from './push/natsFanout.ts'
import { createServer } from './server/createServer.ts'
import { type Fetch, listen, toResponse } from './server/listen.ts'
import { createMetrics, type Metrics } from './server/metrics.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './storage/connection/startEmbeddedPostgres.ts'
import { createSpanExporter } from './tracing/spanExporter.ts'
import { createTracer, type Tracer } from './tracing/tracer.ts'
import { within } from './within.ts'

/** A running provider. */
export type Provider = {
  /** `http://host:port`; a chain is served under `/<slug>`. */
  readonly url: string
  /**
   * Finishes the requests in progress, then stops. The embedded Postgres stops last, however long its disk takes.
   * @param limit milliseconds that everything before it may take; any time when absent.
   * @throws when the limit was passed, after Postgres was stopped.
   */
  stop(limit?: number): Promise<void>
}

/** Milliseconds that requests in progress are given to be answered. */
const drainTimeout = 5000
/** Milliseconds that connections are given to close after that. */
const closeTimeout = 500

/** What a stop takes back, in the order in which it was started. */
type Undo = (() => Promise<unknown>)[]

/** Accepts no new requests, ends the streams, answers requests in progress, and then closes open connections. */
async function closeServer(server: Server, admission?: Admission): Promise<void> {
  const shut = new Promise<void>((done) => server.close(() => done()))
  if (admission !== undefined) await within(drainTimeout, admission.drain())
  server.closeIdleConnections()
  await within(closeTimeout, shut)
  server.closeAllConnections()
  await shut
}

/** Explains why a port cannot be listened on, where its setting is the cause. */
const failOnPort =
  (setting: string, port: number) =>
  (cause: unknown): never => {
    const sentences: Readonly<Record<string, string>> = {
      EADDRINUSE: `${setting}: port ${port} is in use by another process.`,
      EACCES: `${setting}: port ${port} may not be used by this account.`,
      EADDRNOTAVAIL: `${setting}: the address to listen on does not belong to this machine.`,
      ENOTFOUND: `${setting}: the address to listen on cannot be resolved.`,
    }
    const sentence = sentences[String(errorCode(cause))]
    throw sentence === undefined ? cause : new StartError(sentence, { cause })
  }

/** Sends the spans of requests to the configured collector, until the provider stops. */
function startTracing(
  { url, headers, service, ratio }: Tracing,
  { role }: Config,
  log: Logger,
  undo: Undo,
): Tracer {
  const resource = { 'service.name': service, 'service.instance.id': randomUUID(), 'sluice.role': role }
  const exporter = createSpanExporter({ url, headers, resource }, log)
  undo.push(exporter.close)
  return createTracer(ratio, exporter.take)
}

/** Starts what verifies the signatures of orders. */
async function startVerifier(log: Logger, undo: Undo): Promise<OrderVerifier> {
  const threads = createSignatureThreads()
  undo.push(threads.close)
  const verifier = await createOrderVerifier(undefined, threads)
  const means = { signatures: verifier.backend, hashes: verifier.hashing }
  // Without the native binding, verification takes four times the CPU time: an operator should know.
  log[verifier.backend === 'native' ? 'info' : 'warn'](means, 'signature verification backend')
  return verifier
}

/** Serves the metrics on a port of their own. */
async function serveMetrics(
  { app }: Metrics,
  { metricsHost: host = '127.0.0.1' }: Config,
  port: number,
): Promise<Server> {
  const listening = listen(app.fetch, { host, port })
  return (await listening.catch(failOnPort('SLUICE_METRICS_PORT', port))).server
}

/** Takes the steps back, the last first, and stops Postgres in any case. @throws when `limit` was passed. */
async function stopAll(undo: Undo, embedded: EmbeddedPostgres | undefined, limit?: number): Promise<void> {
  embedded?.startCheckpoint()
  let isDone = false
  const steps = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
    isDone = true
  }
  try {
    await (limit === undefined ? steps() : within(limit, steps()))
  } finally {
    await embedded?.stop()
  }
  if (!isDone) throw new Error('The provider did not finish its work in time and was stopped.')
}

/**
 * Starts a provider: database, indexers and HTTP server. Rejects when one of them cannot start.
 *
 * @example
 * ```ts
 * const provider = await createProvider(readConfig(process.env))
 * console.log(provider.url)
 * ```
 */
export async function createProvider(
  config: Config,
  log: Logger = createLog(config.logLevel),
): Promise<Provider> {
  const undo: Undo = []
  let embedded: EmbeddedPostgres | undefined
  const stop = (limit?: number): Promise<void> => stopAll(undo, embedded, limit)
  try {
    // Listens first: links to pictures contain the port, which the system may choose.
    let answer: Fetch = () => toResponse(starting)
    const { proxies, connections } = config.limits
    let rejectedConnections = 0
    const { server, port } = await listen((request, env) => answer(request, env), config, {
      max: proxies === 0 ? connections : 0,
      isExempt: isLoopback,
      onRejected: () => {
        rejectedConnections += 1
      },
    }).catch(failOnPort('SLUICE_PORT', config.port))
    undo.push(async () => (server.listening ? closeServer(server) : undefined))
    const origin = `http://${config.host}:${port}`
    let url = config.databaseUrl
    if (url === undefined) {
      embedded = await startEmbeddedPostgres(config.dataDir, 0, { say: (sentence) => log.warn(sentence) })
      url = embedded.url
    }
    const tracer = config.tracing && startTracing(config.tracing, config, log, undo)
    const nats = config.natsUrl === undefined ? undefined : natsFanout(config.natsUrl, log)
    if (nats !== undefined) undo.push(nats.close)
    const databases = openDatabases(config, url, log, { tracer, nats })
    undo.push(databases.close)
    const verifier = await startVerifier(log, undo)
    const clock = Date.now
    const fetcher = createFetcher(config.gateways ?? defaultGateways)
    const { zoneKey, openSeaKey, quotas, recountSeconds, mostCollections: maxCollections } = config
    const publicUrl = config.publicUrl ?? origin
    const settings = { zoneKey, openSeaKey, quotas, recountSeconds, maxCollections, publicUrl }
    const shared = { ...settings, clock, verifier, tracer, fetcher, pictures: createPictures(fetcher) }
    const chains = config.chains.map((chain) =>
      createChainDeps(chain, { ...shared, ...databases.of(chain), log: log.child({ chain: chain.id }) }),
    )
    for (const chain of chains) {
      const stopWatching = chain.reads.nodes.watch(chain.log)
      undo.push(async () => stopWatching())
    }
    const keyReads = { cached: 0, queried: 0 }
    const deps: Deps = { config, db: databases.home, log, clock, verifier, keyReads, tracer, chains }
    const follows = config.role !== 'api'
    const indexers = new Map(follows ? chains.map((chain) => [chain.config, createIndexer(chain)]) : [])
    undo.push(...[...indexers.values()].map(({ stop: end }) => end))
    undo.push(databases.stop)
    await databases.start(async (chain) => indexers.get(chain)?.start(), follows)
    const admission = createAdmission()
    const metrics = createMetrics(deps, {
      admission,
      replicas: databases.replicas,
      rejectedConnections: () => rejectedConnections,
    })
    if (config.metricsPort !== undefined) {
      const own = await serveMetrics(metrics, config, config.metricsPort)
      undo.push(() => closeServer(own))
    }
    answer = createServer(deps, undefined, metrics, admission).fetch
    undo.push(() => closeServer(server, admission))
    return { url: origin, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
