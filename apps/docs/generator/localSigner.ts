import { localAccounts } from '@sluice/devnet'
import { type AuctionStatement, auctionTypedData } from '@sluice/guards'
import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** One of the local chain's well-known accounts, able to sign. */
export function localSigner(signer: string): PrivateKeyAccount {
  const local = localAccounts().find(({ address }) => address === signer)
  if (local === undefined) throw new Error(`${signer} is none of the local accounts.`)
  return privateKeyToAccount(local.privateKey)
}

/** What the owner of a token says about its auction, ready to be posted: first the terms, then their withdrawal. */
export async function signStatements(chainId: number, seller: string, token: string, currency: string) {
  const [contract, tokenId = ''] = token.split(':')
  const whose = { seller: seller as Hex, contract: contract as Hex, tokenId: BigInt(tokenId) }
  const now = Math.floor(Date.now() / 1000)
  const endsAt = now + 259_200
  const terms = {
    currency: currency as Hex,
    reserve: 10n ** 18n,
    stepBps: 500n,
    stepAmount: 0n,
    endsAt: BigInt(endsAt),
  }
  const sign = (statement: AuctionStatement): Promise<Hex> =>
    localSigner(seller).sign({ hash: auctionTypedData(chainId, statement).digest })
  const announced = await sign({ ...whose, at: BigInt(now), terms })
  const withdrawn = await sign({ ...whose, at: BigInt(now + 1) })
  return {
    announced: {
      route: '/auctions/v1',
      query: { signature: announced },
      body: {
        seller,
        token,
        currency,
        reserve: `${terms.reserve}`,
        stepBps: 500,
        stepAmount: '0',
        announcedAt: now,
        endsAt,
      },
    },
    withdrawn: {
      route: '/auctions/withdraw/v1',
      query: { signature: withdrawn },
      body: { seller, token, withdrawnAt: now + 1 },
    },
  }
}
