import { erc20Abi, erc721Abi, erc1155Abi } from '@sluice/seaport'
import { type Address, type Chain, createPublicClient, type Hex, hexToBigInt, type PublicClient } from 'viem'
import type { ChainConfig } from '../config.ts'
import { createNodes, type Nodes } from './nodes.ts'

export type TokenKind = 'erc721' | 'erc1155'

/** What the provider asks of a chain's node, with several URLs behind it. */
export type ChainReads = {
  readonly client: PublicClient
  /** Who answers, and who is trusted. */
  readonly nodes: Nodes
  /** Zero address reads the native coin. */
  balance(currency: Address, owner: Address): Promise<bigint>
  allowance(currency: Address, owner: Address, spender: Address): Promise<bigint>
  kindOf(contract: Address): Promise<TokenKind | undefined>
  text(contract: Address, what: 'name' | 'symbol' | 'contractURI'): Promise<string | undefined>
  tokenUris(
    kind: TokenKind,
    contract: Address,
    ids: readonly bigint[],
  ): Promise<readonly (string | undefined)[]>
  hasCode(account: Address): Promise<boolean>
}

const zero = `0x${'0'.repeat(40)}`

/** Reads over multicall where several answers are needed at once. */
export function createChainReads(config: ChainConfig): ChainReads {
  const chain: Chain = {
    id: config.id,
    name: config.name,
    nativeCurrency: { name: config.nativeSymbol, symbol: config.nativeSymbol, decimals: 18 },
    rpcUrls: { default: { http: config.rpcUrls } },
    contracts: { multicall3: { address: config.multicall3 } },
  }
  const nodes = createNodes(config.rpcUrls, chain)
  const client = createPublicClient({
    chain,
    transport: nodes.transport,
    batch: { multicall: { wait: 0 } },
  })

  const supports = async (contract: Address, interfaceId: Hex): Promise<boolean> => {
    try {
      return await client.readContract({
        address: contract,
        abi: erc721Abi,
        functionName: 'supportsInterface',
        args: [interfaceId],
      })
    } catch (cause) {
      // A contract without ERC-165 reverts; a node that is down must not look like one.
      if (isContractError(cause)) return false
      throw cause
    }
  }
  const optional = async <T>(read: Promise<T>): Promise<T | undefined> => {
    try {
      return await read
    } catch (cause) {
      if (isContractError(cause)) return undefined
      throw cause
    }
  }

  return {
    client,
    nodes,
    balance: (currency, owner) =>
      currency === zero
        ? client.getBalance({ address: owner })
        : client.readContract({ address: currency, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    allowance: (currency, owner, spender) =>
      client.readContract({
        address: currency,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner, spender],
      }),
    kindOf: async (contract) => {
      if (await supports(contract, '0x80ac58cd')) return 'erc721'
      return (await supports(contract, '0xd9b67a26')) ? 'erc1155' : undefined
    },
    text: (contract, what) =>
      optional(client.readContract({ address: contract, abi: erc721Abi, functionName: what })),
    tokenUris: async (kind, contract, ids) => {
      const answers = await client.multicall({
        contracts: ids.map((id) =>
          kind === 'erc721'
            ? { address: contract, abi: erc721Abi, functionName: 'tokenURI' as const, args: [id] as const }
            : { address: contract, abi: erc1155Abi, functionName: 'uri' as const, args: [id] as const },
        ),
      })
      return answers.map((answer) => (answer.status === 'success' ? (answer.result as string) : undefined))
    },
    hasCode: async (account) => {
      const code = await client.getCode({ address: account })
      return code !== undefined && hexToBigInt(code === '0x' ? '0x0' : code) !== 0n
    },
  }
}

/** Whether the contract itself refused, rather than the way to it. */
export function isContractError(cause: unknown): boolean {
  let at = cause
  while (at instanceof Error) {
    if (
      [
        'ContractFunctionRevertedError',
        'ContractFunctionZeroDataError',
        'AbiDecodingDataSizeTooSmallError',
        'AbiDecodingZeroDataError',
        'PositionOutOfBoundsError',
        'InvalidBytesBooleanError',
        'ExecutionRevertedError',
      ].includes(at.name)
    )
      return true
    at = at.cause
  }
  return false
}
