import { expect, test } from 'vitest'
import type { Session, SessionOptions } from '../src/wallets/openSession.ts'
import { walletConnect } from '../src/wallets/walletConnect.ts'

const account = `0x${'ab'.repeat(20)}`

/** The library's place taken by one that tells its pairing and answers at once. */
function scripted(fails = 0) {
  const seen = { loads: 0, calls: [] as string[] }
  const load = async ({ onPairing }: SessionOptions): Promise<Session> => {
    seen.loads += 1
    if (seen.loads <= fails) throw new Error('The library could not be fetched.')
    return {
      request: async ({ method }) => {
        seen.calls.push(method)
        if (method !== 'eth_requestAccounts') return '0x1'
        onPairing({ uri: 'wc:topic@2?relay-protocol=irn', picture: 'data:image/svg+xml,x' })
        onPairing(undefined)
        return [account]
      },
      on: () => {},
      off: () => {},
    }
  }
  return { seen, load }
}

const options = (told: (uri: string | undefined) => void) => ({
  projectId: 'project',
  name: 'Market',
  url: 'https://market.example',
  chains: [{ id: 1, rpcUrl: 'https://node.example' }],
  onPairing: (pairing: { readonly uri: string } | undefined) => told(pairing?.uri),
})

test('nothing is loaded before an account is asked for, and then once', async () => {
  const { seen, load } = scripted()
  const uris: (string | undefined)[] = []
  const wallet = walletConnect({ ...options((uri) => uris.push(uri)), load })
  wallet.provider.on?.('accountsChanged', () => {})
  expect(seen.loads).toBe(0)
  expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([account])
  expect(uris).toEqual(['wc:topic@2?relay-protocol=irn', undefined])
  await wallet.provider.request({ method: 'eth_chainId' })
  expect(seen).toEqual({ loads: 1, calls: ['eth_requestAccounts', 'eth_chainId'] })
})

test('a library that could not be fetched is fetched anew at the next try', async () => {
  const { seen, load } = scripted(1)
  const wallet = walletConnect({ ...options(() => {}), load })
  await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toThrow('fetched')
  expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([account])
  expect(seen.loads).toBe(2)
})
