/** A wallet whose own browser can open this page, by a link that the system hands to the app. */
type MobileWallet = { readonly name: string; readonly linkTo: (page: URL) => string }

/** In the order in which they are offered; each link is the one that the wallet documents. */
export const mobileWallets: readonly MobileWallet[] = [
  {
    name: 'MetaMask',
    linkTo: ({ host, pathname, search }) => `https://metamask.app.link/dapp/${host}${pathname}${search}`,
  },
  {
    name: 'Coinbase Wallet',
    linkTo: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}`,
  },
  {
    name: 'Trust Wallet',
    linkTo: ({ href }) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(href)}`,
  },
  {
    name: 'OKX Wallet',
    linkTo: ({ href }) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(
        `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(href)}`,
      )}`,
  },
]
