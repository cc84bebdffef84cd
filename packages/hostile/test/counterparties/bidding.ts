import { placeBids } from '@sluice/core'
import { buildBid, erc20Abi, wrappedNativeAbi } from '@sluice/seaport'
import { encodeFunctionData } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import { commonTerms, signedScene } from './posting.ts'
import { itemOf, stepOf } from './provider.ts'
import { balanceChange, type Scene } from './scene.ts'
import { keyOf, type Stage } from './stage.ts'
import { revokeAtRandom } from './tradeLines.ts'

/** Offers for tokens of a rival, by a provider that may reject some, and accepted while the next is being signed. */
export async function bidding(stage: Stage, random: SeededRandom): Promise<Scene> {
  const { user, art, conduit, weth, read } = stage
  const tokens = random.some(
    stage.tokens.filter(({ contract, tokenId }) => contract === art && tokenId > 16n),
    3,
  )
  const most = random.pick([900, 900, 40_000])
  const lines = tokens.map((token) => ({ token, price: BigInt(1 + random.below(most)) * 10n ** 15n }))
  const approve = (amount: bigint) => ({
    to: weth,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, amount] }),
  })
  await revokeAtRandom(stage, random, 0.3, approve(0n))
  const [balance, allowed] = await Promise.all([
    read<bigint>(weth, erc20Abi, 'balanceOf', [user.address]),
    read<bigint>(weth, erc20Abi, 'allowance', [user.address, conduit]),
  ])
  const now = await stage.now()
  return signedScene(stage, random, {
    count: lines.length,
    refusal: 'This offer cannot be made',
    title: `bid ${lines.map(({ token, price }) => `${price} for ${token.tokenId}`).join(', ')}`,
    ordersOf: (params) =>
      params.map((wanted, index) =>
        buildBid({
          ...commonTerms(stage, now, wanted, index),
          currency: weth,
          target: { kind: 'erc721', token: art, tokenId: BigInt(wanted.token.split(':')[1]!) },
        }),
      ),
    stepsBefore: (params) => {
      const total = params.reduce((sum, { weiPrice }) => sum + BigInt(weiPrice), 0n)
      const wrap = {
        to: weth,
        data: encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' }),
        value: total - balance,
      }
      return [
        stepOf('currency-wrapping', 'transaction', balance < total ? [itemOf(user.address, wrap)] : []),
        stepOf(
          'currency-approval',
          'transaction',
          allowed < total ? [itemOf(user.address, approve(total))] : [],
        ),
      ]
    },
    start: (client, wallet, confirm) =>
      placeBids(client, {
        wallet,
        ...(confirm === undefined ? {} : { confirm }),
        bids: lines.map(({ token, price }) => ({
          token: keyOf(token),
          weiPrice: price,
          automatedRoyalties: false,
        })),
      }),
    audit: ({ before, after, complete }, posted) => {
      const wrong: string[] = []
      const agreed = lines.reduce(
        (sum, { token, price }) => sum + balanceChange(before, after, keyOf(token)) * price,
        0n,
      )
      // What is wrapped stays the account's.
      const money = stage.currencies.reduce(
        (sum, currency) => sum + balanceChange(before, after, currency),
        0n,
      )
      if (-money > agreed) wrong.push(`paid ${-money} where at most ${agreed} was offered for what arrived`)
      for (const token of stage.tokens)
        if (balanceChange(before, after, keyOf(token)) < 0n) wrong.push(`${keyOf(token)} left the account`)
      if (complete && posted.length === 0) wrong.push('complete although nothing was offered')
      return wrong
    },
  })
}
