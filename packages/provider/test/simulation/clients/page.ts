import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { JournalEntry } from '../../../../core/src/journal/journalEntry.ts'
import { type Action, addresses } from '../chainActions.ts'
import { chainId } from '../chainId.ts'
import { digest, type WorldBlock } from '../chainModel.ts'
import type { World } from '../world.ts'
import type { Attempt, Core, Page, Want } from './model.ts'
import { pageFetch } from './pageFetch.ts'
import { createWallet } from './wallet.ts'
import { isEffect, newWant, startWant, tokensOf } from './wants.ts'

const keyOf = (place: number): Hex => digest(`page ${place}`)

/** What the accounts of the pages have before anything happens: no reorganization takes it back. */
export const genesisOf = (pages: number): readonly Action[] =>
  Array.from({ length: pages }, (_, place) => place).flatMap((place) => {
    const to = privateKeyToAccount(keyOf(place)).address.toLowerCase() as Address
    return tokensOf(place).map((tokenId): Action => ({ do: 'mint', to, tokenId }))
  })

export function createPages(world: World, core: Core, count: number): readonly Page[] {
  return Array.from({ length: count }, (_, place): Page => {
    const random = world.scheduler.random.fork(`page ${place}`)
    const attempts: Attempt[] = []
    const attemptOf = (): number => attempts.length - 1
    return {
      place,
      core,
      random,
      wallet: createWallet(world, random, `wallet-${place}`, keyOf(place), attemptOf),
      storage: new Map(),
      attempts,
      machine: world.scheduler.machine(`page-${place}.0`),
      opened: undefined,
      incarnation: 0,
    }
  })
}

/** The entries of a page's journal, as they are stored. */
export const journalOf = ({ storage }: Page): readonly JournalEntry[] =>
  [...storage]
    .filter(([key]) => key.startsWith('sluice.journal.'))
    .map(([, text]) => JSON.parse(text) as JournalEntry)

const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds)
  })

/** The newest block of any node that holds the effect of an attempt. */
function blockThatShows(
  { chain }: World,
  { wallet }: Page,
  index: number,
  want: Want,
): WorldBlock | undefined {
  const hashes = new Set(wallet.sent.flatMap(({ call, attempt }) => (attempt === index ? [call.hash] : [])))
  for (const tip of [chain.tip(), ...chain.nodes.map((node) => node.tip)])
    for (let block: WorldBlock | undefined = tip; block !== undefined; block = block.parent)
      for (const { hash, succeeded, action } of block.transactions)
        if (succeeded && hashes.has(hash) && isEffect(want, action)) return block
  return undefined
}

/** Orders that the journal says a provider has stored: none of them may be lost. */
function acknowledge({ acknowledged }: World, page: Page): void {
  for (const { kind, state, orderIds } of journalOf(page))
    if (kind === 'signature' && state === 'posted') for (const id of orderIds) acknowledged.add(id)
}

/** Opens a page: it resumes what an earlier one began, and then its user acts. */
export function openPage(world: World, page: Page): void {
  const { machine, core, random, storage, attempts, wallet: provider } = page
  const { scheduler, chain, plan } = world
  // It was opened again by another trouble meanwhile.
  if (page.opened === machine) return
  page.opened = machine
  const live = async (): Promise<void> => {
    const client = core.createClient({
      chains: [
        {
          id: chainId,
          name: 'World',
          baseApiUrl: 'http://provider.world/world',
          rpcUrls: chain.nodes.map(({ name }) => `http://${name}.world`),
          blockTime: plan.interval,
          wrappedNative: addresses.wrapped,
          conduits: [{ key: addresses.conduitKey, address: addresses.conduit }],
          seaport: { '1.6': addresses.seaport },
          multicall3: addresses.multicall3,
        },
      ],
      fetch: pageFetch(world, page),
      storage: {
        durable: true,
        get: async (key: string) => storage.get(key) ?? null,
        set: async (key: string, value: string) => void storage.set(key, value),
        delete: async (key: string) => void storage.delete(key),
        keys: async () => [...storage.keys()],
      },
    })
    const wallet = core.eip1193Wallet(provider)
    /** Looks for what was interrupted, now and then, as long as the page is open. */
    const resume = async (): Promise<void> => {
      for (;;) {
        try {
          for (const { entry, before } of await core.resume(client, { wallet }))
            scheduler.note(`resumes ${entry.purpose}: ${before} is ${entry.state}`)
          acknowledge(world, page)
        } catch (cause) {
          scheduler.note(`cannot resume: ${cause}`)
        }
        await pause(10_000)
      }
    }
    void resume()
    while (scheduler.now() < plan.trouble) {
      await pause(random.next() * 6000)
      const want = newWant(world, page)
      const run = startWant(core, client, { wallet }, want)
      const attempt: Attempt = { machine, want, run, shownBy: undefined }
      const index = attempts.push(attempt) - 1
      const { action, status, money, error } = await run.done
      if (status === 'complete') attempt.shownBy = blockThatShows(world, page, index, want)
      acknowledge(world, page)
      const why = error === undefined ? '' : `: ${error.code}, ${error.message}`
      scheduler.note(`the ${action} is ${status}, ${money}${why}`)
    }
  }
  scheduler.after(0, 'opens', () => void live(), machine)
}

/** Ends a page, whatever it was doing. */
export function closePage({ scheduler }: World, page: Page): void {
  scheduler.note(`closes ${page.machine.name}`)
  scheduler.kill(page.machine)
  page.incarnation += 1
  page.machine = scheduler.machine(`page-${page.place}.${page.incarnation}`)
}
