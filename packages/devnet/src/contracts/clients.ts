import {
  type Chain,
  type CustomTransport,
  createTestClient,
  createWalletClient,
  type PrivateKeyAccount,
  type PublicActions,
  publicActions,
  type TestClient,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { nodeTransport } from '../chain/nodeTransport.ts'
import { localAccount, localRoles } from './accounts.ts'
import { viemChain } from './viemChain.ts'

/** Clients of a new chain. */
export type Clients = {
  readonly chain: Chain
  readonly transport: CustomTransport
  /** Calls the node's own methods. */
  readonly test: TestClient<'anvil', CustomTransport, Chain> & PublicActions<CustomTransport, Chain>
  /** Sends as the deployer. */
  readonly wallet: WalletClient<CustomTransport, Chain, PrivateKeyAccount>
}

export function openClients(rpcUrl: string, chainId: number): Clients {
  const chain = viemChain({ id: chainId, name: 'Local', rpcUrl })
  const transport = nodeTransport(rpcUrl)
  const account = privateKeyToAccount(localAccount(localRoles.deployer).privateKey)
  return {
    chain,
    transport,
    test: createTestClient({ mode: 'anvil', chain, transport }).extend(publicActions),
    wallet: createWalletClient({ account, chain, transport }),
  }
}
