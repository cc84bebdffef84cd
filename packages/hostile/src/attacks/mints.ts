import { toHex, zeroAddress } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { editMint, inData, inPlan, type Json, last, tx } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const none = () => {}
const times = (factor: bigint) => (value: Json) => toHex(BigInt(value) * factor)

/** Mints that cost more, bring fewer tokens or others, or send them to another account. */
export function mintAttacks({ attacker, trap, junkNft }: AttackContext): readonly PlanAttack[] {
  return rows('BUY_MINT', editMint, [
    ['B-42 the new tokens to the attacker', { 2: attacker }, 'CALL_RECIPIENT'],
    ['B-42 a mint of another collection', { 0: junkNft }, 'CALL_EXTRA_ORDER'],
    ['B-42 a mint at another contract', inData({ to: trap }), 'TX_TO'],
    ['B-42 a mint that costs twice as much', inData({ value: times(2n) }), 'TX_VALUE'],
    ['B-42 fewer tokens for the same money', { 3: 1n }, 'TX_VALUE'],
    [
      'B-42 fewer tokens than agreed',
      editMint((args, data) => {
        data.value = toHex(BigInt(data.value) / BigInt(args[3]))
        args[3] = 1n
      }),
      'FLOW_FALSE_COMPLETE',
    ],
    [
      'B-42 more tokens than agreed',
      editMint((args, data) => {
        data.value = toHex(BigInt(data.value) * 10n)
        args[3] = BigInt(args[3]) * 10n
      }),
      'FLOW_BUDGET',
    ],
    ['B-42 no tokens at all', { 3: 0n }, 'CALL_MINT'],
    [
      'B-42 one mint twice',
      (answer) => answer.steps.at(-1).items.push(structuredClone(last(answer))),
      'FLOW_BUDGET',
    ],
    ['B-42 a fee to the zero address, which reverts', { 1: zeroAddress }, 'CALL_MINT'],
    [
      'B-42 another function of the same contract',
      (answer) => {
        tx(answer).data = `0x4b61cd6f${tx(answer).data.slice(10)}`
      },
      'TX_SELECTOR',
    ],
    ['B-42 extra bytes after a mint', inData({ data: (data) => `${data}00` }), 'TX_CANON'],
    [
      'B-42 a mint where only listings may be bought',
      none,
      'CALL_EXTRA_ORDER',
      'BUY_MINT for listings alone',
    ],
    ['B-42 a mint that has ended', none, 'CALL_MINT', 'BUY_MINT after its end'],
    ['B-42 a mint that has not started', none, 'CALL_MINT', 'BUY_MINT before its start'],
    ['B-42 a mint whose terms were not read', none, 'CALL_MINT', 'BUY_MINT without its terms'],
    [
      'B-42 a mint that became more expensive than agreed',
      inData({ value: times(3n) }),
      'CALL_PRICE',
      'BUY_MINT at three times the price',
    ],
    ['B-42 a mint in place of the agreed listing', inPlan({}), 'CALL_EXTRA_ORDER', 'BUY_MINT for one token'],
  ])
}
