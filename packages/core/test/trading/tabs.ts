import { buyTokens } from '../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { type JournalStorage, memoryStorage } from '../../src/journal/storage.ts'
import type { Wallet } from '../../src/wallets/wallet.ts'
import { balance, type Context, isFalling, nowOf, type Plan, somebody } from './plan.ts'
import { NotPossible } from './seededRandom.ts'
import { asksFor } from './takes.ts'
import { moneyOf, sizeOf, statusOf, tokenOf } from './truth.ts'

/** One wallet behind several pages: it opens one window after the other. */
function oneByOne(wallet: Wallet): Wallet {
  const state = { last: Promise.resolve<unknown>(undefined) }
  const queued = <T>(act: () => Promise<T>): Promise<T> => {
    const next = state.last.then(act)
    state.last = next.catch(() => undefined)
    return next
  }
  return {
    ...wallet,
    sendTransaction: (call) => queued(() => wallet.sendTransaction(call)),
    signTypedData: (asked) => queued(() => wallet.signTypedData(asked)),
  }
}

/** Two pages of one account over one journal do the same at the same time: it is done once. */
export function twoTabs(context: Context): Plan {
  const { floor, random, world, note } = context
  const index = somebody(context)
  const wallet = oneByOne(floor.people[index]!.wallet('viem'))
  const storage: JournalStorage = { ...memoryStorage(), durable: true }
  const tabs = [floor.open(storage), floor.open(storage)]
  const setup = { wallet, confirm: () => true }
  if (random.odds(0.3)) {
    const own = [...floor.book.values()].filter(
      (entry) =>
        entry.order.offerer === floor.watched.traders[index] &&
        /^0x0*$/.test(entry.order.zone) &&
        statusOf(entry, world, nowOf(world)) === 'active' &&
        entry.order.endTime > nowOf(world) + 10n,
    )
    const entry = random.pick(own)
    note(`${entry.id} by ${index}`)
    return {
      kind: 'cancel in two tabs',
      start: () => tabs.map((client) => cancelOrders(client, { ...setup, orderIds: [entry.id] })),
      ends: ['complete', 'busy', 'order_unavailable', 'provider_error'],
      touched: [tokenOf(entry)],
      after: async (ends) => {
        const head = await floor.world()
        const done = ends.some(({ status }) => status === 'complete')
        return done && statusOf(entry, head, nowOf(head)) === 'cancelled'
          ? []
          : [`${entry.id} is not cancelled`]
      },
    }
  }
  const entry = random.pick(asksFor(context, index).filter((one) => sizeOf(one) === 1n && !isFalling(one)))
  const money = moneyOf(entry).token
  const raw = entry.order.consideration.reduce(
    (sum, item) => sum + (item.itemType <= 1 ? item.startAmount : 0n),
    0n,
  )
  if (balance(context, index, money) < raw) throw new NotPossible()
  note(`${entry.id} ${entry.version} ${money} by ${index}`)
  return {
    kind: 'buy in two tabs',
    start: () =>
      tabs.map((client) =>
        buyTokens(client, { ...setup, items: [{ orderId: entry.id }], expectedPrice: { [money]: { raw } } }),
      ),
    // Who is too late is told that it is under way already, or that the order is filled.
    ends: ['complete', 'busy', 'order_unavailable', 'transaction_would_fail', 'transaction_reverted'],
    touched: [tokenOf(entry)],
    settle: (_ledger, mined, ends) => {
      const done = ends.filter(({ status }) => status === 'complete').length
      return done === 1 && mined.fills.length === 1
        ? []
        : [`${done} of two tabs had one order; ${mined.fills.length} fills`]
    },
  }
}
