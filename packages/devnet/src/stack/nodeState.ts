import { gunzipSync } from 'node:zlib'
import type { Hex } from 'viem'
import { rpc } from '../chain/rpc.ts'

/** Returns the state of a node, with which another node can be started. */
export async function stateOf(rpcUrl: string): Promise<string> {
  const dump = await rpc<string>(rpcUrl, 'anvil_dumpState')
  return gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString()
}

/** Maximum number of dumps until one is consistent. While many transactions are mined, about two of three are. */
const maxDumps = 100

type DumpedState = {
  readonly best_block_number: Hex | number
  readonly blocks: readonly {
    readonly header: { readonly number: Hex | number }
    readonly transactions: readonly unknown[]
  }[]
  readonly transactions: readonly { readonly info: { readonly from: string } }[]
  readonly accounts: Readonly<Record<string, { readonly nonce: Hex | number; readonly code: Hex }>>
}

/**
 * Returns whether blocks, transactions and accounts of a dump belong to the same block. The node dumps them one after
 * another: a transaction that is mined in between has changed the accounts but is in none of the dumped blocks.
 */
function isConsistent({ best_block_number: best, blocks, transactions, accounts }: DumpedState): boolean {
  const sent = new Map<string, number>()
  for (const { info } of transactions) sent.set(info.from, (sent.get(info.from) ?? 0) + 1)
  // A contract counts what it created.
  const people = Object.entries(accounts).filter(([, { code }]) => code === '0x')
  const mined = blocks.reduce((count, block) => count + block.transactions.length, 0)
  return (
    Math.max(...blocks.map(({ header }) => Number(header.number))) === Number(best) &&
    mined === transactions.length &&
    people.every(([account, { nonce }]) => Number(nonce) === (sent.get(account) ?? 0))
  )
}

/** Returns a consistent state of a node that may be mining. */
export async function wholeStateOf(rpcUrl: string): Promise<string> {
  for (let attempt = 1; attempt <= maxDumps; attempt += 1) {
    const state = await stateOf(rpcUrl)
    if (isConsistent(JSON.parse(state))) return state
  }
  throw new Error(`None of ${maxDumps} dumps of the node was consistent.`)
}
