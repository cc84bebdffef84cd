import { type CheckedTransaction, eip1193Wallet } from '@sluice/core'
import type { Address, Hex } from 'viem'
import { requestKey } from './requestKey.ts'
import type { Prompt, Victim, World } from './world.ts'

type SendCalls = {
  readonly from: Address
  readonly chainId: Hex
  readonly calls: readonly { readonly to: Address; readonly data: Hex; readonly value: Hex }[]
}

/** A wallet over EIP-1193 that implements only what a batch needs. */
type Request = { readonly method: string; readonly params?: readonly unknown[] }

/**
 * Makes a victim's wallet batch (EIP-5792). It decodes its requests and executes all of them; it rejects a batch of
 * nothing but held calls. Returns the batches that it was asked for, as they come.
 */
export function enableBatching(world: World, victim: Victim): readonly (readonly Prompt[])[] {
  const batches: (readonly Prompt[])[] = []
  const hashes: Hex[] = []
  const writer = world.writer(world.accounts.findIndex(({ address }) => same(address, victim.account)))
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_accounts: () => [victim.account],
    wallet_getCapabilities: ([, ids]) =>
      Object.fromEntries((ids as readonly Hex[]).map((id) => [id, { atomic: { status: 'supported' } }])),
    wallet_sendCalls: async ([asked]) => {
      const { from, chainId, calls } = asked as SendCalls
      const batch = calls.map(
        ({ to, data, value }) =>
          ({
            kind: 'transaction',
            chainId: Number(chainId),
            account: from,
            to,
            data,
            value: BigInt(value),
          }) as CheckedTransaction,
      )
      batches.push(batch)
      victim.prompts.push(...batch)
      if (batch.every((call) => victim.hold.has(requestKey(call))))
        throw Object.assign(new Error('Held'), { code: 4_001 })
      for (const call of batch) hashes.push((await writer.send(call)).transactionHash)
      return { id: 'batch' }
    },
    wallet_getCallsStatus: () => ({
      status: 200,
      receipts: hashes.map((transactionHash) => ({ transactionHash })),
    }),
  }
  const { capabilities, sendCalls, callsStatus } = eip1193Wallet({
    request: async ({ method, params = [] }: Request) => {
      const answer = answers[method]
      if (answer === undefined) throw new Error(`A batch does not need ${method}.`)
      return answer(params)
    },
  })
  Object.assign(victim, { capabilities, sendCalls, callsStatus })
  return batches
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
