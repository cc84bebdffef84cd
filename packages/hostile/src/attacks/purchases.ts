import { toHex } from 'viem'
import type { Cast } from '../cast.ts'
import { recall, refill, tx } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Purchases that cost more, bring something else or bring it to somebody else. */
export function purchaseAttacks(cast: Cast): readonly PlanAttack[] {
  const { account, attacker, attackerKey, trap, otherNft, junkNft, weth, permit2 } = cast

  return rows([
    [
      'B-01 a stranger’s contract',
      'BUY_A',
      (r) => {
        tx(r).to = trap
      },
      'TX_TO',
    ],
    [
      'B-04 Permit2',
      'BUY_A',
      (r) => {
        tx(r).to = permit2
      },
      'TX_TO',
    ],
    [
      'B-05 many calls in one',
      'BUY_A',
      (r) => {
        tx(r).data = `0xac9650d8${'00'.repeat(64)}`
      },
      'TX_SELECTOR',
    ],
    [
      'B-07 the token to the attacker',
      'BUY_A',
      refill((args) => {
        args[3] = attacker
      }),
      'CALL_RECIPIENT',
    ],
    [
      'B-08 another token',
      'BUY_A',
      refill((args) => {
        args[0].parameters.offer[0].identifierOrCriteria = 51n
      }),
      'CALL_EXTRA_ORDER',
    ],
    [
      'B-09 a dearer order',
      'BUY_A',
      refill((args, data) => {
        args[0].parameters.consideration[0].startAmount = args[0].parameters.consideration[0].endAmount =
          2n * eth
        data.value = toHex(2n * eth + (75n * eth) / 1000n)
      }),
      'CALL_PRICE',
    ],
    [
      'B-10 a cheap token of the criteria',
      'BUY_CRITERIA',
      refill((args) => {
        args[1][0].identifier = 51n
      }),
      'CALL_RESOLVER',
    ],
    [
      'B-13 paid in WETH',
      'BUY_A',
      refill((args, data) => {
        for (const item of args[0].parameters.consideration) Object.assign(item, { itemType: 1, token: weth })
        data.value = '0x0'
      }),
      'CALL_CURRENCY',
    ],
    [
      'B-16 a fourth order',
      'BUY_M',
      recall((args) => {
        const extra = structuredClone(args[0][0])
        extra.parameters.offer[0].token = junkNft
        args[0].push(extra)
      }),
      'CALL_EXTRA_ORDER',
    ],
    [
      'B-19 payments mixed up',
      'BUY_M',
      recall((args) => {
        args[3][0].push(args[3][1].pop())
      }),
      'CALL_FULFILLMENTS',
    ],
    [
      'B-22 the attacker’s conduit',
      'BUY_E',
      refill((args) => {
        args[2] = attackerKey
      }),
      'CALL_CONDUIT',
    ],
    [
      'B-24 twenty ETH of tips',
      'BUY_TIP',
      refill((args, data) => {
        args[0].parameters.consideration.at(-1).startAmount = args[0].parameters.consideration.at(
          -1,
        ).endAmount = 20n * eth
        data.value = toHex(21n * eth)
      }),
      'CALL_TIP',
    ],
    [
      'B-24 tips to the attacker',
      'BUY_TIP',
      refill((args) => {
        args[0].parameters.consideration.at(-1).recipient = attacker
      }),
      'CALL_TIP',
    ],
    [
      'B-25 a zone that decides',
      'BUY_A',
      refill((args) => Object.assign(args[0].parameters, { orderType: 2, zone: trap })),
      'CALL_ZONE',
    ],
    [
      'B-26 an order made by a contract',
      'BUY_A',
      refill((args) => {
        args[0].parameters.orderType = 4
      }),
      'CALL_ORDER_TYPE',
    ],
    [
      'B-28 an offset that only Seaport follows',
      'BUY_A',
      (r) => {
        const { data } = tx(r)
        tx(r).data =
          `${data.slice(0, 10)}${(BigInt(`0x${data.slice(10, 74)}`) + (1n << 32n)).toString(16).padStart(64, '0')}${data.slice(74)}`
      },
      'TX_CANON',
    ],
    [
      'B-29 more bytes than an attribution',
      'BUY_A',
      (r) => {
        tx(r).data += '00'.repeat(9)
      },
      'TX_CANON',
    ],
    [
      'B-31 a basic route for an ERC-20',
      'BUY_B',
      recall((args) => {
        args[0].basicOrderType = 8
        args[0].considerationToken = weth
      }),
      'CALL_CURRENCY',
    ],
    [
      'B-32 a basic route that sells',
      'BUY_B',
      recall((args) => {
        args[0].basicOrderType = 16
      }),
      'CALL_ORDER_ITEM',
    ],
    [
      'B-33 more wei than the price',
      'BUY_A',
      (r) => {
        tx(r).value = toHex(2n * eth)
      },
      'TX_VALUE',
    ],
    [
      'B-34 an order that has ended',
      'BUY_A',
      refill((args) => {
        args[0].parameters.endTime = args[0].parameters.startTime + 1n
      }),
      'CALL_EXPIRED',
    ],
    [
      'B-35 one’s own order',
      'BUY_A',
      refill((args) => {
        args[0].parameters.offerer = account
      }),
      'CALL_SELF_ORDER',
    ],
    [
      'B-36 a token asked in payment',
      'BUY_A',
      refill((args) =>
        Object.assign(args[0].parameters.consideration[0], {
          itemType: 2,
          token: otherNft,
          identifierOrCriteria: 1n,
          startAmount: 1n,
          endAmount: 1n,
        }),
      ),
      'CALL_ORDER_ITEM',
    ],
    [
      'B-38 the user’s own token in a match',
      'BUY_X',
      recall((args) => {
        args[0][1].parameters.offer.push({
          itemType: 2,
          token: otherNft,
          identifierOrCriteria: 1n,
          startAmount: 1n,
          endAmount: 1n,
        })
      }),
      'CALL_SELF_ORDER',
    ],
    [
      'B-38 what is left to the attacker',
      'BUY_X',
      recall((args) => {
        args[3] = attacker
      }),
      'CALL_RECIPIENT',
    ],
    [
      'B-39 another order than named',
      'BUY_O',
      recall((args) => {
        args[0].salt = 99n
      }),
      'CALL_ORDER_ID',
    ],
  ])
}
