import type { CheckedTransaction } from '@sluice/guards'
import { numberToHex } from 'viem'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { type Client, type ClientConfig, createClient } from '../../src/client.ts'
import type { Run } from '../../src/run/run.ts'
import type { Wallet } from '../../src/wallets/wallet.ts'
import { startTestProvider, type TestProvider } from './provider.ts'

/** Nobody's addresses: nothing here is on a chain. */
export const account = `0x${'a1'.repeat(20)}` as const
export const receiver = `0x${'b2'.repeat(20)}` as const
export const collection = `0x${'c3'.repeat(20)}` as const

const word = (hex: string) => hex.slice(2).padStart(64, '0')

/** A provider with the specification's routes alone, whose word is all there is: no node can be asked. */
export type Scripted = {
  readonly provider: TestProvider
  readonly client: (settings?: Partial<ClientConfig>) => Client
  /** A wallet that sends at once; every call of it is kept in `sent`. */
  readonly wallet: () => Wallet & { readonly sent: CheckedTransaction[] }
  /** Gives tokens away, one transaction for each. */
  readonly give: (client: Client, wallet: Wallet, tokenIds?: readonly number[]) => Run
  readonly stop: () => Promise<void>
}

export async function openScripted(): Promise<Scripted> {
  const provider = await startTestProvider()
  provider.on('/execute/transfer/v1', ({ body }) => ({
    body: {
      requestId: 'scripted',
      steps: [
        {
          id: 'nft-transfer',
          action: 'Transfer',
          description: 'Transfer',
          kind: 'transaction',
          items: (body.items as { token: string }[]).map(({ token }) => ({
            status: 'incomplete',
            data: {
              from: account,
              to: collection,
              data: `0x42842e0e${word(account)}${word(receiver)}${word(numberToHex(BigInt(token.split(':')[1] ?? 0)))}`,
              value: '0x0',
            },
          })),
        },
      ],
    },
  }))
  provider.on('/transactions/*', { body: { synced: true } })
  provider.on('/execute/results/v1', { body: {} })
  const hashes = { made: 0 }
  return {
    provider,
    client: (settings = {}) =>
      createClient({
        chains: [{ id: 1, name: 'Scripted', baseApiUrl: provider.url, blockTime: 250 }],
        ...settings,
      }),
    wallet: () => {
      const sent: CheckedTransaction[] = []
      return {
        sent,
        address: async () => account,
        chainId: async () => 1,
        switchChain: async () => undefined,
        sendTransaction: async (call) => {
          sent.push(call)
          hashes.made += 1
          return numberToHex(hashes.made, { size: 32 })
        },
        signTypedData: async () => '0x',
      }
    },
    give: (client, wallet, tokenIds = [7]) =>
      transferTokens(client, {
        wallet,
        to: receiver,
        items: tokenIds.map((id) => ({ token: `${collection}:${id}` })),
        confirm: () => true,
      }),
    stop: provider.stop,
  }
}
