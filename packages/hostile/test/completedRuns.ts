import { buyTokens, type Execution, listTokens } from '@sluice/core'
import { zeroAddress } from '@sluice/seaport'
import type { Attack } from '../src/proxy.ts'
import { rpc, tokensOf, type World } from './world.ts'

const eth = 10n ** 18n

/** The result of a purchase or listing whose wallet sends and signs, and the chain's state after it. */
export type CompletedRun = {
  readonly attack: string
  readonly listing: boolean
  readonly status: Execution['status']
  readonly code: string | undefined
  readonly money: string | undefined
  readonly harm: readonly string[]
}

/**
 * Lies after the wallet's answer: about what was mined, seen, stored or moved. The victim's
 * wallet does everything; the final report must match the chain.
 */
export async function runAttacksToEnd(
  world: World,
  attacks: readonly Attack[],
): Promise<readonly CompletedRun[]> {
  const seller = world.victim(4)
  const buyer = world.victim(5)
  const tokens = (await tokensOf(world, world.context.nft, seller.account)).map(
    (id) => `${world.context.nft}:${id}`,
  )
  // None that a scene sells: of two listings at one price either may be taken, and a scene must be repeatable.
  const editions = [2n, 3n, 4n, 5n]
  const expirationTime = `${Math.floor(Date.now() / 1_000) + 3_600}`
  // Two units of each edition: one for each lie about a purchase.
  await listTokens(world.client(true), {
    wallet: seller,
    listings: editions.map((id) => ({
      token: `${world.context.editions}:${id}`,
      weiPrice: 2n * eth,
      quantity: 2,
      expirationTime,
    })),
  }).result()
  await rpc(world.chain.rpcUrl, 'evm_mine')
  const result: CompletedRun[] = []
  for (const attack of attacks) {
    const listing = attack.kind === 'reply' && attack.routes.includes('/order/')
    world.hostile.play({ kind: 'attack', attack })
    const harm: string[] = []
    const bought = result.filter(({ listing: other }) => !other).length
    const id = editions[Math.floor(bought / 2)] as bigint
    // An attack on push only withholds nothing: the purchase completes, however long it takes.
    const withholds = attack.kind !== 'reply' || !attack.routes.includes('/events')
    const client = world.client(false, withholds)
    const signal = withholds ? AbortSignal.timeout(6_000) : new AbortController().signal
    const held = async () =>
      world.reads.readContract({
        address: world.context.editions,
        abi: [
          {
            type: 'function',
            name: 'balanceOf',
            stateMutability: 'view',
            inputs: [{ type: 'address' }, { type: 'uint256' }],
            outputs: [{ type: 'uint256' }],
          },
        ] as const,
        functionName: 'balanceOf',
        args: [buyer.account, id],
      })
    const before = { units: await held(), coin: await world.reads.getBalance({ address: buyer.account }) }
    const run = listing
      ? listTokens(client, {
          wallet: seller,
          signal,
          listings: [{ token: tokens[0] as string, weiPrice: eth, expirationTime }],
        })
      : buyTokens(client, {
          wallet: buyer,
          signal,
          items: [{ token: `${world.context.editions}:${id}` }],
          expectedPrice: { [zeroAddress]: { raw: eth } },
        })
    const { status, error } = await run.done
    const money = error?.money
    if (listing) {
      const [entry] = (await client.journal.entries()).toReversed()
      const state = entry?.state
      if (status === 'complete' && state !== 'posted') harm.push(`complete, and the journal says ${state}`)
      if (status !== 'complete' && (money === 'untouched' || state === 'rejected'))
        harm.push(
          `a signature left the page, and the money is said to be ${money}, the journal says ${state}`,
        )
    } else {
      const came = (await held()) - before.units
      const paid = before.coin - (await world.reads.getBalance({ address: buyer.account }))
      if (status === 'complete' && came !== 1n) harm.push('complete, and nothing came')
      if (came > 0n && (money === 'untouched' || money === 'gas_only'))
        harm.push(`bought, and the money is said to be ${money}`)
      if (paid > eth + eth / 100n) harm.push(`paid ${paid}`)
      if (came > 1n) harm.push('bought twice')
    }
    result.push({ attack: attack.name, listing, status, code: error?.code, money, harm })
  }
  return result
}
