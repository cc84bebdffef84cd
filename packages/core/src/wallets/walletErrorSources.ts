/** Documents and repositories in which codes and messages are defined. */
export const walletErrorSources = {
  'EIP-1193': 'https://eips.ethereum.org/EIPS/eip-1193#provider-errors',
  'EIP-1474': 'https://eips.ethereum.org/EIPS/eip-1474#error-codes',
  'EIP-3326': 'https://eips.ethereum.org/EIPS/eip-3326',
  'EIP-5792': 'https://eips.ethereum.org/EIPS/eip-5792#error-codes',
  'WalletConnect: error codes': 'https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes',
  'WalletConnect: sign client': 'https://github.com/WalletConnect/walletconnect-monorepo',
  'Ledger: errors': 'https://github.com/LedgerHQ/ledger-live/tree/develop/libs/ledgerjs/packages/errors',
  'MetaMask: Ledger keyring': 'https://github.com/MetaMask/accounts/pull/294',
  'MetaMask issue 14504': 'https://github.com/MetaMask/metamask-extension/issues/14504',
  'MetaMask issue 17606': 'https://github.com/MetaMask/metamask-extension/issues/17606',
  'MetaMask issue 9510': 'https://github.com/MetaMask/metamask-extension/issues/9510',
  'Trezor Connect: errors': 'https://app.unpkg.com/@trezor/connect@9.7.2/files/lib/constants/errors.js',
  'Safe: web app': 'https://github.com/safe-global/safe-wallet-monorepo',
  'ethers: errors': 'https://docs.ethers.org/v6/api/utils/errors/',
  'viem: errors': 'https://github.com/wevm/viem/tree/main/src/errors',
  'geth: transaction pool': 'https://github.com/ethereum/go-ethereum/blob/master/core/txpool/errors.go',
  'geth: rpc errors': 'https://github.com/ethereum/go-ethereum/blob/master/rpc/errors.go',
  'Uniswap interface': 'https://github.com/Uniswap/interface',
  'Rarible SDK': 'https://github.com/rarible/sdk',
  'Vultisig issue 3928': 'https://github.com/vultisig/vultisig-windows/issues/3928',
  Frame: 'https://github.com/frame-labs/frame',
} as const

export type WalletErrorSource = keyof typeof walletErrorSources
