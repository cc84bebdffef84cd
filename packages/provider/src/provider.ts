import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { within } from './chain/within.ts'
import { type Config, defaultGateways, StartError, type Tracing } from './config.ts'
import { createChainDeps } from './createChainDeps.ts'
import type { Deps } from './deps.ts'
import { causesOf, errorCode } from './errorCauses.ts'
import { starting } from './http/errorResponse.ts'
import { createIndexer } from './indexer/indexer.ts'
import { createLog } from './log.ts'
import { createFetcher } from './metadata/fetcher.ts'
import { createPictures } from './metadata/pictures.ts'
import { type Admission, createAdmission } from './middleware/admission.ts'
import { isLoopback } from './middleware/caller.ts'
import { createOrderVerifier } from './orders/signatures/orderVerifier.ts'
import { createSignatureThreads } from './orders/signatures/signatureThreads.ts'
import { createHub } from './push/hub.ts'
import { natsFanout } from './push/nats.ts'
import { createServer } from './server/createServer.ts'
import { type Fetch, listen, toResponse } from './server/listen.ts'
import { createMetrics } from './server/metrics.ts'
import { openDatabase } from './storage/connection/database.ts'
import { startEmbeddedPostgres } from './storage/connection/embedded.ts'
import { followReplica } from './storage/connection/replica.ts'
import { createSpanExporter } from './tracing/exporter.ts'
import { createTracer, type Tracer } from './tracing/tracer.ts'

/** A running provider. */
export type Provider = {
  /** `http://host:port`; a chain is served under `/<slug>`. */
  readonly url: string
  /** Finishes the requests in progress, then stops. */
  stop(): Promise<void>
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
    EADDRNOTAVAIL: `${setting}: the address to listen on is not one of this machine.`,
    ENOTFOUND: `${setting}: the address to listen on is not known.`,
  }
  const sentence = words[String(errorCode(cause))]
  return sentence === undefined ? cause : new StartError(sentence, { cause })
}

/** Explains in a sentence why a database cannot be used, where a setting is the cause. */
function databaseError(cause: unknown): unknown {
  for (const at of causesOf(cause)) {
    const inner = at instanceof AggregateError ? at.errors[0] : at
    const code = String(errorCode(inner))
    if (/^(?:ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|EAI_AGAIN)$/.test(code))
      return new StartError(`DATABASE_URL: the database cannot be reached (${code}).`, { cause })
    if (/timeout exceeded when trying to connect|Connection terminated/.test(at.message))
      return new StartError('DATABASE_URL: the database does not answer in time.', { cause })
    if (code === '3D000') return new StartError('DATABASE_URL: there is no such database.', { cause })
    if (code === '28P01' || code === '28000')
      return new StartError('DATABASE_URL: the database refuses the user or the password.', { cause })
    if (code === '53300')
      return new StartError('DATABASE_URL: the database has no connection left.', { cause })
    if (inner instanceof Error && /extension "(?:pg_trgm|btree_gin)"/.test(inner.message))
      return new StartError(
        'DATABASE_URL: the database has no extensions pg_trgm and btree_gin: install the contrib modules of Postgres.',
        { cause },
      )
  }
  return cause
}

/** Sends what requests wait for to the receiver of the settings, until the provider stops. */
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

/** Starts a provider: database, indexers and HTTP server. Rejects when one of them cannot start. */
export async function createProvider(
  config: Config,
  log: Logger = createLog(config.logLevel),
): Promise<Provider> {
  const undo: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
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
      const postgres = await startEmbeddedPostgres(config.dataDir)
      undo.push(postgres.stop)
      url = postgres.url
    }
    const tracer = config.tracing && startTracing(config.tracing, config, log, undo)
    const db = await openDatabase(
      url,
      config.chains.map(({ id }) => id),
      tracer,
    ).catch((cause: unknown) => {
      throw databaseError(cause)
    })
    undo.push(db.close)
    const nats = config.natsUrl === undefined ? undefined : natsFanout(config.natsUrl, log)
    if (nats !== undefined) undo.push(nats.close)
    const { readDatabaseUrl } = config
    const replica =
      readDatabaseUrl === undefined ? undefined : followReplica(readDatabaseUrl, db, log, tracer)
    if (replica !== undefined) undo.push(replica.close)
    const hub = createHub(db, log, nats)
    await hub.start()
    undo.push(hub.stop)
    const threads = createSignatureThreads()
    undo.push(threads.close)
    const verifier = await createOrderVerifier(undefined, threads)
    const means = { signatures: verifier.backend, hashes: verifier.hashing }
    // Without the native binding, verification takes four times the CPU time: an operator should know.
    log[verifier.backend === 'native' ? 'info' : 'warn'](means, 'signature verification backend')
    const clock = Date.now
    const fetcher = createFetcher(config.gateways ?? defaultGateways)
    const shared = {
      db,
      hub,
      clock,
      verifier,
      zoneKey: config.zoneKey,
      openSeaKey: config.openSeaKey,
      quotas: config.quotas,
      mostCollections: config.mostCollections,
      recountSeconds: config.recountSeconds,
      tracer,
      fetcher,
      pictures: createPictures(fetcher),
      publicUrl: config.publicUrl ?? origin,
    }
    const chains = config.chains.map((chain) =>
      createChainDeps(chain, {
        ...shared,
        log: log.child({ chain: chain.id }),
        ...(replica === undefined ? {} : { reader: replica.readerOf(chain.id) }),
      }),
    )
    for (const chain of chains) {
      const stopWatching = chain.reads.nodes.watch(chain.log)
      undo.push(async () => stopWatching())
      const stopPolling = chain.reads.latestHeight.watch()
      undo.push(async () => stopPolling())
    }
    const keyReads = { cached: 0, queried: 0 }
    const deps: Deps = { config, db, hub, log, clock, verifier, keyReads, tracer, chains }
    if (nats !== undefined && config.role !== 'api') undo.push(await nats.relay(db))
    for (const chain of config.role === 'api' ? [] : chains) {
      const indexer = createIndexer(chain)
      await indexer.start()
      undo.push(indexer.stop)
    }
    const admission = createAdmission()
    const metrics = createMetrics(deps, {
      admission,
      replica,
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
