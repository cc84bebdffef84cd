import type { CheckedItem, Verdict } from '@sluice/core'
import { editions } from '../../guards/test/support/actors.ts'
import type { Fixture } from './fixtures.ts'
import { type Movements, partsOf } from './movements.ts'

type Call = Extract<CheckedItem, { kind: 'transaction' }>
type Trade = Extract<Fixture['intent'], { action: 'buy' | 'sell' }>

/** The partial executions of an allowed trade, one state for each selection of its parts. */
export type State = { readonly name: string; readonly within: boolean }

const isNft = (asset: string) => asset.includes(':')
const sum = (movements: Movements, pick: (asset: string) => boolean): bigint =>
  [...movements].reduce((total, [asset, amount]) => (pick(asset) ? total + amount : total), 0n)

function add(states: readonly Movements[]): Movements {
  const total: Movements = new Map()
  for (const [asset, amount] of states.flatMap((one) => [...one]))
    total.set(asset, (total.get(asset) ?? 0n) + amount)
  return total
}

/**
 * The states that the chain can reach by an allowed trade, and whether each is within what was agreed for what it
 * brings, by the bytes that go to the wallet. For intents whose items have no prices of their own.
 */
export function statesOf({ intent, policy }: Fixture, verdict: Verdict, time: bigint): readonly State[] {
  if (verdict.decision !== 'allow' || (intent.action !== 'buy' && intent.action !== 'sell')) return []
  const { account } = intent
  const recipient = intent.action === 'buy' ? intent.recipient : account
  const parts = verdict.items
    .filter((item): item is Call => item.kind === 'transaction' && item.purpose === intent.action)
    .flatMap((item) => partsOf(item, time))
    .map((balances) => {
      const money = [...(balances.get(account) ?? [])].filter(([asset]) => !isNft(asset))
      const tokens = [...(balances.get(recipient) ?? [])].filter(([asset]) => isNft(asset))
      return new Map([...money, ...tokens]) as Movements
    })
  return Array.from({ length: 2 ** parts.length - 1 }, (_, chosen) => {
    const taken = parts.filter((_part, at) => ((chosen + 1) >> at) % 2 === 1)
    const moved = add(taken)
    const name = [...moved].map(([asset, amount]) => `${asset} ${amount}`).join(', ')
    return { name, within: isWithin(intent, policy.sharedContracts, moved, BigInt(taken.length)) }
  })
}

function isWithin(intent: Trade, shared: readonly string[], moved: Movements, parts: bigint): boolean {
  const buying = intent.action === 'buy'
  const all = intent.items.reduce((total, { quantity }) => total + quantity, 0n)
  const tokens = [...moved.keys()].filter(isNft)
  const units = buying ? sum(moved, isNft) : -sum(moved, isNft)
  const named = buying
    ? intent.items.map(({ target }) =>
        target.kind === 'order'
          ? undefined
          : `${target.contract}:${target.kind === 'token' ? target.tokenId : ''}`,
      )
    : intent.items.map(({ contract, tokenId }) => `${contract}:${tokenId}`)
  // An item that is agreed by its order id only is defined by the bytes, which are all of it or nothing.
  const wanted = named.map((one) => one ?? tokens[0] ?? '')
  const contracts = new Set([...wanted, ...tokens].map((one) => one.split(':')[0] ?? ''))
  const [contract = ''] = contracts
  const alike =
    contracts.size === 1 &&
    (new Set(wanted).size === 1 || (contract !== editions && !shared.includes(contract)))
  const totals = buying ? intent.limits : intent.minimums
  if (totals === undefined) return false
  const currencies = new Set([...totals.keys(), ...[...moved.keys()].filter((asset) => !isNft(asset))])
  return [...currencies].every((currency) => {
    const total = totals.get(currency as `0x${string}`)
    const amount = moved.get(currency) ?? 0n
    if (total === undefined) return buying ? amount === 0n : amount >= 0n
    // A share is rounded to a whole base unit for each part.
    if (buying) return -amount <= (units === all ? total : alike ? (total * units) / all + parts : 0n)
    const least = units === all ? total : alike && totals.size === 1 ? (total * units) / all - parts : total
    return amount >= least
  })
}
