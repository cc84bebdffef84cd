import { request } from '../api/request.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'

/** How often a plan is asked for again when nobody answers: asking changes nothing. */
const planRetries = 3

/** Asks for a plan (specification 7, `POST /execute/…`). The answer is not read yet: the guards' parser does. */
export const requestPlan = (
  client: Client,
  chain: Chain,
  { path, body }: { readonly path: string; readonly body: unknown },
  signal?: AbortSignal,
  retries = planRetries,
): Promise<unknown> => request(client, chain, { method: 'POST', path, body, signal, retries })
