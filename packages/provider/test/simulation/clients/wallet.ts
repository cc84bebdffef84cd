import type { Address, Hex } from 'viem'
import { hexToBigInt } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SentCall } from '../chainActions.ts'
import { chainId } from '../chainId.ts'
import { branchOf, digest, nonceOf } from '../chainModel.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { actionOfCall } from './actionOfCall.ts'
import type { SimulatedWallet } from './model.ts'
import { readSigned } from './readSigned.ts'

/** What a user is asked about. */
const prompts: ReadonlySet<string> = new Set(['eth_sendTransaction', 'eth_signTypedData_v4'])

type Reply = { readonly answer: unknown } | { readonly fault: object } | 'silence'
const fault = (code: number, message: string): { readonly fault: object } => ({
  fault: Object.assign(new Error(message), { code }),
})

/** @param attemptOf the number of the attempt that asks. */
export function createWallet(
  world: World,
  random: Random,
  name: string,
  key: Hex,
  attemptOf: () => number,
): SimulatedWallet {
  const { scheduler, chain, plan, orders } = world
  const signer = privateKeyToAccount(key)
  const account = signer.address.toLowerCase() as Address
  const machine = scheduler.machine(name)
  const sent: SimulatedWallet['sent'] = []
  const signed: SimulatedWallet['signed'] = []
  const unanswered = new Set<number>()

  const send = (attempt: number, asked: Partial<Record<'to' | 'data' | 'value', Hex>>): Hex => {
    const { to = '0x', data = '0x', value = '0x0' } = asked
    // It counts what it sent itself: what a reorganization took back is sent again, and not replaced.
    let nonce = nonceOf(chain.tip().state, account)
    while (sent.some(({ call }) => call.nonce === nonce)) nonce += 1
    const hash = digest(`${account} ${nonce} ${to} ${data} ${value}`)
    const call: SentCall = { hash, from: account, to, data, value: hexToBigInt(value), nonce }
    sent.push({ call, attempt })
    chain.send(actionOfCall(call, orders))
    scheduler.note(`sends ${hash.slice(0, 10)} with nonce ${nonce}`)
    return hash
  }
  const sign = (attempt: number, text: string): Promise<Hex> => {
    const order = readSigned(text)
    signed.push({ order, attempt })
    orders.set(order.id, order)
    scheduler.note(`signs ${order.id.slice(0, 10)}`)
    return signer.signTypedData(JSON.parse(text))
  }
  const carryOut = (attempt: number, method: string, params: readonly unknown[]): unknown =>
    method === 'eth_sendTransaction'
      ? send(attempt, params[0] as Partial<Record<'to' | 'data' | 'value', Hex>>)
      : sign(attempt, String(params[1]))
  /** Decides what its user does. */
  const decide = (attempt: number, method: string, params: readonly unknown[]): Reply => {
    const isCalm = scheduler.now() >= plan.trouble
    const chance = isCalm ? 1 : random.next()
    if (chance < 0.08) return fault(4001, 'User rejected the request.')
    if (chance < 0.11) {
      unanswered.add(attempt)
      return 'silence'
    }
    const answer = carryOut(attempt, method, params)
    if (chance < 0.16) {
      unanswered.add(attempt)
      return 'silence'
    }
    return chance < 0.26 ? fault(-32_603, 'Internal JSON-RPC error.') : { answer }
  }
  const askNode = (method: string, params: readonly unknown[]): Promise<unknown> => {
    return new Promise((done, fail) => {
      const node = random.pick(chain.nodes)
      world.askNode(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), (answer) => {
        if (answer?.status !== 200) return fail(new Error('The node does not answer.'))
        const { result, error } = JSON.parse(answer.body)
        return error === undefined ? done(result) : fail(Object.assign(new Error(error.message), error))
      })
    })
  }
  return {
    account,
    sent,
    signed,
    unanswered,
    request: ({ method, params = [] }) => {
      if (method === 'eth_accounts') return Promise.resolve([account])
      if (method === 'eth_chainId') return Promise.resolve(`0x${chainId.toString(16)}`)
      if (method.startsWith('wallet_')) return Promise.reject(fault(4200, 'Unsupported method.').fault)
      if (!prompts.has(method)) return askNode(method, params)
      const page = scheduler.current()
      const attempt = attemptOf()
      return new Promise((done, fail) => {
        const thinking = random.chance(0.1) ? 100_000 : 4000
        scheduler.after(
          random.next() * thinking,
          'a prompt is answered',
          () => {
            const reply = decide(attempt, method, params)
            if (reply === 'silence') return
            scheduler.after(
              random.next() * 50,
              'the wallet answers',
              () => ('answer' in reply ? done(reply.answer) : fail(reply.fault)),
              page,
            )
          },
          machine,
        )
      })
    },
    sendAgain: () => {
      const tip = chain.tip()
      const next = nonceOf(tip.state, account)
      const mined = new Set(branchOf(tip).flatMap(({ transactions }) => transactions.map(({ hash }) => hash)))
      for (const { call } of sent)
        if (call.nonce >= next && !mined.has(call.hash)) chain.send(actionOfCall(call, orders))
    },
  }
}
