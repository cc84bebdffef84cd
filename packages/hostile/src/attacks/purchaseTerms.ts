import { toHex, zeroAddress } from 'viem'
import type { Cast } from '../cast.ts'
import { encode, erc20, recall, refill, tx } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Further purchases in which one term is not as agreed. */
export function purchaseTermAttacks(cast: Cast): readonly PlanAttack[] {
  const { attacker, junkNft, weth, usdc, fakeWeth, conduit } = cast

  return rows([
    [
      'B-02 coin straight to the attacker',
      'BUY_A',
      (r) => Object.assign(tx(r), { to: attacker, data: '0x' }),
      'TX_TO',
    ],
    [
      'B-03 a transfer of the currency',
      'BUY_E',
      (r) => Object.assign(tx(r), { to: usdc, data: encode(erc20, 'transfer', [attacker, 1n]) }),
      'TX_SELECTOR',
    ],
    [
      'B-03 wrapped coin to the attacker',
      'BUY_A',
      (r) =>
        Object.assign(tx(r), { to: weth, data: encode(erc20, 'transfer', [attacker, eth]), value: '0x0' }),
      'TX_TO',
    ],
    [
      'B-04 a call to the conduit itself',
      'BUY_A',
      (r) => {
        tx(r).to = conduit
      },
      'TX_TO',
    ],
    [
      'B-05 a new contract',
      'BUY_A',
      (r) => {
        delete tx(r).to
      },
      'TX_TO',
    ],
    [
      'B-06 coin to Seaport for nothing',
      'BUY_A',
      (r) => {
        tx(r).data = '0x'
      },
      'TX_SELECTOR',
    ],
    [
      'B-08 the junk collection',
      'BUY_A',
      refill((args) => {
        args[0].parameters.offer[0].token = junkNft
      }),
      'CALL_EXTRA_ORDER',
    ],
    [
      'B-09 a hair above the price',
      'BUY_A',
      refill((args, data) => {
        const [first] = args[0].parameters.consideration
        first.startAmount = first.endAmount = first.startAmount + eth / 10n
        data.value = toHex(BigInt(data.value) + eth / 10n)
      }),
      'CALL_PRICE',
    ],
    [
      'B-11 a proof of nothing',
      'BUY_CRITERIA',
      recall((args) => {
        args[1][0].criteriaProof = []
      }),
      'CALL_RESOLVER',
    ],
    [
      'B-12 a resolver of an order that is not there',
      'BUY_CRITERIA',
      recall((args) => args[1].push({ ...args[1][0], orderIndex: 7n })),
      'CALL_RESOLVER',
    ],
    [
      'B-12 a resolver of the payment',
      'BUY_CRITERIA',
      recall((args) => {
        args[1][0].side = 1
      }),
      'CALL_RESOLVER',
    ],
    [
      'B-14 another currency than agreed',
      'BUY_E',
      refill((args) => {
        for (const item of args[0].parameters.consideration) item.token = weth
      }),
      'CALL_CURRENCY',
    ],
    [
      'B-14 coin and currency together',
      'BUY_E',
      refill((args, data) => {
        Object.assign(args[0].parameters.consideration[0], { itemType: 0, token: zeroAddress })
        data.value = toHex(eth)
      }),
      'CALL_ORDER_ITEM',
    ],
    [
      'B-15 a price that rises before it is sent',
      'BUY_A',
      refill((args, data) => {
        const [first] = args[0].parameters.consideration
        first.endAmount = 3n * first.startAmount
        data.value = toHex((1925n * eth) / 1000n)
      }),
      'CALL_PRICE',
    ],
    [
      'B-17 one order twice',
      'BUY_M',
      recall((args) => {
        args[0][1] = structuredClone(args[0][0])
      }),
      'CALL_EXTRA_ORDER',
    ],
    [
      'B-18 fewer than bought',
      'BUY_M',
      recall((args) => {
        args[6] = 1n
      }),
      'CALL_QUANTITY',
    ],
    [
      'B-19 one order dearer than all',
      'BUY_M',
      recall((args, data) => {
        const [first] = args[0][2].parameters.consideration
        data.value = toHex(BigInt(data.value) - first.startAmount + 5n * eth)
        first.startAmount = first.endAmount = 5n * eth
      }),
      'CALL_PRICE',
    ],
    [
      'B-20 goods that are left with the maker',
      'BUY_M',
      recall((args) => args[2].pop()),
      'CALL_FULFILLMENTS',
    ],
    [
      'B-21 a sweep to the attacker',
      'BUY_M',
      recall((args) => {
        args[5] = attacker
      }),
      'CALL_RECIPIENT',
    ],
    [
      'B-23 a conduit nobody listed',
      'BUY_E',
      refill((args) => {
        args[2] = `0x${'77'.repeat(32)}`
      }),
      'CALL_CONDUIT',
    ],
    [
      'B-25 a zone’s data without a zone',
      'BUY_A',
      refill((args) => {
        args[0].extraData = '0x00'
      }),
      'CALL_ZONE',
    ],
    [
      'B-27 half a unique token',
      'BUY_A',
      refill((args) => Object.assign(args[0], { numerator: 1n, denominator: 2n })),
      'CALL_FRACTION',
    ],
    [
      'B-27 more than there is',
      'BUY_A',
      refill((args) => Object.assign(args[0], { numerator: 2n, denominator: 1n })),
      'CALL_FRACTION',
    ],
    [
      'B-27 fewer units for the price of all',
      'BUY_1155',
      refill((args) => Object.assign(args[0], { numerator: 1n, denominator: 10n })),
      'FLOW_FALSE_COMPLETE',
    ],
    [
      'B-28 an inner offset that only Seaport follows',
      'BUY_A',
      (r) => {
        refill((args) => {
          args[3] = attacker
        })(r)
        const { data } = tx(r)
        const at = 10 + 2 * Number(BigInt(`0x${data.slice(10, 74)}`))
        const inner = BigInt(`0x${data.slice(at, at + 64)}`) + (1n << 32n)
        tx(r).data = `${data.slice(0, at)}${inner.toString(16).padStart(64, '0')}${data.slice(at + 64)}`
      },
      'TX_CANON',
    ],
    [
      'B-28 an address with dirty upper bits',
      'BUY_A',
      (r) => {
        const recipient = tx(r).data.slice(10 + 3 * 64, 10 + 4 * 64)
        tx(r).data =
          `${tx(r).data.slice(0, 10 + 3 * 64)}${`1${recipient.slice(1)}`}${tx(r).data.slice(10 + 4 * 64)}`
      },
      'TX_CANON',
    ],
    [
      'B-30 an order registered on chain',
      'BUY_A',
      (r) => {
        tx(r).data = `0x88147732${tx(r).data.slice(10)}`
      },
      'TX_CANON',
    ],
    [
      'B-30 every order of the buyer cancelled',
      'BUY_A',
      (r) => Object.assign(tx(r), { data: '0x5b34b966', value: '0x0' }),
      'TX_SELECTOR',
    ],
    [
      'B-33 too little coin',
      'BUY_A',
      (r) => {
        tx(r).value = '0x1'
      },
      'TX_VALUE',
    ],
    [
      'B-34 an order that has not begun',
      'BUY_A',
      refill((args) => {
        args[0].parameters.startTime = args[0].parameters.endTime - 1n
      }),
      'CALL_EXPIRED',
    ],
    [
      'B-36 a second token of the maker’s, sold for the price of two',
      'BUY_A',
      refill((args) =>
        args[0].parameters.offer.push({ ...args[0].parameters.offer[0], identifierOrCriteria: 51n }),
      ),
      'CALL_ORDER_ITEM',
    ],
    [
      'B-36 wrapped coin bought in place of a token',
      'BUY_A',
      refill((args) =>
        Object.assign(args[0].parameters.offer[0], {
          itemType: 1,
          token: fakeWeth,
          identifierOrCriteria: 0n,
        }),
      ),
      'CALL_ORDER_ITEM',
    ],
    [
      'B-38 the token given away in a match',
      'BUY_X',
      recall((args) => {
        args[0][0].parameters.consideration.at(-1).recipient = attacker
      }),
      'CALL_RECIPIENT',
    ],
    [
      'B-38 a match that pays twice',
      'BUY_X',
      recall((args) => {
        const paid = args[0][1].parameters.offer[0]
        paid.startAmount = paid.endAmount = 2n * eth
      }),
      'CALL_SELF_ORDER',
    ],
    [
      'B-29 a signature that only burns gas',
      'BUY_A',
      recall((args) => {
        args[0].signature = `0x${'ab'.repeat(100_000)}`
      }),
      'CALL_SIZE',
    ],
    [
      'B-39 another order of the same token',
      'BUY_O',
      recall((args) => {
        args[0].zoneHash = `0x${'01'.repeat(32)}`
      }),
      'CALL_ORDER_ID',
    ],
    [
      'B-40 a purchase on the older Seaport under another order’s id',
      'BUY_O',
      recall((args) => {
        args[0].considerationAmount += 1n
      }),
      'CALL_ORDER_ID',
    ],
  ])
}
