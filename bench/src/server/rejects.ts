import type { LocalChain } from '@sluice/devnet'
import { seaportDomain } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { figureOf, type Row, type Table } from '../report/figures.ts'
import { makers, postedJson, signedOrders } from './signedOrders.ts'
import { withProvider } from './withChain.ts'

const account = `0x${'11'.repeat(20)}`
const word = `0x${'22'.repeat(32)}`
const item = { itemType: 2, token: account, identifierOrCriteria: '1', startAmount: '1', endAmount: '1' }
const order = (last: object) => ({
  kind: 'seaport-v1.6',
  data: {
    offerer: account,
    zone: account,
    offer: [item],
    orderType: 0,
    startTime: 0,
    endTime: 4_000_000_000,
    consideration: Array.from({ length: 32 }, () => ({ ...item, itemType: 0, recipient: account })),
    zoneHash: word,
    salt: '1',
    conduitKey: word,
    counter: '0',
    signature: `0x${'11'.repeat(65)}`,
    ...last,
  },
})

/** The most expensive bodies that anyone may send: as large, as deep or as many as the limits allow, invalid at the end. */
const bodies: readonly (readonly [name: string, path: string, body: string])[] = [
  ['four megabytes of brackets', '/order/v4', '['.repeat(4_000_000)],
  ['four megabytes of one text', '/order/v4', `{"items":"${'x'.repeat(4_000_000)}"}`],
  [
    'a key written twice, at the end of 250 kB',
    '/execute/buy/v7',
    `{"a":"${'x'.repeat(250_000)}","b":1,"b":2}`,
  ],
  [
    '1,000 orders of 32 payments, the last one wrong',
    '/order/v4',
    JSON.stringify({
      items: Array.from({ length: 1000 }, (_, at) => ({ order: order(at === 999 ? { counter: 'x' } : {}) })),
    }).slice(0, 4_190_000),
  ],
  [
    '300 orders of 32 payments, the last one wrong',
    '/order/v4',
    JSON.stringify({
      items: Array.from({ length: 300 }, (_, at) => ({ order: order(at === 299 ? { counter: 'x' } : {}) })),
    }),
  ],
  ['an order whose signature is nobody’s', '/order/v3', JSON.stringify({ order: order({}) })],
  [
    'a purchase of a token id of 79 digits',
    '/execute/buy/v7',
    `{"items":[{"token":"${account}:${'9'.repeat(79)}"}],"taker":"${account}"}`,
  ],
]

/** A thousand orders that are valid but for their signatures: the most expensive rejection by content. */
function unsigned(chain: LocalChain): string {
  const token = chain.contracts.collections[0]?.address as Address
  const terms = { domain: seaportDomain(chain.id, '1.6'), token, conduitKey: chain.contracts.conduitKey }
  const orders = signedOrders(makers(1), 1000, terms)
  const [signature] = orders.map((one) => one.signature)
  return JSON.stringify({
    items: orders.map(({ components }) => ({
      order: postedJson({ components: { ...components, counter: 1n }, signature: signature as Hex }),
    })),
  })
}

/** How long the provider takes to reject a request. Chain, database and client share this machine. */
export const rejects = (rounds = 7): Promise<readonly Table[]> =>
  withProvider(async (chain, base) => {
    const rows: Row[] = []
    const all = [...bodies, ['1,000 orders that nobody signed', '/order/v4', unsigned(chain)] as const]
    for (const [name, path, body] of all) {
      const times: number[] = []
      let status = 0
      for (let round = 0; round <= rounds; round += 1) {
        const started = performance.now()
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body })
        await answer.text()
        if (round > 0) times.push(performance.now() - started)
        status = answer.status
      }
      rows.push({ what: `${name}: ${status}`, ours: figureOf(times) })
    }
    return [
      {
        id: 'rejects',
        title: 'Time to refuse the dearest bodies',
        note: 'What a stranger may send at most, wrong at its very end, and the status that it gets; the budget is 100.',
        unit: 'ms',
        better: 'less',
        rows,
      },
    ]
  })
