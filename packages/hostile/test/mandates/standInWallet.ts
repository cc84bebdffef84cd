import { type Eip1193Provider, eip1193Wallet, type Wallet } from '@sluice/core'
import type { OrderComponents, SignedOrder } from '@sluice/seaport'
import type { Hex } from 'viem'
import type { Stage } from '../counterparties/stage.ts'
import { createStageWallet } from '../counterparties/wallet.ts'

/** What a wallet does at a prompt, besides what it is asked. */
export const faults = [
  'none',
  'refuses',
  'refuses after',
  'fails before',
  'fails after',
  'dies before',
  'dies after',
] as const
export type Fault = (typeof faults)[number]

/** A wallet with a real key that keeps everything that it signed, and fails on demand. */
export function createStandIn(stage: Stage, fault: () => Fault, die: () => void) {
  const quiet = {
    onPrompt: async () => undefined,
    onBlock: async () => undefined,
    onAfter: async () => undefined,
  }
  const inner = createStageWallet(stage, quiet, false)
  const signed: SignedOrder[] = []
  const ask = async (call: { readonly method: string; readonly params?: readonly unknown[] }) => {
    const answer = (await inner.provider.request(call)) as Hex
    if (call.method === 'eth_signTypedData_v4') signed.push(...ordersOf(String(call.params?.[1]), answer))
    return answer
  }
  const request = async (call: { readonly method: string; readonly params?: readonly unknown[] }) => {
    if (call.method !== 'eth_sendTransaction' && call.method !== 'eth_signTypedData_v4') return ask(call)
    const own = fault()
    if (own === 'refuses after' && call.method === 'eth_sendTransaction') await ask(call)
    if (own.startsWith('refuses'))
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    if (own === 'fails before') throw new Error('The connection to the wallet is lost.')
    if (own !== 'dies before') {
      const answer = await ask(call)
      if (own === 'none') return answer
      if (own === 'fails after') throw new Error('The connection to the wallet is lost.')
    }
    die()
    return new Promise<never>(() => undefined)
  }
  const wallet: Wallet = eip1193Wallet({ request: request as Eip1193Provider['request'] })
  return { wallet, sent: inner.sent, prompts: inner.prompts, idle: inner.idle, signed }
}

const numbers = [
  'identifierOrCriteria',
  'startAmount',
  'endAmount',
  'startTime',
  'endTime',
  'salt',
  'counter',
]

/** Returns the single order of a signed message; the stand-in's market asks for no trees. */
function ordersOf(typedData: string, signature: Hex): readonly SignedOrder[] {
  const { primaryType, message } = JSON.parse(typedData, (key, value) =>
    numbers.includes(key) && typeof value !== 'object' ? BigInt(value) : value,
  )
  return primaryType === 'OrderComponents' ? [{ components: message as OrderComponents, signature }] : []
}
