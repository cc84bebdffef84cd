import { decodeCall, orderHash } from '@sluice/seaport'
import { routes } from '@sluice/wire'
import { Command } from 'commander'
import { stringify } from 'viem'
import { describeCall } from '../describeCall.ts'
import { describeOrder } from '../describeOrder.ts'
import { findOrder } from '../findOrder.ts'
import { httpUrl } from '../httpUrl.ts'
import type { Output } from '../output.ts'
import { readJson } from '../readInput.ts'
import { wholeNumber } from '../wholeNumber.ts'

type Options = { readonly provider?: string; readonly chain?: number; readonly json?: boolean }

/** Returns readable JSON with amounts as decimal strings. */
const asJson = (value: unknown): string => stringify(value, null, 2)

/** Milliseconds for an answer of a provider. */
const timeout = 20_000

/** What a provider answers for a path. @throws when it does not answer in time, refuses, or answers something else than JSON. */
async function answerOf(provider: string, path: string, query: URLSearchParams): Promise<unknown> {
  const nobody = (cause: unknown): never => {
    throw new Error(`Nobody answers at ${provider}.`, { cause })
  }
  const url = `${provider.replace(/\/+$/, '')}${path}?${query}`
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout) }).catch(nobody)
  const text = await response.text().catch(nobody)
  if (!response.ok) throw new Error(`The provider answered ${response.status} for ${path}.`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`The provider’s answer for ${path} is not JSON.`, { cause })
  }
}

/** The order with an id, as a provider stores it. */
async function orderOf(provider: string, id: string): Promise<unknown> {
  const query = new URLSearchParams({ ids: id, includeRawData: 'true' })
  for (const { path } of [routes.asks, routes.bids]) {
    const answer = (await answerOf(provider, path, query)) as { orders?: { rawData?: unknown }[] } | null
    const found = answer?.orders?.[0]?.rawData
    if (found != null) return found
  }
  throw new Error(`The provider has no order ${id}.`)
}

/** `sluice order`: decodes an order, or a call that fills or cancels orders, and describes it. */
export const orderCommand = (write: Output): Command =>
  new Command('order')
    .description('describe an order or a call: what it offers and asks for, for whom, until when')
    .argument('<what>', 'a JSON file (- for standard input), call data, or an order id with --provider')
    .option('--provider <url>', 'base URL of the provider that has the order')
    .option('--chain <id>', 'chain id, to name its currencies', wholeNumber(1, 4_294_967_295))
    .option('--json', 'the decoded fields as JSON, with the id of an order')
    .action(async (what: string, { provider, chain, json }: Options) => {
      const order = (input: unknown) => {
        const components = findOrder(input)
        write(
          json === true
            ? asJson({ id: orderHash(components), order: components })
            : describeOrder(components, chain),
        )
      }
      const call = (data: `0x${string}`) =>
        write(json === true ? asJson(decodeCall(data).call) : describeCall(data, chain))
      const lower = what.toLowerCase()
      const isOrderId = /^0x[0-9a-f]{64}$/.test(lower)
      if (isOrderId && provider === undefined)
        throw new Error('An order id needs a provider that has the order: name one with --provider.')
      if (isOrderId) order(await orderOf(httpUrl(provider ?? ''), lower))
      else if (/^0x(?:[0-9a-f]{2})+$/.test(lower)) call(lower as `0x${string}`)
      else order(readJson(what))
    })
