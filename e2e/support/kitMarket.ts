import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientConfig, rpc, startChain, startProvider } from '@sluice/devnet'
import type { Address, Hex } from 'viem'
import type { LocalChain } from './scene.ts'

/** The address at which the kit expects the wrapped native token of that chain. */
const wrapped: Address = '0x4200000000000000000000000000000000000006'

export type KitMarket = { readonly chain: LocalChain; stop(): Promise<void> }

/**
 * A chain and a provider of their own, for a kit that only trades on chains it knows by id.
 * @param chainId The kit draws an icon for every chain and fails without one: each version knows other chains.
 */
export async function startKitMarket(chainId = 84532): Promise<KitMarket> {
  const node = await startChain({ chainId, seedTokens: 0 })
  const code = await rpc<Hex>(node.rpcUrl, 'eth_getCode', [node.contracts.weth, 'latest'])
  await rpc(node.rpcUrl, 'anvil_setCode', [wrapped, code])
  const chain = { ...node, contracts: { ...node.contracts, weth: wrapped } }
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-kit-'))
  const provider = await startProvider({ port: 0, dataDir, chains: [chain] })
  const baseApiUrl = `${provider.url}/${chain.slug}`
  return {
    chain: { ...chain, baseApiUrl, config: clientConfig(chain, baseApiUrl, true) },
    stop: async () => {
      await provider.stop()
      await node.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
