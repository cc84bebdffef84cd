import { UniversalProvider } from '@walletconnect/universal-provider'
import { renderSVG } from 'uqr'

/** What the wallet on another device scans: a link, drawn as a picture. `undefined` after the scan. */
export type Pairing = { readonly uri: string; readonly picture: string } | undefined

export type SessionOptions = {
  /** Of the market, as its owner registered it. */
  readonly projectId: string
  readonly name: string
  readonly url: string
  readonly chains: readonly { readonly id: number; readonly rpcUrl: string }[]
  readonly onPairing: (pairing: Pairing) => void
}

export type Session = {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): void
  off(event: string, listener: (value: unknown) => void): void
}

const methods = [
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]

/** Opens a session over the relay, or continues one of an earlier visit. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { projectId, name, url, chains, onPairing } = options
  const provider = await UniversalProvider.init({
    projectId,
    metadata: { name, url, description: name, icons: [] },
  })
  provider.on('display_uri', (uri: string) =>
    onPairing({ uri, picture: `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}` }),
  )
  const pair = async (): Promise<void> => {
    if (provider.session !== undefined) return
    try {
      await provider.connect({
        optionalNamespaces: {
          eip155: {
            methods,
            events: ['accountsChanged', 'chainChanged'],
            chains: chains.map(({ id }) => `eip155:${id}`),
            rpcMap: Object.fromEntries(chains.map(({ id, rpcUrl }) => [`eip155:${id}`, rpcUrl])),
          },
        },
      })
    } finally {
      onPairing(undefined)
    }
  }
  return {
    request: async ({ method, params }) => {
      if (method === 'eth_requestAccounts') await pair()
      return provider.request({ method, ...(params === undefined ? {} : { params: [...params] }) })
    },
    on: (event, listener) => provider.on(event, listener),
    off: (event, listener) => provider.off(event, listener),
  }
}
