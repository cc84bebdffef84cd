import { type Address, type Hex, numberToHex, type PublicClient, zeroAddress } from 'viem'
import type { Live, LiveFacts } from '../../src/chain/live.ts'
import { addresses, type ChainState } from './chainActions.ts'
import type { WorldBlock } from './chainModel.ts'

/** What contracts of the world answer about a state. */
function factsOf(state: ChainState): LiveFacts {
  const units = (_token: Address, tokenId: bigint, holder: Address): bigint =>
    state.owners.get(tokenId) === holder ? 1n : 0n
  return {
    balance: (token, account) =>
      token === addresses.wrapped ? (state.funds.get(account) ?? 0n) : 10n ** 20n,
    allowance: (token, account, spender) =>
      token === addresses.wrapped && spender === addresses.conduit ? (state.allowed.get(account) ?? 0n) : 0n,
    owner: (_token, tokenId) => state.owners.get(tokenId),
    units,
    held: (_kind, token, tokenId, account) => units(token, tokenId, account),
    isOperator: (_token, account, operator) => operator === addresses.conduit && state.operated.has(account),
    royalties: () => [],
    counter: (_seaport, account) => state.counters.get(account) ?? 0n,
    order: (_seaport, id) => {
      const filled = state.filled.has(id) ? 1n : 0n
      return { cancelled: state.cancelled.has(id), filled, size: filled }
    },
    mint: () => undefined,
    isOpen: () => true,
    validator: () => undefined,
  }
}

/** Reads the state of contracts as the provider does, with one request to its nodes for all questions. */
export function createStateReader(
  client: PublicClient,
  blockOf: (hash: Hex) => WorldBlock | undefined,
): Live {
  return {
    read: async (_questions, block) => {
      const params = block === undefined ? [] : [numberToHex(block)]
      const hash = await client.request({ method: 'sim_state', params } as never)
      const found = blockOf(hash as Hex)
      if (found === undefined) throw new Error(`There is no block ${hash}.`)
      return factsOf(found.state)
    },
    transferRules: async () => ({ isEnforced: () => false, allows: () => true }),
    hasCode: async (account) => account !== zeroAddress && account === addresses.collection,
    gasPrice: async () => 1n,
  }
}
