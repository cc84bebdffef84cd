import { verify } from '@sluice/core/guards'
import { seaportAbi } from '@sluice/seaport'
import { decodeFunctionData, erc20Abi, erc721Abi, type Hex, hashTypedData } from 'viem'
import * as honest from '../../packages/core/test/guards/honest.ts'

export type StepRow = {
  readonly name: string
  /** Milliseconds of CPU from the provider's raw answer to its verdict, per item to sign or send: median of rounds. */
  readonly median: number
  readonly least: number
  readonly most: number
  /** What viem takes to decode the same calls, or to hash the same typed data, in the same run. */
  readonly floor: number
}

const salts = [1n, 2n, 3n]
const kinds: readonly (readonly [name: string, fixture: () => honest.Fixture])[] = [
  ['buy, basic', honest.BUY_B],
  ['buy, general', honest.BUY_A],
  ['buy, fee on top', honest.BUY_TIP],
  ['buy, ERC-20 with approval', honest.BUY_E],
  ['buy, sweep of three', honest.BUY_M],
  ['buy, private listing', honest.BUY_X],
  ['buy, part of an ERC-1155', honest.BUY_1155],
  ['buy, criteria', honest.BUY_CRITERIA],
  ['accept, basic', honest.SELL_B],
  ['accept, general with approval', honest.SELL_A],
  ['accept, match', honest.SELL_X],
  ['list', honest.LIST],
  ['list with approval', honest.LIST_A],
  ['list, bulk', honest.LIST_B],
  ['list, Dutch auction', honest.LIST_D],
  ['bid with wrap and approval', honest.BID],
  ['bid, collection', honest.BID_C],
  ['bid, list of tokens', honest.BID_T],
  ['cancel two orders', honest.CXL],
  ['cancel everything', honest.CXL_ALL],
  ['cancel by signature', honest.CXL_O],
  ['transfer', honest.XFER],
  ['transfer by the helper', honest.XFER_B],
]

type Item = { readonly data?: { readonly data?: Hex; readonly sign?: Record<string, unknown> } }
const itemsOf = (response: unknown): readonly Item[] =>
  (response as { steps: readonly { items: readonly Item[] }[] }).steps.flatMap(({ items }) => items)

const abi = [...seaportAbi, ...erc20Abi, ...erc721Abi]

/** The least that a library does with the same bytes: decodes a call, or hashes typed data. */
function bare(items: readonly Item[]): void {
  for (const { data } of items) {
    if (data?.sign !== undefined) {
      const { domain, types, primaryType, value } = data.sign
      hashTypedData({ domain, types, primaryType, message: value } as never)
    } else if (data?.data !== undefined) {
      try {
        decodeFunctionData({ abi, data: data.data })
      } catch {
        // A function of neither: viem has then looked it up, which is its share.
      }
    }
  }
}

const cpu = (call: () => unknown, times: number): number => {
  const before = process.cpuUsage()
  for (let index = 0; index < times; index += 1) call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / times
}

/** What it costs to verify one step of each kind, besides chain reads. */
export function steps(): readonly StepRow[] {
  return kinds.map(([name, make]) => {
    const { intent, response, facts, policy } = make()
    const raw = JSON.parse(JSON.stringify(response)) as unknown
    const items = itemsOf(raw)
    const once = () => {
      const verdict = verify(intent, raw, facts, policy, { salts })
      if (verdict.decision === 'block')
        throw new Error(`${name}: ${verdict.findings.map(({ code }) => code).join()}`)
    }
    cpu(once, 30)
    cpu(() => bare(items), 30)
    const rounds = Array.from({ length: 15 }, () => ({
      own: cpu(once, 10) / items.length,
      floor: cpu(() => bare(items), 10) / items.length,
    }))
    const own = rounds.map((round) => round.own).sort((a, b) => a - b)
    const floor = rounds.map((round) => round.floor).sort((a, b) => a - b)
    return { name, median: own[7] ?? 0, least: own[0] ?? 0, most: own[14] ?? 0, floor: floor[7] ?? 0 }
  })
}
