import { erc721Abi, erc1155Abi } from '@sluice/seaport'
import type { Logger } from 'pino'
import {
  type Address,
  type Chain,
  createPublicClient,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  type PublicClient,
} from 'viem'
import type { ChainConfig } from '../chainConfig.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { createLatestHeight, type LatestHeight } from './latestHeight.ts'
import { createLogReader, type LogReader } from './logs/logReader.ts'
import { multicall } from './multicall.ts'
import { createNodes, type Nodes } from './nodes.ts'
import { probeContracts } from './probe.ts'

/** The most bytes of a document about a token or a collection. */
export const maxDocument = 2 * 1024 * 1024
/** The most characters of a name. */
export const longestName = 200
/** The most characters of the address of a document, and of a document in a `data:` URI. */
const [longestAddress, longestDocument] = [2048, Math.ceil((maxDocument * 4) / 3) + 256]

export type TokenKind = 'erc721' | 'erc1155'

/** Reads of a chain, through all of its nodes. */
export type ChainReads = {
  readonly client: PublicClient
  /** The nodes, and which of them are trusted. */
  readonly nodes: Nodes
  /** The last known height of the nodes. */
  readonly latestHeight: LatestHeight
  /** Logs that are checked against headers and receipts. */
  readonly logs: LogReader
  kindOf(contract: Address): Promise<TokenKind | undefined>
  /** The names of a contract, cut where they are too long; `undefined` where it returns none that can be read. */
  texts(contract: Address): Promise<Readonly<Record<'name' | 'symbol' | 'contractUri', string | undefined>>>
  /**
   * The URIs of tokens; `undefined` where the contract reverts or returns no text, or one that is too long.
   * @throws when the node cannot be asked.
   */
  tokenUris(
    kind: TokenKind,
    contract: Address,
    ids: readonly bigint[],
  ): Promise<readonly (string | undefined)[]>
  hasCode(account: Address): Promise<boolean>
}

/** The ERC-165 ids of the kinds of collections. */
const interfaces: readonly { readonly kind: TokenKind; readonly id: Hex }[] = [
  { kind: 'erc721', id: '0x80ac58cd' },
  { kind: 'erc1155', id: '0xd9b67a26' },
]
/** What `supportsInterface` returns for a supported interface. */
const isSupported = `0x${'1'.padStart(64, '0')}`
/** Gas limits of `supportsInterface`, and of the names of a contract. */
const [interfaceGas, textGas] = [500_000, 10_000_000n]

/** Whether a URI is short enough to be followed. @param length its characters, unless it is to be made longer. */
export const isFollowable = (uri: string, length: number = uri.length): boolean =>
  length <= (/^data:/i.test(uri) ? longestDocument : longestAddress)

/** The text that a contract returned; `undefined` when it returned something else, or none. */
function readText(data: Hex | undefined): string | undefined {
  try {
    return data === undefined ? undefined : decodeAbiParameters([{ type: 'string' }], data)[0]
  } catch {
    return undefined
  }
}

/** The name that a contract returned, as far as it is shown. */
const readName = (data: Hex | undefined): string | undefined => readText(data)?.slice(0, longestName)

/** The URI that a contract returned; `undefined` for one that is too long, of which a part leads nowhere. */
function readUri(data: Hex | undefined): string | undefined {
  const uri = readText(data)
  return uri !== undefined && isFollowable(uri) ? uri : undefined
}

/** Reads over multicall where several answers are needed at once. */
export function createChainReads(config: ChainConfig, log?: Logger, tracer?: Tracer): ChainReads {
  const chain: Chain = {
    id: config.id,
    name: config.name,
    nativeCurrency: { name: config.nativeSymbol, symbol: config.nativeSymbol, decimals: 18 },
    rpcUrls: { default: { http: config.rpcUrls } },
    contracts: { multicall3: { address: config.multicall3 } },
  }
  const nodes = createNodes(config.rpcUrls, chain, tracer)
  const client = createPublicClient({ chain, transport: nodes.transport })

  return {
    client,
    nodes,
    latestHeight: createLatestHeight(async () => Number(await client.getBlockNumber({ cacheTime: 0 }))),
    logs: createLogReader(nodes, log, config.completeBlooms),
    kindOf: async (contract) => {
      const answers = await probeContracts(
        client,
        interfaces.map(({ id }) => ({
          target: contract,
          data: encodeFunctionData({ abi: erc721Abi, functionName: 'supportsInterface', args: [id] }),
          gas: interfaceGas,
        })),
      )
      return interfaces.find((_, index) => answers[index]?.data === isSupported)?.kind
    },
    texts: async (contract) => {
      const names = ['name', 'symbol', 'contractURI'] as const
      const calls = names.map((functionName) => ({
        target: contract,
        data: encodeFunctionData({ abi: erc721Abi, functionName }),
      }))
      const answers = await multicall(client, config.multicall3, calls, textGas)
      const [name, symbol, contractUri] = answers
      return { name: readName(name), symbol: readName(symbol), contractUri: readUri(contractUri) }
    },
    tokenUris: async (kind, contract, ids) => {
      const calls = ids.map((id) => ({
        target: contract,
        data:
          kind === 'erc721'
            ? encodeFunctionData({ abi: erc721Abi, functionName: 'tokenURI', args: [id] })
            : encodeFunctionData({ abi: erc1155Abi, functionName: 'uri', args: [id] }),
      }))
      const answers = await multicall(client, config.multicall3, calls)
      const alone = await Promise.all(
        calls.map(async (call, index) => {
          const answer = answers[index]
          // An expensive call may have used up the gas of the calls after it: each that failed is made again by itself.
          if (answer !== undefined || calls.length === 1) return answer
          return (await multicall(client, config.multicall3, [call]))[0]
        }),
      )
      return alone.map(readUri)
    },
    hasCode: async (account) => {
      const code = await client.getCode({ address: account })
      return code !== undefined && hexToBigInt(code === '0x' ? '0x0' : code) !== 0n
    },
  }
}
