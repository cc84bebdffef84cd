import { listTokens } from '@sluice/core'
import { buildListing, erc721Abi } from '@sluice/seaport'
import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import { commonTerms, signedScene } from './posting.ts'
import { itemOf, stepOf } from './provider.ts'
import { balanceChange, type Scene } from './scene.ts'
import { keyOf, type Stage } from './stage.ts'
import { revokeAtRandom } from './tradeLines.ts'

/** Tokens are listed, by a provider that may reject some, and bought while the next is being signed. */
export async function listing(stage: Stage, random: SeededRandom): Promise<Scene> {
  const { user, art, conduit, weth, read } = stage
  const tokens = random.some(
    stage.tokens.filter(({ contract, tokenId }) => contract === art && tokenId <= 4n),
    3,
  )
  const lines = tokens.map((token) => ({
    token,
    price: BigInt(1 + random.below(900)) * 10n ** 15n,
    currency: random.pick<Address>([zeroAddress, weth]),
  }))
  const approve = (approved: boolean) => ({
    to: art,
    data: encodeFunctionData({
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [conduit, approved],
    }),
  })
  await revokeAtRandom(stage, random, 0.3, approve(false))
  const approved = await read<boolean>(art, erc721Abi, 'isApprovedForAll', [user.address, conduit])
  const now = await stage.now()
  return signedScene(stage, random, {
    count: lines.length,
    refusal: 'This token cannot be listed',
    title: `list ${lines.map(({ token, price, currency }) => `${token.tokenId} for ${price} of ${currency.slice(0, 6)}`).join(', ')}`,
    ordersOf: (params) =>
      params.map((wanted, index) =>
        buildListing({
          ...commonTerms(stage, now, wanted, index),
          currency: wanted.currency,
          token: art,
          tokenId: BigInt(wanted.token.split(':')[1]!),
          kind: 'erc721',
        }),
      ),
    stepsBefore: () => [
      stepOf('nft-approval', 'transaction', approved ? [] : [itemOf(user.address, approve(true))]),
    ],
    start: (client, wallet, confirm) =>
      listTokens(client, {
        wallet,
        ...(confirm === undefined ? {} : { confirm }),
        listings: lines.map(({ token, price, currency }) => ({
          token: keyOf(token),
          weiPrice: price,
          currency,
          automatedRoyalties: false,
        })),
      }),
    audit: ({ before, after, complete }, posted) => {
      const wrong: string[] = []
      for (const currency of stage.currencies) {
        const least = lines.reduce(
          (sum, { token, price, currency: own }) =>
            own === currency ? sum - balanceChange(before, after, keyOf(token)) * price : sum,
          0n,
        )
        const got = balanceChange(before, after, currency)
        if (got < least) wrong.push(`got ${got} of ${currency} where ${least} was asked for what left`)
      }
      for (const token of stage.tokens)
        if (balanceChange(before, after, keyOf(token)) < 0n && !lines.some((line) => line.token === token))
          wrong.push(`${keyOf(token)} left the account`)
      if (complete && posted.length === 0) wrong.push('complete although nothing was listed')
      return wrong
    },
  })
}
