import {
  EIP7702StatelessDeleGator as accountAbi,
  LogicalOrWrapperEnforcer as groupsAbi,
  DelegationManager as managerAbi,
} from '@metamask/delegation-abis'
import {
  AllowedCalldataEnforcer,
  AllowedMethodsEnforcer,
  AllowedTargetsEnforcer,
  DelegationManager,
  EIP7702StatelessDeleGator,
  ERC721BalanceChangeEnforcer,
  LimitedCallsEnforcer,
  LogicalOrWrapperEnforcer,
  NativeTokenPeriodTransferEnforcer,
  TimestampEnforcer,
  ValueLteEnforcer,
} from '@metamask/delegation-abis/bytecode'
import type { DelegationContracts } from '@sluice/core/mandate'
import { nodeTransport, receiptOf } from '@sluice/devnet'
import {
  type Abi,
  type Address,
  type Chain,
  type CustomTransport,
  createWalletClient,
  getContractAddress,
  type Hex,
  type PublicActions,
  publicActions,
  type WalletClient,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Stage } from '../counterparties/stage.ts'

type KeyClient = WalletClient<CustomTransport, Chain, PrivateKeyAccount> &
  PublicActions<CustomTransport, Chain, PrivateKeyAccount>

/** A key on the stage that sends transactions, each in a block of its own. */
export const clientOfKey = ({ chain }: Stage, account: PrivateKeyAccount): KeyClient =>
  createWalletClient({
    account,
    chain: {
      id: chain.id,
      name: chain.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    },
    transport: nodeTransport(chain.rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions)

/** ERC-4337's entry point, which these accounts are built with and no test calls. */
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'

const enforcers = {
  AllowedCalldataEnforcer,
  AllowedMethodsEnforcer,
  AllowedTargetsEnforcer,
  ERC721BalanceChangeEnforcer,
  LimitedCallsEnforcer,
  NativeTokenPeriodTransferEnforcer,
  TimestampEnforcer,
  ValueLteEnforcer,
}

/** Deploys MetaMask's delegation framework, as it is published, and gives an account its code by EIP-7702. */
export async function deployDelegation(
  stage: Stage,
  deployer: KeyClient,
  owner: PrivateKeyAccount,
): Promise<DelegationContracts & { readonly account: Address }> {
  const from = deployer.account.address
  const first = await deployer.getTransactionCount({ address: from })
  const made: Promise<Hex>[] = []
  const deploy = (code: string, abi: Abi = [], args: readonly Address[] = []): Address => {
    const nonce = first + made.length
    made.push(deployer.deployContract({ abi, bytecode: code as Hex, args, nonce, gas: 6_000_000n }))
    return getContractAddress({ from, nonce: BigInt(nonce) })
  }
  const manager = deploy(DelegationManager, managerAbi, [from])
  const account = deploy(EIP7702StatelessDeleGator, accountAbi, [manager, entryPoint])
  const groups = deploy(LogicalOrWrapperEnforcer, groupsAbi, [manager])
  const deployed = Object.entries(enforcers).map(([name, code]) => [name, deploy(code)])
  await Promise.all(made.map(async (hash) => receiptOf(deployer, await hash)))
  const nonce = await deployer.getTransactionCount({ address: owner.address })
  const authorization = await owner.signAuthorization({ address: account, chainId: stage.chain.id, nonce })
  await receiptOf(deployer, await deployer.sendTransaction({ to: from, authorizationList: [authorization] }))
  const code = await deployer.getCode({ address: owner.address })
  if (code?.toLowerCase() !== `0xef0100${account.slice(2).toLowerCase()}`)
    throw new Error('The account did not take the code.')
  return {
    account,
    DelegationManager: manager,
    LogicalOrWrapperEnforcer: groups,
    ...(Object.fromEntries(deployed) as Record<keyof typeof enforcers, Address>),
  }
}
