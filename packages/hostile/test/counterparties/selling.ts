import { acceptOffers } from '@sluice/core'
import { erc721Abi, type Fill, orderHash, orderShape, type SignedOrder } from '@sluice/seaport'
import { encodeFunctionData } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import { itemOf, stepOf } from './provider.ts'
import { balanceChange, type Scene, shownSum } from './scene.ts'
import { keyOf, type Stage } from './stage.ts'
import { areFungible, type Line, revokeAtRandom, scaleOf, sum, totalsOf, tradePlan } from './tradeLines.ts'
import { callsOf, planForms } from './trades.ts'

/** One line of what the user agreed to sell. */
type SaleLine = Line & { readonly named: boolean }

/** Several offers accepted, of makers who may withdraw them, by a provider that may lie about their proceeds. */
export async function selling(stage: Stage, random: SeededRandom): Promise<Scene> {
  const { user, makers, conduit, conduitKey, seaport, weth, usdc, art, photos, editions, tokens, read } =
    stage
  const one = random.pick([weth, weth, usdc])
  const mixed = random.odds(0.15)
  const contracts = random.pick([[art], [art], [art, photos], [art, editions]])
  const pool = tokens.filter(
    ({ contract, tokenId, kind }) => contracts.includes(contract) && kind === 'erc721' && tokenId <= 4n,
  )
  const even = random.odds(0.4)
  const price = BigInt(1 + random.below(900))
  const lines: SaleLine[] = random.some(pool, 3).map((token) => {
    const currency = mixed ? random.pick([weth, usdc]) : one
    const seen = (even ? price : BigInt(1 + random.below(900))) * scaleOf(stage, currency)
    return { token, quantity: 1n, named: random.odds(0.3), seen, currency }
  })
  if (contracts.includes(editions))
    lines.push({
      token: { contract: editions, tokenId: BigInt(1 + random.below(6)), kind: 'erc1155' },
      quantity: BigInt(1 + random.below(2)),
      named: random.odds(0.3),
      seen: BigInt(1 + random.below(20)) * scaleOf(stage, one),
      currency: one,
    })
  const partial = random.odds(0.4)
  const bound = random.pick(['each', 'each', 'total'] as const)
  const parallel = random.odds(0.2)
  const totals = totalsOf(lines)

  const lies = random.odds(0.5)
  const prices = lines.map(({ seen, quantity }) => seen * quantity)
  if (lies && lines.length > 1) {
    const same = lines.flatMap(({ currency }, index) => (currency === lines[0]!.currency ? [index] : []))
    const dear = random.pick(same)
    for (const index of same)
      if (index !== dear) {
        const left = random.pick([1n, prices[index]! / 2n, prices[index]! / 100n]) * lines[index]!.quantity
        prices[dear] = prices[dear]! + (prices[index]! > left ? prices[index]! - left : 0n)
        prices[index] = left
      }
  } else if (lies) prices[0] = prices[0]! / 2n
  const orders: readonly SignedOrder[] = await Promise.all(
    lines.map(({ token, quantity, currency }, index) => {
      const whole = prices[index]! - (prices[index]! % quantity)
      const any = token.kind === 'erc721' && random.odds(0.4)
      return stage.bid(random.pick(makers.slice(0, -1)), {
        gross: whole > 0n ? whole : quantity,
        currency,
        quantity,
        target: {
          kind: token.kind,
          token: token.contract,
          ...(any ? { root: 0n } : { tokenId: token.tokenId }),
        },
      })
    }),
  )
  const fills = orders.map((order, index): Fill => {
    const criteria = (orderShape(order.components)?.nft.itemType ?? 0) > 3
    return { ...order, ...(criteria && { tokenId: lines[index]!.token.tokenId, proof: [] }) }
  })
  const calls = callsOf(random, random.pick(planForms), fills, {
    seaport,
    conduitKey,
    now: (await stage.now()) - 5n,
    account: user.address,
  })
  const approvals: unknown[] = []
  for (const contract of new Set(lines.map(({ token }) => token.contract))) {
    const approve = (approved: boolean) => ({
      to: contract,
      data: encodeFunctionData({
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [conduit, approved],
      }),
    })
    await revokeAtRandom(stage, random, 0.2, approve(false))
    if (!(await read<boolean>(contract, erc721Abi, 'isApprovedForAll', [user.address, conduit])))
      approvals.push(itemOf(user.address, approve(true)))
  }
  const title = [
    `sell ${lines.map(({ token, quantity, seen, currency }) => `${quantity} × ${keyOf(token).slice(0, 6)}…${token.tokenId} for ${seen} of ${currency.slice(0, 6)}`).join(', ')}`,
    `bound by ${bound}, ${calls.map(({ call, fills: own }) => `${call.functionName} of ${own.length}`).join(' and ')}${partial ? ', partial' : ''}${parallel ? ', parallel' : ''}${lies ? ', lies' : ''}`,
    `planned at ${prices.join(', ')}`,
  ].join('\n  ')
  return {
    title,
    orders,
    isHonest: !lies && bound === 'each',
    answers: tradePlan(stage, {
      lines,
      orders,
      calls,
      approvals: stepOf('nft-approval', 'transaction', approvals),
      quoteOf: ({ seen }) => seen,
    }),
    start: (client, wallet, confirm) =>
      acceptOffers(client, {
        wallet,
        ...(confirm === undefined ? {} : { confirm }),
        parallel,
        items: lines.map(({ token, quantity, named, seen, currency }, index) => ({
          token: keyOf(token),
          quantity: Number(quantity),
          ...(named && { orderId: orderHash(orders[index]!.components) }),
          ...(bound === 'each' && { minPrice: totals.size === 1 ? seen : { currency, raw: seen } }),
        })) as never,
        expectedPrice: Object.fromEntries([...totals].map(([currency, raw]) => [currency, { raw }])),
        options: { partial },
      }),
    audit: (outcome) => {
      const { before, after, complete } = outcome
      const wrong: string[] = []
      const gone = lines.map(({ token }) => -balanceChange(before, after, keyOf(token)))
      const all = lines.every(({ quantity }, index) => gone[index]! >= quantity)
      const units = sum(lines.map(({ quantity }) => quantity))
      for (const currency of stage.currencies) {
        const tolerance = currency === usdc ? 10n : 10n ** 13n
        const total = totals.get(currency) ?? 0n
        const own = sum(
          lines.map((line, index) => (line.currency === currency ? line.seen * gone[index]! : 0n)),
        )
        // A total does not bound the parts of a sale, unless the parts are alike.
        const least =
          bound === 'each'
            ? own
            : all
              ? total - tolerance
              : areFungible(lines)
                ? ((total - tolerance) * sum(gone)) / units
                : total
        const got = balanceChange(before, after, currency)
        const known = outcome.shown.length > 0 ? shownSum(outcome, currency) : least
        if (sum(gone) > 0n && got < (known < least ? known : least))
          wrong.push(`got ${got} of ${currency} where at least ${least} was agreed for what left`)
        if (got < 0n) wrong.push(`paid ${-got} of ${currency}`)
      }
      for (const token of tokens) {
        const left = -balanceChange(before, after, keyOf(token))
        const line = lines.find((one) => keyOf(one.token) === keyOf(token))
        if (left > (line?.quantity ?? 0n)) wrong.push(`${left} of ${keyOf(token)} left the account`)
      }
      if (complete && !all && !partial) wrong.push('complete although something was not sold')
      if (complete && sum(gone) === 0n) wrong.push('complete although nothing was sold')
      return wrong
    },
  }
}
