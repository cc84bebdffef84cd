import { type Address, type Hex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { JournalEntry } from '../../../../core/src/journal/journalEntry.ts'
import type { Run } from '../../../../core/src/run/run.ts'
import { type Action, addresses } from '../chainActions.ts'
import { blockTime, canFill, digest } from '../chainModel.ts'
import { chainId } from '../providerProcess.ts'
import { accounts } from '../traders.ts'
import type { World } from '../world.ts'
import type { Attempt, Client, Core, Own, Page, Want } from './model.ts'
import { pageFetch } from './pageFetch.ts'
import { createWallet } from './wallet.ts'

const keyOf = (place: number): Hex => digest(`page ${place}`)
const tokensOf = (place: number): readonly bigint[] =>
  Array.from({ length: 6 }, (_, index) => BigInt(100 + 10 * place + index))

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

/** Draws what a user does next. They buy what traders offer, which is no token that a page began with. */
function newWant({ orders, acknowledged, chain, scheduler }: World, page: Page): Want {
  const { random, wallet, place } = page
  const [{ state }, time] = [chain.tip(), blockTime(scheduler.now())]
  const offers = [...orders.values()].filter(
    (order) =>
      order.side === 'sell' &&
      order.tokenId < 100n &&
      acknowledged.has(order.id) &&
      canFill(state, order, wallet.account, time),
  )
  if (offers.length > 0 && random.chance(0.6)) return { do: 'fill', order: random.pick(offers) }
  return { do: 'transfer', tokenId: random.pick(tokensOf(place)), to: random.pick(accounts) }
}

const start = (core: Core, client: Client, own: Own, want: Want): Run =>
  want.do === 'transfer'
    ? core.transferTokens(client, {
        ...own,
        to: want.to,
        items: [{ token: `${addresses.collection}:${want.tokenId}` }],
      })
    : core.buyTokens(client, {
        ...own,
        items: [{ orderId: want.order.id }],
        expectedPrice: { [zeroAddress]: { raw: want.order.price } },
      })

/** Opens a page: it resumes what an earlier one began, and then its user acts. */
export function openPage(world: World, page: Page): void {
  const { machine, core, random, storage, attempts, wallet: provider } = page
  const { scheduler, chain, plan } = world
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
      const run = start(core, client, { wallet }, want)
      attempts.push({ machine, want, run })
      const { action, status, money, error } = await run.done
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
