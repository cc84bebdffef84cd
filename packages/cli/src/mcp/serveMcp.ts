import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type ChainConfig, chainOf, createClient, resume, viemWallet } from '@sluice/core'
import * as chains from '@sluice/core/chains'
import { createMandate, type MandateTerms } from '@sluice/core/mandate'
import { type Address, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { httpUrl } from '../httpUrl.ts'
import { readJson } from '../readInput.ts'
import { version } from '../version.ts'
import { readAccountKey } from './accountKey.ts'
import { secretsOf } from './answer.ts'
import { createMcpServer } from './createMcpServer.ts'
import { folderStorage } from './folderStorage.ts'

/** Options of `sluice mcp`. */
export type McpOptions = {
  readonly provider: string
  readonly chain: string
  readonly rpc?: string
  readonly mandate: string
  readonly store: string
  readonly keystore?: string
}

/** Serves MCP over standard input and output until the input ends. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const key = readAccountKey(options.keystore, process.env)
  const client = createClient({
    chains: [chainConfig(options)],
    storage: await folderStorage(options.store),
    apiKey: process.env.SLUICE_API_KEY,
  })
  const chain = chainOf(client)
  const [rpcUrl] = chain.rpcUrls
  if (rpcUrl === undefined) throw new Error('The chain has no node: name one with --rpc.')
  const own = privateKeyToAccount(key)
  const wallet = viemWallet(createWalletClient({ account: own, transport: http(rpcUrl) }))
  const mandate = createMandate(client, wallet, readJson(options.mandate) as MandateTerms)
  await resume(client, { wallet })
  const { server, close } = createMcpServer({
    mandate,
    chain,
    account: own.address.toLowerCase() as Address,
    secrets: secretsOf(key, process.env.SLUICE_API_KEY),
    version,
  })
  const transport = new StdioServerTransport()
  await server.connect(transport)
  process.stdin.once('end', () => void close().then(() => process.exit()))
}

function chainConfig({ provider, chain, rpc }: McpOptions): ChainConfig {
  const node = rpc === undefined ? {} : { rpcUrls: [httpUrl(rpc)] }
  const own = { baseApiUrl: httpUrl(provider), active: true, ...node }
  if (!/^[1-9][0-9]{0,14}$/.test(chain)) {
    const file = readJson(chain) as { readonly chain?: ChainConfig } & ChainConfig
    return { ...(file.chain ?? file), ...own }
  }
  const known = Object.values(chains).find(({ id }) => id === Number(chain))
  if (known === undefined) throw new Error(`Chain ${chain} is not known: describe it in a JSON file.`)
  return { ...known, ...own }
}
