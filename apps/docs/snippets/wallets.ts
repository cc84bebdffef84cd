import {
  type Eip1193Provider,
  type EthersSigner,
  eip1193Wallet,
  ethersWallet,
  viemWallet,
} from '@sluice/core'
import { createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'

declare const injected: Eip1193Provider
declare const signer: EthersSigner

export const fromViem = viemWallet(
  createWalletClient({ account: privateKeyToAccount(generatePrivateKey()), chain: base, transport: http() }),
)
export const fromTheBrowser = eip1193Wallet(injected)
export const fromEthers = ethersWallet(signer)
