import { mnemonicToAccount } from 'viem/accounts'

const about = [
  { name: 'seller', type: 'address' },
  { name: 'collection', type: 'address' },
  { name: 'tokenId', type: 'uint256' },
] as const
const types = {
  AuctionAnnouncement: [
    ...about,
    { name: 'currency', type: 'address' },
    { name: 'reserve', type: 'uint256' },
    { name: 'stepBps', type: 'uint256' },
    { name: 'stepAmount', type: 'uint256' },
    { name: 'announcedAt', type: 'uint256' },
    { name: 'endsAt', type: 'uint256' },
  ],
  AuctionWithdrawal: [...about, { name: 'withdrawnAt', type: 'uint256' }],
} as const

/** What one of the local chain's well-known accounts says about an auction of its token, ready to be posted. */
export async function signStatements(chainId: number, seller: string, token: string, currency: string) {
  const account = Array.from({ length: 10 }, (_, addressIndex) =>
    mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }),
  ).find(({ address }) => address.toLowerCase() === seller)
  if (account === undefined) throw new Error(`${seller} is none of the local accounts.`)
  const domain = { name: 'Sluice Auctions', version: '1', chainId }
  const [collection, tokenId = ''] = token.split(':')
  const whose = { seller: seller as `0x${string}`, collection: collection as `0x${string}` }
  const now = Math.floor(Date.now() / 1000)
  const terms = { currency: currency as `0x${string}`, reserve: 10n ** 18n, stepBps: 500n, stepAmount: 0n }
  const announced = await account.signTypedData({
    ...{ domain, types, primaryType: 'AuctionAnnouncement' },
    message: {
      ...whose,
      ...terms,
      tokenId: BigInt(tokenId),
      announcedAt: BigInt(now),
      endsAt: BigInt(now + 259_200),
    },
  })
  const withdrawn = await account.signTypedData({
    ...{ domain, types, primaryType: 'AuctionWithdrawal' },
    message: { ...whose, tokenId: BigInt(tokenId), withdrawnAt: BigInt(now + 1) },
  })
  const body = { currency, reserve: `${terms.reserve}`, stepBps: 500, stepAmount: '0' }
  return {
    announced: {
      route: '/auctions/v1',
      query: { signature: announced },
      body: { seller, token, ...body, announcedAt: now, endsAt: now + 259_200 },
    },
    withdrawn: {
      route: '/auctions/withdraw/v1',
      query: { signature: withdrawn },
      body: { seller, token, withdrawnAt: now + 1 },
    },
  }
}
