import { buyTokens } from '@sluice/core'
import { erc20Abi, type Fill, orderHash, orderShape, type SignedOrder } from '@sluice/seaport'
import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import { itemOf, stepOf } from './provider.ts'
import { balanceChange, type Scene, shownSum } from './scene.ts'
import { keyOf, type Stage } from './stage.ts'
import { areFungible, type Line, revokeAtRandom, scaleOf, sum, totalsOf, tradePlan } from './tradeLines.ts'
import { callsOf, planForms } from './trades.ts'

/** One line of what the user agreed to buy. */
type PurchaseLine = Line & { readonly target: 'token' | 'order' | 'collection' }

/** Items for tokens of the makers, at prices that differ widely. */
function drawLines(stage: Stage, random: SeededRandom): readonly PurchaseLine[] {
  const { art, photos, editions, currencies, tokens, makers } = stage
  const one = random.pick(currencies)
  const mixed = random.odds(0.15)
  const owned = tokens.filter(({ kind, tokenId }) => kind === 'erc721' && tokenId > 4n && tokenId <= 12n)
  const contracts = random.pick([[art], [art], [art, photos], [art, editions]])
  const pool = owned.filter(({ contract }) => contracts.includes(contract))
  const count = 1 + random.below(3)
  const sweep = random.odds(0.2)
  const even = random.odds(0.4)
  const price = BigInt(1 + random.below(900))
  const lines = random.some(pool, count).map((token): PurchaseLine => {
    const currency = mixed ? random.pick(currencies) : one
    const seen = (even ? price : BigInt(1 + random.below(900))) * scaleOf(stage, currency)
    return { token, quantity: 1n, target: random.pick(['token', 'token', 'order']), seen, currency }
  })
  if (contracts.includes(editions) && makers.length > 0)
    lines.push({
      token: { contract: editions, tokenId: BigInt(1 + random.below(6)), kind: 'erc1155' },
      quantity: BigInt(1 + random.below(2)),
      target: random.pick(['token', 'order']),
      seen: BigInt(1 + random.below(20)) * scaleOf(stage, one),
      currency: one,
    })
  return sweep && lines.every(({ token }) => token.contract === art)
    ? lines.map((line) => ({ ...line, target: 'collection', currency: one }))
    : lines
}

/** Several tokens bought from makers who may withdraw, by a provider that may lie about the prices. */
export async function buying(stage: Stage, random: SeededRandom): Promise<Scene> {
  const { user, makers, conduitKey, seaport } = stage
  const lines = drawLines(stage, random)
  const partial = random.odds(0.4)
  const bound = random.pick(['each', 'each', 'total'] as const)
  const parallel = random.odds(0.2)
  const recipient = random.odds(0.1) ? makers.at(-1) : undefined
  const tip = random.odds(0.1)
    ? { recipient: makers[0]!.address, amount: scaleOf(stage, lines[0]!.currency) }
    : undefined
  const totals = totalsOf(lines)
  const [tipCurrency] = [...totals.keys()] as [Address]
  if (tip !== undefined) totals.set(tipCurrency, totals.get(tipCurrency)! + tip.amount)

  // What the provider really plans: the orders at the prices that were seen, or at others with the same sum.
  const lies = random.odds(0.5)
  const prices = lines.map(({ seen, quantity }) => seen * quantity)
  if (lies && lines.length > 1) {
    const same = lines.flatMap(({ currency }, index) => (currency === lines[0]!.currency ? [index] : []))
    const dear = random.pick(same)
    for (const index of same)
      if (index !== dear) {
        const moved = (prices[index]! * BigInt(random.pick([10, 50, 99]))) / 100n
        const whole = moved - (moved % lines[index]!.quantity)
        const fits = whole - (whole % lines[dear]!.quantity)
        prices[dear] = prices[dear]! + fits
        prices[index] = prices[index]! - fits
      }
  } else if (lies) prices[0] = prices[0]! + lines[0]!.quantity
  const orders: readonly SignedOrder[] = await Promise.all(
    lines.map(async ({ token, quantity, currency }, index) => {
      const owner = makers.find(({ name }) => name === ['ben', 'cleo'][Number((token.tokenId - 1n) / 4n) - 1])
      return stage.list(token.kind === 'erc1155' ? makers[0]! : owner!, {
        gross: prices[index]! - (prices[index]! % quantity),
        currency,
        token: token.contract,
        tokenId: token.tokenId,
        kind: token.kind,
        quantity,
        ...(random.odds(0.05) && recipient === undefined ? { taker: user.address } : {}),
      })
    }),
  )
  const fills = orders.map((order, index) => ({
    ...order,
    ...(index === 0 && tip !== undefined ? { tips: [tip] } : {}),
  }))
  const form = random.pick(planForms)
  const calls = callsOf(random, form, fills, {
    seaport,
    conduitKey,
    now: (await stage.now()) - 5n,
    account: user.address,
    ...(recipient === undefined ? {} : { recipient: recipient.address }),
  })
  const approvals = await approvalsFor(stage, fills, random)
  const boundOf = ({ seen, currency, quantity }: Line, index: number) => {
    const withTip = index === 0 && tip !== undefined ? tip.amount : 0n
    return { currency, raw: seen + (withTip + quantity - 1n) / quantity }
  }
  const title = [
    `buy ${lines.map(({ token, quantity, target, seen, currency }) => `${quantity} × ${keyOf(token).slice(0, 6)}…${token.tokenId} by ${target} for ${seen} of ${currency.slice(0, 6)}`).join(', ')}`,
    `bound by ${bound}, ${form}${partial ? ', partial' : ''}${parallel ? ', parallel' : ''}${lies ? ', lies' : ''}${tip ? ', fee on top' : ''}${recipient ? ', for somebody else' : ''}`,
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
      approvals: stepOf('currency-approval', 'transaction', approvals),
      quoteOf: ({ quantity, seen }, index) => (lies ? prices[index]! / quantity : seen),
    }),
    start: (client, wallet, confirm) =>
      buyTokens(client, {
        wallet,
        ...(confirm === undefined ? {} : { confirm }),
        parallel,
        items: lines.map((line, index) => {
          const { token, target, quantity } = line
          const maxPrice = bound === 'each' ? boundOf(line, index) : undefined
          return {
            ...(target === 'token' && { token: keyOf(token) }),
            ...(target === 'order' && { orderId: orderHash(orders[index]!.components) }),
            ...(target === 'collection' && { collection: token.contract }),
            quantity: Number(quantity),
            ...(maxPrice && { maxPrice: totals.size === 1 ? maxPrice.raw : maxPrice }),
          }
        }) as never,
        expectedPrice: Object.fromEntries([...totals].map(([currency, raw]) => [currency, { raw }])),
        options: {
          partial,
          ...(recipient && { taker: recipient.address }),
          ...(tip && { feesOnTop: [`${tip.recipient}:${tip.amount}`] }),
        },
      }),
    audit: (outcome) => {
      const { before, after, receiverBefore, receiverAfter, complete } = outcome
      const wrong: string[] = []
      const arrived = lines.map(({ token }) => balanceChange(receiverBefore, receiverAfter, keyOf(token)))
      const paid = (currency: Address) => -balanceChange(before, after, currency)
      const all = lines.every(({ quantity }, index) => arrived[index]! >= quantity)
      const units = sum(lines.map(({ quantity }) => quantity))
      for (const currency of stage.currencies) {
        // The fees on a price differ by less than the rounding of each unit can amount to.
        const tolerance = currency === stage.usdc ? 10n : 10n ** 13n
        const total = (totals.get(currency) ?? -tolerance) + tolerance
        const own = sum(
          lines.map((line, index) => {
            const each = boundOf(line, index)
            return each.currency === currency ? each.raw * arrived[index]! : 0n
          }),
        )
        const share = areFungible(lines) ? (total * sum(arrived)) / units : 0n
        const most = bound === 'each' ? (own < total ? own : total) : all ? total : share
        const known = shownSum(outcome, currency)
        if (paid(currency) > (known > most ? known : most))
          wrong.push(
            `paid ${paid(currency)} of ${currency} where at most ${most} was agreed for what arrived`,
          )
      }
      for (const token of stage.tokens)
        if (balanceChange(before, after, keyOf(token)) < 0n) wrong.push(`${keyOf(token)} left the account`)
      if (complete && !all && !partial) wrong.push('complete although something did not arrive')
      if (complete && sum(arrived) === 0n) wrong.push('complete although nothing arrived')
      return wrong
    },
  }
}

/** Approvals that the currencies of the orders need, exact, unless the account has them. */
async function approvalsFor(stage: Stage, fills: readonly Fill[], random: SeededRandom) {
  const { user, conduit, read } = stage
  const needed = new Map<Address, bigint>()
  for (const { components, tips = [] } of fills) {
    const shape = orderShape(components)!
    const price = sum([
      ...shape.payments.map(({ startAmount }) => startAmount),
      ...tips.map(({ amount }) => amount),
    ])
    needed.set(shape.currency, (needed.get(shape.currency) ?? 0n) + price)
  }
  const items: unknown[] = []
  for (const [currency, amount] of needed) {
    if (currency === zeroAddress) continue
    const approve = (value: bigint) => ({
      to: currency,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, value] }),
    })
    await revokeAtRandom(stage, random, 0.3, approve(0n))
    const allowed = await read<bigint>(currency, erc20Abi, 'allowance', [user.address, conduit])
    if (allowed < amount) items.push(itemOf(user.address, approve(amount)))
  }
  return items
}
