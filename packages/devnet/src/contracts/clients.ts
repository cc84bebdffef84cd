import {
  type Chain,
  createTestClient,
  createWalletClient,
  type HttpTransport,
  http,
  type PrivateKeyAccount,
  type PublicActions,
  publicActions,
  type TestClient,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { localAccount, localRoles } from './accounts.ts'
import { viemChain } from './viemChain.ts'

/** Clients of a new chain. */
export type Clients = {
  readonly chain: Chain
  readonly transport: HttpTransport
  /** Calls the node's own methods. */
  readonly test: TestClient<'anvil', HttpTransport, Chain> & PublicActions<HttpTransport, Chain>
  /** Sends as the deployer. */
  readonly wallet: WalletClient<HttpTransport, Chain, PrivateKeyAccount>
}

export function openClients(rpcUrl: string, chainId: number): Clients {
  const chain = viemChain({ id: chainId, name: 'Local', rpcUrl })
  const transport = http(rpcUrl)
  const account = privateKeyToAccount(localAccount(localRoles.deployer).privateKey)
  return {
    chain,
    transport,
    test: createTestClient({ mode: 'anvil', chain, transport }).extend(publicActions),
    wallet: createWalletClient({ account, chain, transport }),
  }
}
