import { gunzipSync } from 'node:zlib'
import type { Hex } from 'viem'
import { rpc } from '../chain/anvil.ts'

/** The state of a node, to start another one with. */
export async function stateOf(rpcUrl: string): Promise<string> {
  const dump = await rpc<string>(rpcUrl, 'anvil_dumpState')
  return gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString()
}

/** How often a node saves its state until it is whole; about two in three times it is, while many transactions are mined. */
const mostDumps = 100

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
 * Whether blocks, transactions and accounts are of one moment. The node writes them down one after another: what is mined
 * in between has changed the accounts, and is in no block.
 */
function isWhole({ best_block_number: best, blocks, transactions, accounts }: DumpedState): boolean {
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

/** The state of a node that mines meanwhile. */
export async function wholeStateOf(rpcUrl: string): Promise<string> {
  for (let attempt = 1; attempt <= mostDumps; attempt += 1) {
    const state = await stateOf(rpcUrl)
    if (isWhole(JSON.parse(state))) return state
  }
  throw new Error('The accounts that the node saves are never those after its newest block.')
}
