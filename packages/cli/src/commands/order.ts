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

/** The order with an id, as a provider stores it. */
async function orderOf(provider: string, id: string): Promise<unknown> {
  const query = new URLSearchParams({ ids: id, includeRawData: 'true' })
  for (const route of [routes.asks, routes.bids]) {
    const response = await fetch(`${provider.replace(/\/+$/, '')}${route.path}?${query}`).catch(
      (cause: unknown) => {
        throw new Error(`Nobody answers at ${provider}.`, { cause })
      },
    )
    if (!response.ok) throw new Error(`The provider answered ${response.status} for ${route.path}.`)
    const { orders } = (await response.json()) as { orders?: { rawData?: unknown }[] }
    if (orders?.[0]?.rawData != null) return orders[0].rawData
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
