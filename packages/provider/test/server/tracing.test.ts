import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { createProvider } from '../../src/provider.ts'
import { createTracer } from '../../src/tracing/tracer.ts'
import { settingsFor, silentChain, type Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

/** A receiver of OTLP by HTTP, as a collector is one. */
let receiver: Server
const exports: { readonly path: string | undefined; readonly key: unknown; readonly body: Export }[] = []
let market: Market
let environment: Record<string, string>
beforeAll(async () => {
  receiver = createServer((request, answer) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      exports.push({ path: request.url, key: request.headers['x-key'], body: JSON.parse(text) as Export })
      answer.end('{}')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_SERVICE_NAME: 'market',
  }
  market = await startMarket()
})
afterAll(async () => {
  receiver?.close()
  await market?.stop()
})

/** What a provider with these settings sends while it does `work`, by its end. */
async function spansOf(
  more: Partial<Config> & { readonly env?: Record<string, string> },
  work: (url: string) => Promise<unknown>,
): Promise<readonly Span[]> {
  const { env = environment, ...config } = more
  exports.length = 0
  const { tracing } = readConfig({ SLUICE_CHAINS: JSON.stringify([silentChain]), ...env })
  const settings = {
    ...settingsFor([market.deps.config], market.databaseUrl),
    role: 'api' as const,
    tracing,
    ...config,
  }
  const provider = await createProvider(settings, createLog('silent'))
  await work(`${provider.url}/${market.deps.config.slug}`).finally(() => provider.stop())
  return exports.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
}
const plan = async (url: string, headers: Record<string, string> = {}): Promise<void> => {
  const buyer = market.traders[1] as Trader
  const body = JSON.stringify({ items: [{ token: `${market.collection}:1` }], taker: buyer.address })
  const response = await fetch(`${url}/execute/buy/v7`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  await response.text()
}
const attributeOf = ({ attributes }: Span, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

const strangersTrace = 'ab'.repeat(16)
const traceparent = `00-${strangersTrace}-${'cd'.repeat(8)}-01`

describe('a request with its queries and calls to a node', () => {
  let spans: readonly Span[]
  beforeAll(async () => {
    const seller = market.traders[0] as Trader
    await market.list(seller, await market.tokens(seller))
    spans = await spansOf({}, (url) => plan(url, { traceparent }))
  })

  test('is one trace, sent to a receiver of OTLP', () => {
    const roots = spans.filter(({ name }) => name === 'POST /execute/buy/v7')
    expect(roots).toHaveLength(1)
    const [root] = roots as [Span]
    expect(attributeOf(root, 'http.route')).toBe('/execute/buy/v7')
    expect(attributeOf(root, 'http.response.status_code')).toBe('200')

    const others = spans.filter(({ traceId, spanId }) => traceId === root.traceId && spanId !== root.spanId)
    for (const { parentSpanId, startTimeUnixNano, endTimeUnixNano } of others) {
      expect(parentSpanId).toBe(root.spanId)
      expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root.startTimeUnixNano))
      expect(BigInt(endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root.endTimeUnixNano))
    }
    const queries = others.filter((span) => attributeOf(span, 'db.system.name') === 'postgresql')
    expect(queries.map((span) => attributeOf(span, 'db.query.text')).join()).toContain('from orders')
    const calls = others.filter((span) => attributeOf(span, 'rpc.system') === 'jsonrpc')
    expect(calls.map(({ name }) => name)).toContain('eth_call')
    expect(calls.map((span) => attributeOf(span, 'server.address'))).toContain(
      new URL(market.chain.rpcUrl).host,
    )

    const [first] = exports
    expect(first).toMatchObject({ path: '/v1/traces', key: 'a key' })
    const resource = first?.body.resourceSpans[0]?.resource.attributes ?? []
    expect(resource).toContainEqual({ key: 'service.name', value: { stringValue: 'market' } })
  })

  test('is all that is recorded, without a value of a query', () => {
    for (const { traceId } of spans)
      expect(spans.some((span) => span.traceId === traceId && span.kind === 2)).toBe(true)
    expect(JSON.stringify(spans)).not.toContain(market.traders[1]?.address.slice(2).toLowerCase())
  })

  test('does not go on with the trace of a stranger', () => {
    expect(spans.map((span) => span.traceId)).not.toContain(strangersTrace)
    expect(spans.find(({ kind }) => kind === 2)?.parentSpanId).toBeUndefined()
  })
})

test('a trace goes on with that of a trusted proxy', async () => {
  const limits = { ...settingsFor([]).limits, proxies: 1 }
  const spans = await spansOf({ limits }, (url) => plan(url, { traceparent }))
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([strangersTrace]))
  expect(spans.find(({ kind }) => kind === 2)?.parentSpanId).toBe('cd'.repeat(8))
})

test('without settings nothing is sent', async () => {
  expect(await spansOf({ env: {} }, (url) => plan(url))).toEqual([])
})

test('requests beyond the share that is recorded run untraced', async () => {
  const spans: unknown[] = []
  const tracer = createTracer(0, (span) => spans.push(span))
  const call = () => tracer.call('eth_call', {}, async () => 'answer')
  expect(await tracer.request(undefined, call, () => ({ name: 'GET', attributes: {} }))).toBe('answer')
  expect(spans).toEqual([])
})

test('a receiver that is away fails no request and does not delay the stop', async () => {
  const env = { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  expect(await spansOf({ env }, (url) => plan(url))).toEqual([])
})
