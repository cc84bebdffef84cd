import { cancelOrders } from '@sluice/core'
import { cancelOrders as cancelCall, orderHash, type SignedOrder } from '@sluice/seaport'
import { zeroAddress } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import { itemOf, stepOf } from './provider.ts'
import { balanceChange, type Scene } from './scene.ts'
import { keyOf, type Stage } from './stage.ts'

/** The user's own listings are cancelled while a rival may buy from them. */
export async function cancelling(stage: Stage, random: SeededRandom): Promise<Scene> {
  const { user, art, seaport } = stage
  const tokens = random.some(
    stage.tokens.filter(({ contract, tokenId }) => contract === art && tokenId <= 4n),
    3,
  )
  const price = BigInt(1 + random.below(900)) * 10n ** 15n
  const orders: readonly SignedOrder[] = await Promise.all(
    tokens.map(({ contract, tokenId }) =>
      stage.list(user, {
        gross: price,
        currency: zeroAddress,
        quantity: 1n,
        token: contract,
        tokenId,
        kind: 'erc721',
      }),
    ),
  )
  const ids = orders.map(({ components }) => orderHash(components))
  const apart = random.odds(0.4)
  const groups = apart ? orders.map((order) => [order]) : [orders]
  return {
    title: `cancel ${tokens.map(({ tokenId }) => tokenId).join(', ')}${apart ? ' one by one' : ''}, each asks ${price}`,
    orders,
    isHonest: true,
    answers: {
      plan: () => ({
        requestId: 'cancel',
        steps: [
          stepOf(
            'cancellation',
            'transaction',
            groups.map((group) =>
              itemOf(
                user.address,
                cancelCall(
                  seaport,
                  group.map(({ components }) => components),
                ),
                group.map(({ components }) => orderHash(components)),
              ),
            ),
          ),
        ],
      }),
    },
    start: (client, wallet, confirm) =>
      cancelOrders(client, { wallet, orderIds: ids, ...(confirm === undefined ? {} : { confirm }) }),
    audit: async ({ before, after, complete }) => {
      const wrong: string[] = []
      const sold = tokens.filter((token) => balanceChange(before, after, keyOf(token)) < 0n)
      const got = balanceChange(before, after, zeroAddress)
      if (got < price * BigInt(sold.length)) wrong.push(`got ${got} for ${sold.length} tokens`)
      const statuses = await Promise.all(ids.map((id) => stage.orderStatus(id)))
      if (complete && statuses.some(({ cancelled, filled }) => !cancelled && filled === 0n))
        wrong.push('complete although an order is live')
      if (complete && sold.length === tokens.length) wrong.push('complete although every order was filled')
      return wrong
    },
  }
}
