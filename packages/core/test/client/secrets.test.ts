import { zeroAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import type { LogLine } from '../../src/log.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'
import type { Received, Reply } from '../support/provider.ts'

const market = useMarket()
let seller: ScriptedWallet
beforeAll(() => {
  seller = market.wallet(0)
})

const eth = 10n ** 18n
const secrets = {
  apiKey: 'Key-of/the+host 1',
  orderbookApiKey: 'book-key-7c2d',
  openseaApiKey: 'opensea~key~55',
  blurAuth: 'blur.auth.token',
}

/** Ways in which a provider may write what it was told. */
const writings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in upper case': (secret) => secret.toUpperCase(),
  'without 0x': (secret) => secret.replace(/^0x/, ''),
  'as in an address': (secret) => encodeURIComponent(secret),
  'twice as in an address': (secret) =>
    encodeURIComponent(secret.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`)),
  'as JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
  'as escapes of JSON': (secret) =>
    secret.replace(/./g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'as HTML': (secret) => secret.replace(/./g, (char) => `&#x${char.charCodeAt(0).toString(16)};`),
  'taken apart': (secret) =>
    secret.startsWith('0x') ? `r ${secret.slice(0, 66)} s 0x${secret.slice(66, 130)}` : secret,
}

/** All secrets of a request, in one sentence. */
const echo = (request: Received, write: (secret: string) => string): string =>
  [request.headers['x-api-key'] as string, request.query.get('signature') ?? '', ...Object.values(secrets)]
    .map((secret) => write(secret))
    .join(' and ')

const hasBigint = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}` : value instanceof Map ? [...value] : value

/** Lists a token at a provider that answers to the post as told; everything that a page gets to see of it. */
async function seenOf(answer: (request: Received) => Reply) {
  const lines: LogLine[] = []
  const client = market.client({
    apiKey: secrets.apiKey,
    logLevel: 4,
    logger: (line) => lines.push(line),
  })
  const seen: unknown[] = []
  client.on('*', (event) => seen.push(event))
  const token = await market.mint(seller)
  const signatures: string[] = []
  market.front.on('/order/*', (request) => {
    signatures.push(request.query.get('signature') ?? '')
    return answer(request)
  })
  const { orderbookApiKey, openseaApiKey, blurAuth } = secrets
  const run = listTokens(client, {
    wallet: seller,
    listings: [{ token, weiPrice: eth, orderbookApiKey }],
    options: { openseaApiKey, blurAuth },
    confirm: (review) => {
      seen.push(review)
      return true
    },
  })
  run.subscribe((picture) => seen.push(picture))
  const { error } = await run.done
  market.front.on('/order/*', market.forward)
  seen.push(error && { message: error.message, data: error.data, cause: String(error.cause) })
  const text = JSON.stringify([seen, lines], hasBigint).toLowerCase()
  const values = [
    ...Object.values(secrets),
    ...signatures.flatMap((one) => [one.slice(2, 66), one.slice(66, 130)]),
  ]
  return { error, signatures, leaked: values.filter((value) => text.includes(value.toLowerCase())) }
}

test.each(Object.entries(writings))(
  'an error response that echoes the signature and every key %s passes none of them to the page',
  async (_name, write) => {
    const { error, signatures, leaked } = await seenOf((request) => ({
      status: 400,
      body: { message: `bad ${echo(request, write)}`, orderId: request.query.get('signature')?.slice(0, 66) },
    }))
    expect(signatures).toHaveLength(1)
    expect(error?.code).toBe('order_refused')
    expect(error?.message).toMatch(/: bad .*…/)
    expect(leaked).toEqual([])
  },
)

test.each(Object.entries(writings))(
  'a successful response that echoes them %s passes none of them to the page',
  async (_name, write) => {
    const { leaked } = await seenOf((request) => ({
      body: {
        message: echo(request, write),
        results: [{ message: echo(request, write), crossPostingOrderStatus: echo(request, write) }],
      },
    }))
    expect(leaked).toEqual([])
  },
)

test('the key of an order book reaches the book, and neither the review nor a report', async () => {
  const bodies: unknown[] = []
  const { leaked } = await seenOf((request) => {
    bodies.push(request.body)
    return { status: 400, body: {} }
  })
  expect(leaked).toEqual([])
  expect(bodies[0]).toMatchObject({ orderbookApiKey: secrets.orderbookApiKey })
})

test('the signature of a published order stays in the call that fills it', async () => {
  const client = market.client({ apiKey: secrets.apiKey })
  const token = await market.mint(seller)
  await listTokens(client, { wallet: seller, listings: [{ token, weiPrice: eth }] }).result()
  const expectedPrice = { [zeroAddress]: { raw: eth, currencyDecimals: 18 } }
  const run = buyTokens(client, { wallet: market.wallet(1), items: [{ token }], expectedPrice })
  expect((await run.done).status).toBe('complete')
})
