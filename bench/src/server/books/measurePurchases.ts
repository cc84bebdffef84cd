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
import { providerPid, ranBetween, threadTimes } from '../processes.ts'
import { serving, withChain } from '../withChain.ts'
import { forkRecorder } from './recorderProcess.ts'

/** Milliseconds of processor for one purchase, from the click to the prompt. */
export type PurchaseCost = { readonly client: number; readonly provider: number }
/** A purchase with an order of our own, and one with an order of another book, one after the other. */
export type Pair = { readonly own: PurchaseCost; readonly other: PurchaseCost }

/** Rounds that are measured, those before them that compile, and pairs of a round. */
const [rounds, warmUps, pairsPerRound] = [20, 5, 25]
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

/** Rounds of the same purchase with an order of our own and with one of another book, up to the wallet. */
export const measurePurchases = (databaseUrl: string): Promise<readonly (readonly Pair[])[]> =>
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
    // The zone's signature is repeated from memory, so it has to be valid for that long.
    const expiration = BigInt(Math.floor(Date.now() / 1000)) + 86_400n
    const standIn = await startOpenSeaStandIn({ chain, expiration })
    const recorder = await forkRecorder(standIn.url, standIn.apiKey)
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
        const provider = providerPid()
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
        const measure = async (id: number): Promise<PurchaseCost> => {
          const before = threadTimes(provider)
          let wrong: string | undefined
          const client = await cpuOf(async () => {
            wrong = await buy(id)
          })
          if (wrong !== undefined) throw new Error(`Token ${id} could not be bought: ${wrong}`)
          return { client, provider: ranBetween(before, threadTimes(provider)) }
        }
        /** The order alternates, because work that one purchase leaves behind slows down the next one. */
        const pair = async (isOwnFirst: boolean): Promise<Pair> => {
          if (isOwnFirst) return { own: await measure(1), other: await measure(2) }
          return { other: await measure(2), own: await measure(1) }
        }
        const measured: Pair[][] = []
        for (let round = 0; round < warmUps + rounds; round += 1) {
          const pairs: Pair[] = []
          for (let turn = 0; turn < pairsPerRound; turn += 1) pairs.push(await pair(turn % 2 === 0))
          if (round >= warmUps) measured.push(pairs)
        }
        return measured
      })
    } finally {
      recorder.stop()
      await standIn.stop()
    }
  })
