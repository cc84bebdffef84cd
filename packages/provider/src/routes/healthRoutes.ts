import type { Hono } from 'hono'
import type { ChainDeps, Deps } from '../deps.ts'
import { isOutage } from '../http/errorResponse.ts'
import { type Head, readHead } from '../storage/chain/blocks.ts'
import { healthResponse } from '../views/responseSchemas.ts'
import { within } from '../within.ts'
import { defineRoute } from './defineRoute.ts'

/** A chain is behind when its newest stored block is more than this many blocks older than the node's. */
const maxBlocksBehind = 20

/** Milliseconds that a database is waited for, so that one that hangs does not delay the health of other chains. */
const databasePatience = 2000

/** Reads the newest stored block. @returns whether the database answered. */
async function readStored({ config, db }: ChainDeps) {
  let answer: { readonly head: Head | undefined } | undefined
  const reading = readHead(db, config.id).then(
    (head) => {
      answer = { head }
    },
    (cause: unknown) => {
      if (!isOutage(cause)) throw cause
    },
  )
  await within(databasePatience, reading)
  return { answered: answer !== undefined, stored: answer?.head }
}

function statusOf({
  answered,
  ready,
  node,
}: {
  answered: boolean
  ready: boolean
  node: number | undefined
}) {
  if (!answered) return 'database-unreachable'
  if (ready) return 'ok'
  return node === undefined ? 'node-unreachable' : 'behind'
}

async function chainHealth(chain: ChainDeps) {
  const { catchUp, config, reads } = chain
  const [{ answered, stored }, node] = await Promise.all([readStored(chain), reads.latestHeight.height()])
  const behind = stored === undefined || node === undefined ? undefined : Math.max(0, node - stored.number)
  const ready = stored !== undefined && behind !== undefined && behind <= maxBlocksBehind
  return {
    chainId: config.id,
    slug: config.slug,
    status: statusOf({ answered, ready, node }),
    block: stored?.number ?? null,
    behind: behind ?? null,
    secondsLeft: (behind === undefined ? undefined : catchUp.note(behind)) ?? null,
  }
}

/**
 * `GET /health`: 200 while the process lives and the database of a chain answers, with the state of every chain;
 * `GET /health/live` reads nothing; `GET /health/ready` is 503 while no chain is near its head. None waits for a node
 * longer than half a second.
 */
export function healthRoutes(app: Hono, deps: Deps): void {
  app.get('/health', async (c) => {
    const chains = await Promise.all(deps.chains.map(chainHealth))
    const ok = chains.every(({ status }) => status === 'ok')
    const dead = chains.every(({ status }) => status === 'database-unreachable')
    const body = { status: ok ? 'ok' : 'degraded', signatures: deps.verifier.backend, chains }
    return c.json(body, dead ? 503 : 200)
  })
  app.get('/health/live', (c) => c.json({ status: 'ok' }))
  app.get('/health/ready', async (c) => {
    const chains = await Promise.all(deps.chains.map(chainHealth))
    const good = chains.filter(({ status }) => status === 'ok')
    const degraded = chains.filter(({ status }) => status !== 'ok').map(({ slug }) => slug)
    const status = degraded.length === 0 ? 'ok' : 'degraded'
    // One chain that is down must not take the others out of a load balancer.
    return c.json({ status, degraded, chains }, good.length > 0 ? 200 : 503)
  })
}

/** One chain's readiness, 503 while it is behind, or its node or database does not answer. */
export const chainHealthRoute = defineRoute({
  method: 'GET',
  path: '/health',
  summary: 'Whether this chain is followed to its head.',
  answer: healthResponse,
  handler: async ({ context: { chain }, c }) => {
    const health = await chainHealth(chain)
    return c.json(health, health.status === 'ok' ? 200 : 503)
  },
})
