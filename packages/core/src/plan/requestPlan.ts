import type { Plan } from '@sluice/wire'
import { parseAnswer } from '../api/parseAnswer.ts'
import { type ApiClient, request } from '../api/request.ts'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { printable, property } from '../property.ts'

/** How often a request for a plan that got no answer is repeated: asking changes nothing. */
const planRetries = 3

/** Requests a plan (specification 7, `POST /execute/…`). The answer is not parsed yet; see {@link readPlan}. */
export const requestPlan = (
  client: ApiClient,
  chain: Chain,
  { path, body }: { readonly path: string; readonly body: unknown },
  signal?: AbortSignal,
  retries = planRetries,
): Promise<unknown> => request(client, chain, { method: 'POST', path, body, signal, retries })

/**
 * Parses the answer to a request for a plan. A successful status may still carry the specification's `error`; steps
 * beside it are not followed.
 * @throws {TradeError} `provider_error`, `provider_malformed`
 */
export function readPlan(answer: unknown, parser: (input: unknown) => Plan): Plan {
  const error = property(answer, 'error')
  if (error) {
    const text = typeof error === 'string' ? error : 'Unknown Reason'
    throw new TradeError('provider_error', `Request failed: ${printable(text)}`)
  }
  return parseAnswer(parser, answer)
}
