import type { Client } from '../../../src/client.ts'
import type { JournalEntry } from '../../../src/journal/journalEntry.ts'
import type { JournalStorage } from '../../../src/journal/storage.ts'
import { faultyStorage } from './storage.ts'
import { type FaultyWallet, never } from './wallet.ts'
import type { World } from './world.ts'

/** What a page does that outlives it: writes its journal, opens the wallet, posts an order. */
export type Deed = 'write' | 'prompt' | 'post'

/** Where a page dies: right before one of its deeds, counted from 1. Absent: it lives. */
export type Death = {
  readonly at?: number
  /** That deed is a transaction: it is sent, the page hears nothing of it, and it is mined much later. */
  readonly unmined?: boolean
}

/** A page that dies at one point: what it would do afterwards never happens. */
export type DyingPage = {
  readonly client: Client
  /** What it did so far. */
  readonly deeds: readonly Deed[]
  /** Lets work go on until it ends or the page dies; answers whether it died. */
  readonly live: (work: Promise<unknown>) => Promise<boolean>
  /** The page that is opened next over the same storage. */
  readonly reopen: (death: Death) => DyingPage
}

/** Opens a page whose deeds are counted. Its wallet and its provider are honest as long as it lives. */
export function openDyingPage(
  world: World,
  wallet: FaultyWallet,
  { at, unmined = false }: Death,
  kept = faultyStorage(),
): DyingPage {
  const deeds: Deed[] = []
  const state = { dead: false, closed: false, die: () => {} }
  const died = new Promise<void>((resolve) => {
    state.die = resolve
  })
  const deed = async <T>(kind: Deed, act: () => T | Promise<T>, gone: () => T | Promise<T>): Promise<T> => {
    if (state.closed) return act()
    if (state.dead) return gone()
    deeds.push(kind)
    if (deeds.length !== at) return act()
    if (unmined) {
      await world.node.real('evm_setAutomine', [false])
      await act()
    }
    state.dead = true
    state.die()
    return gone()
  }
  const set = kept.set.bind(kept)
  const stateOf = (value: string | undefined) =>
    value === undefined ? undefined : (JSON.parse(value) as JournalEntry).state
  const storage: JournalStorage = {
    ...kept,
    set: async (key, value) => {
      // Each page is alone here: it has nobody to give a sign of life to.
      if (!key.startsWith('sluice.journal.')) throw new Error('No leases are kept')
      // What says the same again makes no other page of the one that comes after it.
      if (stateOf(value) === stateOf(kept.values.get(key)) && !state.dead) return set(key, value)
      return deed('write', () => set(key, value), never)
    },
  }
  for (const method of ['eth_sendTransaction', 'eth_signTypedData_v4'])
    wallet.on(method, (_prompt, next) => deed('prompt', next, world.hang))
  world.provider.on('*', ({ path }, _count, next) => {
    if (path.startsWith('/order/')) return deed('post', next, () => ({ silent: true }))
    return state.dead && !state.closed ? { silent: true } : next()
  })
  return {
    client: world.client({ storage }),
    deeds,
    live: async (work) => {
      await world.clock.until(Promise.race([work, died]))
      return state.dead
    },
    reopen: (death) => {
      state.closed = true
      if (unmined && state.dead)
        setTimeout(async () => {
          await world.clock.track(world.node.real('evm_mine'))
          await world.clock.track(world.node.real('evm_setAutomine', [true]))
        }, 30_000)
      return openDyingPage(world, wallet, death, faultyStorage(kept.values))
    },
  }
}
