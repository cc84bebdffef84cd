import {
  ParseError,
  type Plan,
  parsePlan,
  parseQuote,
  parseSynced,
  parseTransfers,
  type RouteName,
  routes,
  type Transfer,
} from '@sluice/wire'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import { printable, request } from './request.ts'

type Body = Readonly<Record<string, unknown>>

/** How often a plan is asked for again when nobody answers: asking changes nothing. */
const planRetries = 3

/** Asks for a plan: `unknown` in, `Plan` out, or a clear error. */
export async function fetchPlan(
  client: Client,
  chain: Chain,
  route: RouteName,
  body: Body,
  signal: AbortSignal,
  retries = planRetries,
): Promise<Plan> {
  const call = { method: 'POST', path: routes[route].path, body, signal, retries } as const
  return readAnswer(await request(client, chain, call), parsePlan)
}

/** Asks for the price only. */
export async function fetchQuote(
  client: Client,
  chain: Chain,
  route: RouteName,
  body: Body,
  signal?: AbortSignal,
): Promise<Plan> {
  const call = { method: 'POST', path: routes[route].path, body, signal, retries: planRetries } as const
  return readAnswer(await request(client, chain, call), parseQuote)
}

/** Whether the provider has seen the transaction. One try: the caller polls. */
export async function fetchSynced(
  client: Client,
  chain: Chain,
  hash: Hex,
  signal: AbortSignal,
): Promise<boolean> {
  const path = routes.synced.path.replace('{txHash}', hash)
  return parsed(parseSynced, await request(client, chain, { method: 'GET', path, signal }))
}

/** Token transfers the provider has seen in a transaction. One try: the caller polls. */
export async function fetchTransfers(
  client: Client,
  chain: Chain,
  hash: Hex,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const { path } = routes.transfers
  return parsed(
    parseTransfers,
    await request(client, chain, { method: 'GET', path, query: { txHash: hash }, signal }),
  )
}

/** A successful status may still carry the specification's `error` instead of steps. */
function readAnswer(answer: unknown, parser: (input: unknown) => Plan): Plan {
  const { error, steps } = (answer ?? {}) as { error?: unknown; steps?: unknown }
  if (typeof error === 'string' && error !== '' && !Array.isArray(steps))
    throw new TradeError('provider_error', `Request failed: ${printable(error)}`)
  return parsed(parser, answer)
}

/** Runs a parser of the wire; what it refuses is the provider's fault. */
export function parsed<T>(parser: (input: unknown) => T, input: unknown): T {
  try {
    return parser(input)
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    throw new TradeError('provider_malformed', cause.message, { cause, data: { field: cause.path } })
  }
}
