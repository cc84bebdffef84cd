import { buildListing, fulfill, type OrderComponents } from '@sluice/seaport'
import { type Address, type Hex, keccak256, parseEther, toHex, zeroAddress, zeroHash } from 'viem'
import { rpc } from '../chain/rpc.ts'
import { type LocalAccount, localAccount, localAccounts, localRoles } from '../contracts/accounts.ts'
import type { Contracts } from '../contracts/deploy.ts'
import { signOrders } from '../contracts/signOrders.ts'
import { deterministicNumber } from './deterministicNumber.ts'
import { tokensPerTrader, traderCount } from './seedChain.ts'
import { checkMined, nextNonce, sendRaw } from './sendRaw.ts'

const day = 86_400

/** Seconds between a seeded chain's first block and its first start. */
export const historySeconds = 61 * day

/** Number of tokens per collection that are sold and bought back. */
const traded = 9

type Sale = {
  /** Unix seconds. */
  readonly at: number
  readonly collection: Address
  readonly tokenId: bigint
  readonly seller: LocalAccount
  readonly buyer: LocalAccount
  /** Price in hundredths of an ETH. */
  readonly cents: number
}

/**
 * Makes sales on chain over the last two months, so that charts have data. Each token that is sold is bought back later,
 * so that every owner ends up with the same tokens.
 *
 * @param now Unix seconds.
 */
export async function seedHistory(
  rpcUrl: string,
  chainId: number,
  contracts: Contracts,
  size: number,
  now: number,
): Promise<void> {
  const nonces = new Map<Address, number>()
  const sent: Hex[] = []
  await rpc(rpcUrl, 'evm_setAutomine', [false])
  for (const sale of salesOf(chainId, contracts, size, now)) {
    const order = listingOf(chainId, contracts, sale, now)
    const call = fulfill(
      { components: order, signature: await signOrders(chainId, sale.seller, [order]) },
      { seaport: contracts.seaport, conduitKey: zeroHash, now: BigInt(sale.at) },
    )
    const from = sale.buyer.address
    const nonce = nonces.get(from) ?? (await nextNonce(rpcUrl, from))
    nonces.set(from, nonce + 1)
    const { to, data, value = 0n } = call
    sent.push(await sendRaw(rpcUrl, chainId, sale.buyer, { to, data, value, gas: 500_000n, nonce }))
    await rpc(rpcUrl, 'evm_setNextBlockTimestamp', [sale.at])
    await rpc(rpcUrl, 'evm_mine')
  }
  // From here on the chain's clock is the real time, even if seeding took long.
  await rpc(rpcUrl, 'evm_setNextBlockTimestamp', [Math.max(now, Math.floor(Date.now() / 1_000))])
  await rpc(rpcUrl, 'evm_mine')
  await rpc(rpcUrl, 'evm_setAutomine', [true])
  await checkMined(rpcUrl, sent)
}

/** Returns two sales of each traded token, ordered by time, at varying prices. */
function salesOf(chainId: number, contracts: Contracts, size: number, now: number): readonly Sale[] {
  const traders = localAccounts().slice(0, traderCount)
  const share = tokensPerTrader(size)
  const begin = now - historySeconds + 2 * day
  const span = historySeconds - 2 * day - 3_600
  const sales: Sale[] = []
  for (const { address: collection, kind, name } of contracts.collections) {
    if (kind !== 'erc721') continue
    for (let index = 0; index < Math.min(traded, size); index += 1) {
      const names = [chainId, name, index] as const
      const owner = index % traders.length
      const seller = traders[owner] as LocalAccount
      const buyer =
        traders[(owner + 1 + deterministicNumber(traders.length - 1, ...names, 'buyer')) % traders.length]
      const tokenId = BigInt(owner * share + (Math.floor(index / traders.length) % share) + 1)
      const sold = deterministicNumber(span / 2, ...names, 'sold')
      const back = sold + Math.max(3_600, deterministicNumber(span - sold, ...names, 'back'))
      const trade = (after: number, from: LocalAccount, to: LocalAccount, part: string): Sale => ({
        at: begin + Math.min(after, span),
        collection,
        tokenId,
        seller: from,
        buyer: to,
        cents: Math.round(24 + (after / span) * 30 + deterministicNumber(22, ...names, part)),
      })
      if (buyer === undefined) continue
      sales.push(trade(sold, seller, buyer, 'first'), trade(back, buyer, seller, 'second'))
    }
  }
  let last = 0
  return sales
    .sort((one, other) => one.at - other.at)
    .map((sale) => {
      // Timestamps of blocks are unique.
      last = Math.max(sale.at, last + 1)
      return { ...sale, at: last }
    })
}

function listingOf(chainId: number, contracts: Contracts, sale: Sale, now: number): OrderComponents {
  const collection = contracts.collections.find(({ address }) => address === sale.collection)
  const recipient = localAccount(localRoles.artist).address
  const fees = collection?.royaltyBps === undefined ? [] : [{ recipient, bps: collection.royaltyBps }]
  return buildListing({
    maker: sale.seller.address,
    startTime: BigInt(sale.at - day),
    endTime: BigInt(now + day),
    salt: BigInt(keccak256(toHex(`${chainId}/past/${sale.collection}/${sale.tokenId}/${sale.at}`))),
    conduitKey: contracts.conduitKey,
    counter: 0n,
    token: sale.collection,
    tokenId: sale.tokenId,
    kind: 'erc721',
    quantity: 1n,
    gross: parseEther((sale.cents / 100).toFixed(2)),
    currency: zeroAddress,
    fees,
  })
}
