import { verify } from '@sluice/core/guards'
import { seaportAbi } from '@sluice/seaport'
import { decodeFunctionData, erc20Abi, erc721Abi, type Hex, hashTypedData } from 'viem'
import * as honest from '../../packages/guards/test/honest/honest.ts'
import { cpuFigure } from '../src/report/cpu.ts'
import type { Row } from '../src/report/figures.ts'

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
        // Neither function: viem has looked it up, which is its share.
      }
    }
  }
}

/** The cost of verifying one step of each kind, and what viem takes to read the same bytes in the same run. */
export async function steps(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const [what, make] of kinds) {
    const { intent, response, facts, policy } = make()
    const raw = JSON.parse(JSON.stringify(response)) as unknown
    const items = itemsOf(raw)
    const once = () => {
      const verdict = verify(intent, raw, facts, policy, { salts })
      if (verdict.decision === 'block')
        throw new Error(`${what}: ${verdict.findings.map(({ code }) => code).join()}`)
    }
    for (let round = 0; round < 50; round += 1) once()
    rows.push({
      what,
      ours: await perItem(items.length, once),
      floor: { name: 'read by viem', figure: await perItem(items.length, () => bare(items)) },
    })
  }
  return rows
}

/** Milliseconds of CPU for one item, of rounds of ten calls. */
async function perItem(items: number, call: () => unknown) {
  const { rounds, ...spent } = await cpuFigure(15, () => {
    for (let turn = 0; turn < 10; turn += 1) call()
  })
  const each = (value: number) => value / 10 / items
  return { rounds, median: each(spent.median), low: each(spent.low), high: each(spent.high) }
}
