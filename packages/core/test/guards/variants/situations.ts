import { fulfilAdvanced, seaportAbi } from '@sluice/seaport'
import { encodeFunctionData, toHex } from 'viem'
import {
  approvedFacts,
  conduit,
  day,
  editions,
  eth,
  factsOf,
  marketplace,
  native,
  nowSeconds,
  receiver,
  usdc,
  user,
  weth,
} from '../actors.ts'
import * as honest from '../honest.ts'
import type { Variant } from './Variant.ts'

const { fillOf, ask } = honest

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
            fulfilAdvanced(
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
