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
import { createOrderVerifier } from './orders/signatures/orderVerifier.ts'
import { createSignatureThreads } from './orders/signatures/signatureThreads.ts'
import { natsFanout } from './push/natsFanout.ts'
import { createServer } from './server/createServer.ts'
import { type Fetch, listen, toResponse } from './server/listen.ts'
import { createMetrics } from './server/metrics.ts'
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

/** Accepts no new requests, ends the streams, answers requests in progress, and then closes open connections. */
async function closeServer(server: Server, admission?: Admission): Promise<void> {
  const shut = new Promise<void>((done) => server.close(() => done()))
  if (admission !== undefined) await within(drainTimeout, admission.drain())
  server.closeIdleConnections()
  await within(closeTimeout, shut)
  server.closeAllConnections()
  await shut
}

function portError(setting: string, port: number, cause: unknown): unknown {
  const words: Readonly<Record<string, string>> = {
    EADDRINUSE: `${setting}: port ${port} is in use by another process.`,
    EACCES: `${setting}: port ${port} may not be used by this account.`,
    EADDRNOTAVAIL: `${setting}: the address to listen on does not belong to this machine.`,
    ENOTFOUND: `${setting}: the address to listen on cannot be resolved.`,
  }
  const sentence = words[String(errorCode(cause))]
  return sentence === undefined ? cause : new StartError(sentence, { cause })
}

/** Sends the spans of requests to the configured collector, until the provider stops. */
function startTracing(
  { url, headers, service, ratio }: Tracing,
  { role }: Config,
  log: Logger,
  undo: (() => Promise<unknown>)[],
): Tracer {
  const resource = { 'service.name': service, 'service.instance.id': randomUUID(), 'sluice.role': role }
  const exporter = createSpanExporter({ url, headers, resource }, log)
  undo.push(exporter.close)
  return createTracer(ratio, exporter.take)
}

/**
 * Starts a provider: database, indexers and HTTP server. Rejects when one of them cannot start.
 *
 * @example
 * const provider = await createProvider(readConfig(process.env))
 * console.log(provider.url)
 */
export async function createProvider(
  config: Config,
  log: Logger = createLog(config.logLevel),
): Promise<Provider> {
  const undo: (() => Promise<unknown>)[] = []
  let embedded: EmbeddedPostgres | undefined
  const stop = async (limit?: number): Promise<void> => {
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
    }).catch((cause: unknown) => {
      throw portError('SLUICE_PORT', config.port, cause)
    })
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
    const threads = createSignatureThreads()
    undo.push(threads.close)
    const verifier = await createOrderVerifier(undefined, threads)
    const means = { signatures: verifier.backend, hashes: verifier.hashing }
    // Without the native binding, verification takes four times the CPU time: an operator should know.
    log[verifier.backend === 'native' ? 'info' : 'warn'](means, 'signature verification backend')
    const clock = Date.now
    const fetcher = createFetcher(config.gateways ?? defaultGateways)
    const shared = {
      clock,
      verifier,
      zoneKey: config.zoneKey,
      openSeaKey: config.openSeaKey,
      quotas: config.quotas,
      maxCollections: config.mostCollections,
      recountSeconds: config.recountSeconds,
      tracer,
      fetcher,
      pictures: createPictures(fetcher),
      publicUrl: config.publicUrl ?? origin,
    }
    const chains = config.chains.map((chain) =>
      createChainDeps(chain, {
        ...shared,
        ...databases.of(chain),
        log: log.child({ chain: chain.id }),
      }),
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
      const { server } = await listen(metrics.app.fetch, {
        host: config.metricsHost ?? '127.0.0.1',
        port: config.metricsPort,
      }).catch((cause: unknown) => {
        throw portError('SLUICE_METRICS_PORT', config.metricsPort ?? 0, cause)
      })
      undo.push(() => closeServer(server))
    }
    answer = createServer(deps, undefined, metrics, admission).fetch
    undo.push(() => closeServer(server, admission))
    return { url: origin, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
