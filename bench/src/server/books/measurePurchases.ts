import { buyTokens, createClient, listTokens, viemWallet } from '@sluice/core'
import {
  bookSettings,
  clientConfig,
  type LocalChain,
  localAccounts,
  type OpenSeaStandIn,
  startOpenSeaStandIn,
  writerOf,
} from '@sluice/devnet'
import { buildListing, orderTypedData, seaportDomain } from '@sluice/seaport'
import { type Address, createWalletClient, http, parseAbi, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { cpuOf } from '../../report/cpu.ts'
import { cpuSeconds, postmasterPid } from '../processes.ts'
import { serving, withChain } from '../withChain.ts'
import { startRecorder } from './recorder.ts'

/** Milliseconds of processor for one purchase, from the click to the prompt: one sample of each round. */
export type PurchaseCost = { readonly client: readonly number[]; readonly provider: readonly number[] }
export type Purchases = { readonly own: PurchaseCost; readonly other: PurchaseCost }

/** Milliseconds of one purchase of a round. */
type Round = { readonly client: number; readonly provider: number }

const [rounds, perRound] = [5, 40]
const mint = parseAbi(['function mint(address to, uint256 count)'])

/** A listing in the stand-in's book that only its zone lets through, so that each plan has to ask for it. */
async function listElsewhere(standIn: OpenSeaStandIn, chain: LocalChain, token: Address): Promise<void> {
  const [seller] = localAccounts()
  if (seller === undefined) throw new Error('There are no accounts.')
  const now = BigInt(Math.floor(Date.now() / 1000))
  const components = buildListing({
    maker: seller.address,
    token,
    tokenId: 2n,
    kind: 'erc721',
    quantity: 1n,
    gross: 10n ** 18n,
    currency: zeroAddress,
    fees: [],
    zone: standIn.zone,
    startTime: now - 600n,
    endTime: now + 86_400n,
    salt: 1n,
    conduitKey: chain.contracts.conduitKey,
    counter: 0n,
  })
  const typed = orderTypedData(seaportDomain(chain.id, '1.6'), components)
  const signature = await privateKeyToAccount(seller.privateKey).signTypedData(typed as never)
  standIn.add({ components, signature }, true)
}

/** The same purchase of an order of our own and of another book's, up to the wallet, in turns. */
export const measurePurchases = (databaseUrl: string): Promise<Purchases> =>
  withChain({ databaseUrl }, async (chain, options) => {
    const [seller, buyer] = localAccounts()
    const token = chain.contracts.collections.find(({ kind }) => kind === 'erc721')?.address
    if (seller === undefined || buyer === undefined || token === undefined)
      throw new Error('The local chain has no accounts, or no collection.')
    await writerOf(chain, seller.privateKey).write({
      address: token,
      abi: mint,
      functionName: 'mint',
      args: [seller.address, 2n],
    })
    // What the zone signs is repeated from memory, and has to hold for as long.
    const expiration = BigInt(Math.floor(Date.now() / 1000)) + 86_400n
    const standIn = await startOpenSeaStandIn({ chain, expiration })
    const recorder = await startRecorder(standIn.url, standIn.apiKey)
    await listElsewhere(standIn, chain, token)
    const walletOf = ({ privateKey }: typeof seller) =>
      viemWallet(
        createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(chain.rpcUrl) }),
      )
    const settings = { ...options, ...bookSettings({ ...standIn, url: recorder.url }, chain.id) }
    try {
      return await serving(settings, async (base) => {
        const client = createClient({ chains: [clientConfig(chain, base, true, [standIn.zone])] })
        const expirationTime = `${Math.floor(Date.now() / 1000) + 3600}`
        await listTokens(client, {
          wallet: walletOf(seller),
          listings: [{ token: `${token}:1`, weiPrice: 10n ** 18n, expirationTime }],
        }).result()
        const postmaster = await postmasterPid(databaseUrl)
        const wallet = walletOf(buyer)
        /** Buys up to the card, which is declined. @returns what went wrong before. */
        const buy = async (id: number): Promise<string | undefined> => {
          const items = [{ token: `${token}:${id}` }]
          const { error } = await buyTokens(client, { wallet, items, confirm: () => false }).done
          return error?.code === 'declined' ? undefined : String(error)
        }
        // The pages of the other book are read a few seconds after the start.
        for (let tries = 0; (await buy(2)) !== undefined && tries < 100; tries += 1)
          await new Promise((wake) => setTimeout(wake, 200))
        const round = async (id: number): Promise<Round> => {
          const before = cpuSeconds(postmaster).provider
          const client = await cpuOf(async () => {
            for (let count = 0; count < perRound; count += 1) {
              const wrong = await buy(id)
              if (wrong !== undefined) throw new Error(`Token ${id} could not be bought: ${wrong}`)
            }
          })
          const provider = (cpuSeconds(postmaster).provider - before) * 1000
          return { client: client / perRound, provider: provider / perRound }
        }
        const own: Round[] = []
        const other: Round[] = []
        for (let count = 0; count <= rounds; count += 1) {
          const each = [await round(1), await round(2)] as const
          // The first round compiles.
          if (count === 0) continue
          own.push(each[0])
          other.push(each[1])
        }
        const costOf = (samples: readonly Round[]): PurchaseCost => ({
          client: samples.map(({ client }) => client),
          provider: samples.map(({ provider }) => provider),
        })
        return { own: costOf(own), other: costOf(other) }
      })
    } finally {
      await recorder.stop()
      await standIn.stop()
    }
  })
