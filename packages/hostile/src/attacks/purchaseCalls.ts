import { toHex } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { editCall, editFill, encode, erc20, inData, tx } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Transactions of a purchase that call other contracts, or that Seaport decodes differently from other decoders. */
export function purchaseCallAttacks(context: AttackContext): readonly PlanAttack[] {
  const { attacker, trap, weth, usdc, permit2, conduit } = context

  return rows('BUY_A', inData, [
    ['B-01 an unknown contract', { to: trap }, 'TX_TO'],
    ['B-02 native coin sent to the attacker', { to: attacker, data: '0x' }, 'TX_TO'],
    [
      'B-03 a transfer of the currency',
      { to: usdc, data: encode(erc20, 'transfer', [attacker, 1n]) },
      'TX_SELECTOR',
      'BUY_E',
    ],
    [
      'B-03 wrapped coin to the attacker',
      { to: weth, data: encode(erc20, 'transfer', [attacker, eth]), value: '0x0' },
      'TX_TO',
    ],
    ['B-04 Permit2', { to: permit2 }, 'TX_TO'],
    ['B-04 a call to the conduit itself', { to: conduit }, 'TX_TO'],
    ['B-05 a multicall', { data: `0xac9650d8${'00'.repeat(64)}` }, 'TX_SELECTOR'],
    ['B-05 a contract creation', { to: undefined }, 'TX_TO'],
    ['B-06 native coin sent to Seaport without data', { data: '0x' }, 'TX_SELECTOR'],
    [
      'B-28 an offset that only Seaport follows',
      (r) => {
        const { data } = tx(r)
        tx(r).data =
          `${data.slice(0, 10)}${(BigInt(`0x${data.slice(10, 74)}`) + (1n << 32n)).toString(16).padStart(64, '0')}${data.slice(74)}`
      },
      'TX_CANON',
    ],
    [
      'B-28 an inner offset that only Seaport follows',
      (r) => {
        editFill((args) => {
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
      (r) => {
        const recipient = tx(r).data.slice(10 + 3 * 64, 10 + 4 * 64)
        tx(r).data =
          `${tx(r).data.slice(0, 10 + 3 * 64)}${`1${recipient.slice(1)}`}${tx(r).data.slice(10 + 4 * 64)}`
      },
      'TX_CANON',
    ],
    [
      'B-29 more bytes than an attribution',
      (r) => {
        tx(r).data += '00'.repeat(9)
      },
      'TX_CANON',
    ],
    [
      'B-29 a signature that only burns gas',
      editCall({ '0.signature': `0x${'ab'.repeat(100_000)}` }),
      'CALL_SIZE',
    ],
    [
      'B-30 an order registered on chain',
      (r) => {
        tx(r).data = `0x88147732${tx(r).data.slice(10)}`
      },
      'TX_CANON',
    ],
    ['B-30 every order of the buyer cancelled', { data: '0x5b34b966', value: '0x0' }, 'TX_SELECTOR'],
    [
      'B-31 a basic route for an ERC-20',
      editCall({ '0.basicOrderType': 8, '0.considerationToken': weth }),
      'CALL_CURRENCY',
      'BUY_B',
    ],
    ['B-32 a basic route that sells', editCall({ '0.basicOrderType': 16 }), 'CALL_ORDER_ITEM', 'BUY_B'],
    ['B-33 more wei than the price', { value: toHex(2n * eth) }, 'TX_VALUE'],
    ['B-33 too little native coin', { value: '0x1' }, 'TX_VALUE'],
  ])
}
