import { cancelOrders, fulfillAdvanced, seaportAbi, seaportAddress } from '@sluice/seaport'
import { encodeFunctionData, toHex } from 'viem'
import type { OwnOrderTerms } from '../../src/model/chainState.ts'
import * as honest from '../honest/honest.ts'
import {
  approvedFacts,
  conduit,
  counter,
  day,
  editions,
  eth,
  factsOf,
  marketplace,
  native,
  now,
  nowSeconds,
  receiver,
  usdc,
  user,
  weth,
} from '../support/actors.ts'
import type { Variant } from './Variant.ts'

const { fillOf, ask } = honest

const termsOf = (terms: OwnOrderTerms) => new Map(honest.cancelIntent().orderIds.map((id) => [id, terms]))
const saidToBeOver = (terms: OwnOrderTerms) => ({
  ...honest.cancellation('over', [honest.step('cancellation', 'transaction', [{ status: 'complete' }])]),
  facts: factsOf({ chainNow: now, ownOrders: termsOf(terms) }),
})

/** The usual actions where the chain or the account is not in its usual state. */
export const situations: readonly Variant[] = [
  [
    'USDT’s reset before an allowance',
    () => {
      const fixture = honest.BUY_E()
      fixture.response.steps[1].items.unshift(honest.approveAmount(usdc, 0n))
      const allowances = new Map(fixture.facts.allowances).set(`${usdc}:${conduit}`, 5n)
      return { ...fixture, facts: { ...fixture.facts, allowances } }
    },
  ],
  [
    'enough WETH already',
    () => {
      const fixture = honest.BID()
      fixture.response.steps[0].items = []
      return { ...fixture, facts: factsOf({ balances: new Map([[weth, 5n * eth]]) }) }
    },
  ],
  [
    'a contract account with one order',
    () => ({ ...honest.LIST(), facts: approvedFacts({ accountCode: 'contract' }) }),
  ],
  [
    'a known delegate',
    () => ({
      ...honest.BUY_A(),
      facts: factsOf({ accountCode: { delegate: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b' } }),
    }),
  ],
  [
    'orders that have ended, cancelled',
    () => ({ ...honest.CXL(), facts: factsOf({ now: Number(nowSeconds + 300n * day) * 1000 }) }),
  ],
  [
    'a cancellation of orders that have expired, answered as done',
    () => saidToBeOver({ endTime: nowSeconds - 1n, counter }),
  ],
  [
    'a cancellation of orders that a raised counter ended, answered without a step',
    () => ({
      ...saidToBeOver({ endTime: nowSeconds + day, counter: counter - 1n }),
      response: { steps: [] },
    }),
  ],
  [
    'a cancellation on an older Seaport of orders that are known to be from there',
    () => ({
      ...honest.cancellation('older', [
        honest.cancelStep(cancelOrders(seaportAddress['1.5'], honest.ownOrders())),
      ]),
      facts: factsOf({ ownOrders: termsOf({ endTime: nowSeconds + day, counter, version: '1.5' }) }),
    }),
  ],
  [
    'cancelling what is partly cancelled',
    () => {
      const fixture = honest.CXL()
      const [, second] = honest.cancelIntent().orderIds
      fixture.response.steps[0].items[0].data.data = encodeFunctionData({
        abi: seaportAbi,
        functionName: 'cancel',
        args: [
          honest
            .ownOrders()
            .slice(0, 1)
            .map((order) => ({ ...order, offer: [...order.offer], consideration: [...order.consideration] })),
        ],
      })
      return {
        ...fixture,
        facts: factsOf({ orderStatus: new Map([[second!, { cancelled: true, filled: 0n, size: 0n }]]) }),
      }
    },
  ],
  [
    'a fee on top that three units do not divide by',
    () => {
      const fixture = honest.BUY_1155()
      const paid = { recipient: marketplace, amount: 999n }
      return honest.buy(
        'fee',
        {
          ...(fixture.intent as ReturnType<typeof honest.buyIntent>),
          feesOnTop: [{ ...paid, amount: 1_000n }],
          limits: new Map([[native, 3n * eth + 1_000n]]),
        },
        [
          honest.sale(
            fulfillAdvanced(
              fillOf(ask(7n, { token: editions, kind: 'erc1155', quantity: 10n, gross: 10n * eth }), {
                units: 3n,
                tips: [paid],
              }),
              honest.fillOptions,
            ),
          ),
        ],
      )
    },
  ],
  [
    'twenty tokens at once',
    () => {
      const items = Array.from({ length: 20 }, (_, index) => ({
        contract: editions,
        tokenId: BigInt(index),
        quantity: 2n,
      }))
      const data = encodeFunctionData({
        abi: honest.erc1155,
        functionName: 'safeBatchTransferFrom',
        args: [user, receiver, items.map((item) => item.tokenId), items.map((item) => item.quantity), '0x'],
      })
      return {
        ...honest.XFER(),
        intent: honest.transferIntent(...items),
        response: {
          steps: [
            honest.step('transfer', 'transaction', [
              honest.incomplete({ ...honest.transaction(editions, data), value: toHex(0n) }),
            ]),
          ],
        },
      }
    },
  ],
]
