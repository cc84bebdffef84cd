import { eip1193Wallet, type Wallet } from '@sluice/core'
import { useBrowserWallets } from '@sluice/react'

/** A list of your own, where `ConnectDialog` is not wanted. */
export function Wallets({ onWallet }: { readonly onWallet: (wallet: Wallet) => void }) {
  return useBrowserWallets().map(({ info, provider }) => (
    <button key={info.uuid} type="button" onClick={() => onWallet(eip1193Wallet(provider))}>
      <img src={info.icon} alt="" width={24} /> {info.name}
    </button>
  ))
}
