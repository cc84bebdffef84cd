import type { Wallet } from '@sluice/core'
import {
  createMandate,
  type DelegationContracts,
  type MandateTerms,
  mandateDelegations,
  redeemMandate,
} from '@sluice/core/mandate'
import type { WalletClient } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { client } from './wallet.ts'

declare const terms: MandateTerms
/** `DELEGATOR_CONTRACTS['1.3.0'][chainId]` of `@metamask/delegation-deployments`. */
declare const contracts: DelegationContracts
/** The account that runs the code of the framework, and the key of the agent. */
declare const owner: LocalAccount
declare const agent: WalletClient & { readonly account: LocalAccount }

// Once, where the owner's key is:
const parameters = { account: owner.address, agent: agent.account.address, contracts }
const rights = await Promise.all(
  mandateDelegations(client, terms, parameters).map(async (right) => ({
    ...right,
    signature: await owner.signTypedData(right.typedData),
  })),
)

// Where the agent runs, with the agent's key alone:
const buy = rights.find(({ purpose }) => purpose === 'buy')!
const wallet: Wallet = {
  address: async () => owner.address.toLowerCase() as `0x${string}`,
  chainId: () => agent.getChainId(),
  switchChain: () => Promise.reject(new Error('The agent has one chain.')),
  sendTransaction: ({ to, value, data }) =>
    agent.sendTransaction({
      ...redeemMandate(buy, { to, value, data }),
      account: agent.account,
      chain: null,
    }),
  signTypedData: () => Promise.reject(new Error('The agent does not have the key of the account.')),
}
export const mandate = createMandate(client, wallet, terms)
