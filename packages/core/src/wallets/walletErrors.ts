import { type WalletErrorId, type WalletErrorRule, walletErrorRules } from './walletErrorRules.ts'
import type { WalletErrorSource } from './walletErrorSources.ts'

/** An error that real wallets or their libraries throw: its rule, and the source of the rule. */
export type WalletErrorRow = WalletErrorRule & {
  readonly wallet: string
  /** A message of the wallet. */
  readonly example: string
  /** Key of {@link walletErrorSources}. */
  readonly source: WalletErrorSource
}

/** Wallet, source and example message of each rule. */
const origins: Readonly<Record<WalletErrorId, readonly [string, WalletErrorSource, string]>> = {
  already_known: ['Node', 'geth: transaction pool', 'transaction rejected: already known'],
  node_timeout: ['Node', 'geth: rpc errors', 'request timed out'],
  request_expired: ['WalletConnect', 'WalletConnect: sign client', 'Request expired. Please try again.'],
  nonce_used: ['Node', 'ethers: errors', 'nonce too low'],
  underpriced: ['Node', 'ethers: errors', 'replacement transaction underpriced'],
  bundle_known: ['EIP-5792', 'EIP-5792', 'There is already a bundle submitted with this ID.'],
  rejected: ['EIP-1193', 'EIP-1193', 'User rejected the request.'],
  action_rejected: ['ethers', 'ethers: errors', 'user rejected action'],
  disapproved: ['WalletConnect', 'WalletConnect: error codes', 'User disapproved requested methods'],
  session_rejected: ['WalletConnect', 'WalletConnect: error codes', 'User rejected.'],
  ledger_refused: [
    'Ledger',
    'MetaMask issue 9510',
    'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
  ],
  trezor_cancelled: ['Trezor', 'Trezor Connect: errors', 'Failure_ActionCancelled'],
  safe_rejected: ['Safe', 'Safe: web app', 'Transaction was rejected'],
  frame_declined: ['Frame', 'Frame', 'Transaction declined'],
  user_refused: [
    'In words',
    'Uniswap interface',
    'MetaMask Tx Signature: User denied transaction signature.',
  ],
  refused_by_user: ['In words', 'Vultisig issue 3928', 'Request has been cancelled by the user'],
  cancelled: ['In words', 'Rarible SDK', 'Sign transaction cancelled'],
  refused_in_other_languages: ['In words', 'Rarible SDK', '用户取消了操作'],
  request_pending: ['EIP-1474', 'EIP-1474', 'Request of type eth_sendTransaction already pending'],
  ledger_busy: ['Ledger', 'Ledger: errors', 'Ledger Device is busy (lock signTransaction)'],
  trezor_busy: ['Trezor', 'Trezor Connect: errors', 'Device call in progress'],
  unauthorized: [
    'EIP-1193',
    'EIP-1193',
    'The requested method and/or account has not been authorized by the user.',
  ],
  disconnected: ['EIP-1193', 'EIP-1193', 'The Provider is disconnected from all chains.'],
  chain_disconnected: ['EIP-1193', 'EIP-1193', 'The Provider is not connected to the requested chain.'],
  session_ended: ['WalletConnect', 'WalletConnect: error codes', 'User disconnected.'],
  method_unauthorized: ['WalletConnect', 'WalletConnect: error codes', 'Unauthorized method.'],
  ledger_locked: ['Ledger', 'MetaMask issue 17606', 'Ledger device: Locked device (0x5515)'],
  ledger_app_closed: ['Ledger', 'MetaMask issue 14504', 'Ledger device: UNKNOWN_ERROR (0x650f)'],
  ledger_unplugged: ['Ledger', 'Ledger: errors', 'DisconnectedDeviceDuringOperation'],
  trezor_unplugged: ['Trezor', 'Trezor Connect: errors', 'device disconnected during action'],
  chain_unknown: [
    'EIP-3326',
    'EIP-3326',
    'Unrecognized chain ID "0x89". Try adding the chain using wallet_addEthereumChain first.',
  ],
  chain_unsupported: ['WalletConnect', 'WalletConnect: error codes', 'Unsupported chains.'],
  bundle_chain_unsupported: ['EIP-5792', 'EIP-5792', 'The wallet does not support the requested chain ID.'],
  chain_mismatch: [
    'viem',
    'viem: errors',
    'The current chain of the wallet does not match the target chain for the transaction.',
  ],
  capability_unsupported: [
    'EIP-5792',
    'EIP-5792',
    'This wallet does not support a capability that was not marked as optional.',
  ],
  upgrade_refused: [
    'EIP-5792',
    'EIP-5792',
    'The wallet can support atomicity after an upgrade, but the user rejected the upgrade.',
  ],
  method_unsupported: ['EIP-1193', 'EIP-1193', 'The Provider does not support the requested method.'],
  method_missing: [
    'EIP-1474',
    'EIP-1474',
    'The method "wallet_sendCalls" does not exist / is not available.',
  ],
  methods_unsupported: ['WalletConnect', 'WalletConnect: error codes', 'Unsupported methods.'],
  blind_signing: ['Ledger', 'MetaMask: Ledger keyring', 'Ledger device: Invalid data received (0x6a80)'],
  too_large: ['Ledger', 'Ledger: errors', 'Typed data too large'],
  trezor_incapable: ['Trezor', 'Trezor Connect: errors', 'Device is missing capability'],
  insufficient_funds: [
    'Node',
    'geth: transaction pool',
    'insufficient funds for gas * price + value: balance 0, tx cost 21000',
  ],
  execution_reverted: ['Node', 'geth: rpc errors', 'execution reverted'],
  reverted: ['Node', 'geth: rpc errors', 'transaction reverted without a reason'],
  bundle_unknown: ['EIP-5792', 'EIP-5792', 'This bundle ID is unknown or has not been submitted.'],
  network_failed: ['ethers', 'ethers: errors', 'could not detect network'],
  transaction_rejected: ['EIP-1474', 'EIP-1474', 'Transaction creation failed.'],
  internal_error: ['EIP-1474', 'EIP-1474', 'Internal JSON-RPC error.'],
}

/** Rejections, device states and network errors, as wallets and their libraries report them, in the order of the rules. */
export const walletErrors: readonly WalletErrorRow[] = /* @__PURE__ */ Object.entries(origins).map(
  ([id, [wallet, source, example]]) => ({
    ...walletErrorRules[id as WalletErrorId],
    wallet,
    source,
    example,
  }),
)
