import { transferTokens } from '@sluice/core'
import { erc721Abi, erc1155Abi, type SignedOrder } from '@sluice/seaport'
import { encodeFunctionData, zeroAddress } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import { itemOf, stepOf } from './provider.ts'
import { balanceChange, type Scene } from './scene.ts'
import { keyOf, type Stage } from './stage.ts'

/** Tokens are transferred while a rival may buy them by an open listing of the user's. */
export async function transferring(stage: Stage, random: SeededRandom): Promise<Scene> {
  const { user, makers, art, editions } = stage
  const to = makers.at(-1)!
  const price = BigInt(1 + random.below(900)) * 10n ** 15n
  const lines = random
    .some(
      stage.tokens.filter(
        ({ contract, tokenId }) =>
          (contract === art && tokenId <= 4n) || (contract === editions && tokenId < 3n),
      ),
      3,
    )
    .map((token) => ({ token, quantity: token.kind === 'erc1155' ? BigInt(1 + random.below(2)) : 1n }))
  const orders: readonly SignedOrder[] = await Promise.all(
    lines
      .filter(({ token }) => token.kind === 'erc721')
      .map(({ token }) =>
        stage.list(user, {
          gross: price,
          currency: zeroAddress,
          quantity: 1n,
          token: token.contract,
          tokenId: token.tokenId,
          kind: 'erc721',
        }),
      ),
  )
  const parallel = random.odds(0.3)
  return {
    title: `transfer ${lines.map(({ token, quantity }) => `${quantity} × ${token.tokenId}`).join(', ')}, listed at ${price}, for somebody else`,
    orders,
    isHonest: true,
    answers: {
      plan: () => ({
        requestId: 'transfer',
        steps: [
          stepOf(
            'transfer',
            'transaction',
            lines.map(({ token: { contract, tokenId, kind }, quantity }) =>
              itemOf(user.address, {
                to: contract,
                data:
                  kind === 'erc721'
                    ? encodeFunctionData({
                        abi: erc721Abi,
                        functionName: 'safeTransferFrom',
                        args: [user.address, to.address, tokenId],
                      })
                    : encodeFunctionData({
                        abi: erc1155Abi,
                        functionName: 'safeTransferFrom',
                        args: [user.address, to.address, tokenId, quantity, '0x'],
                      }),
              }),
            ),
          ),
        ],
      }),
    },
    start: (client, wallet, confirm) =>
      transferTokens(client, {
        wallet,
        to: to.address,
        parallel,
        items: lines.map(({ token, quantity }) => ({ token: keyOf(token), quantity: Number(quantity) })),
        ...(confirm === undefined ? {} : { confirm }),
      }),
    audit: ({ before, after, receiverBefore, receiverAfter, complete }) => {
      const wrong: string[] = []
      const gone = lines.map(({ token }) => -balanceChange(before, after, keyOf(token)))
      const got = balanceChange(before, after, zeroAddress)
      if (got < 0n) wrong.push(`paid ${-got}`)
      for (const [index, { token, quantity }] of lines.entries()) {
        if (gone[index]! > quantity) wrong.push(`${gone[index]} of ${keyOf(token)} left`)
        if (complete && balanceChange(receiverBefore, receiverAfter, keyOf(token)) < quantity)
          wrong.push(`complete although ${keyOf(token)} did not arrive`)
      }
      for (const token of stage.tokens)
        if (balanceChange(before, after, keyOf(token)) < 0n && !lines.some((line) => line.token === token))
          wrong.push(`${keyOf(token)} left the account`)
      return wrong
    },
  }
}
