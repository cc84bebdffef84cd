import { movesOf } from '@sluice/guards/internal'
import { seaportTopics } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { ReceiptLog } from '../chain/receipts.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { orderFills } from '../transactions/skippedOrders.ts'

/**
 * Returns whether the logs of a mined transaction show that it carried out an entry's call. An account with code and its
 * bundler may continue after a call fails (ERC-4337, Safe, multicalls): the transaction succeeds, and the failed call left
 * no log. Returns `true` if too little is known about the call.
 */
export function showsCall(entry: JournalEntry, data: Hex, logs: readonly ReceiptLog[]): boolean {
  const { account, call, orderIds, purpose } = entry
  const topic = pad(account)
  const own = logs.filter(({ address }) => address === (call?.to ?? address))
  /** Whether the called contract logged an event with the account as a topic and with these words. */
  const hasLog = (...words: readonly string[]): boolean =>
    own.some(
      (log) =>
        log.topics.includes(topic) &&
        words.every((word) => [...log.topics, log.data].some((part) => part.includes(word))),
    )
  const isCancelled = (id: Hex) =>
    own.some(({ topics, data }) => topics[0] === seaportTopics.OrderCancelled && data.startsWith(id))
  switch (purpose) {
    case 'buy':
    case 'sell':
      return orderIds.length === 0 || (call !== undefined && isTraded({ ...entry, call }, data, logs))
    case 'cancel':
      return orderIds.length === 0
        ? own.some(({ topics }) => topics[0] === seaportTopics.CounterIncremented && topics[1] === topic)
        : orderIds.every(isCancelled)
    case 'approve-currency':
    case 'approve-token':
      // The spender, and the amount, the token or the flag.
      return data === '0x' || hasLog(data.slice(10, 74), data.slice(74, 138))
    case 'wrap':
      return call === undefined || hasLog(BigInt(call.value).toString(16).padStart(64, '0'))
    case 'transfer':
      return data === '0x' || logs.some((log) => isMoveOf(log, account, `${pad(call?.to ?? account)}${data}`))
    default:
      return true
  }
}

/**
 * Returns whether an order of a purchase or sale was filled for the account, because another account may make the same
 * call: a bought token came to the account or to an address in its call, and a sold token left the account.
 */
function isTraded(
  { account, call, orderIds: orders, purpose }: JournalEntry & { readonly call: { readonly to: Address } },
  data: Hex,
  logs: readonly ReceiptLog[],
): boolean {
  const makers = new Set(
    logs.flatMap(({ topics }) => (topics[0] === seaportTopics.OrderFulfilled ? [topics[1]?.slice(-40)] : [])),
  )
  const isReceiver = (to: Address) => to === account || (contains(data, pad(to)) && !makers.has(to.slice(2)))
  return orderFills({ purpose, orders, to: call.to }, logs).some(({ token }) => {
    const [contract, tokenId = '0'] = token.split(':')
    return logs
      .filter(({ address }) => address === contract)
      .flatMap(movesOf)
      .filter((move) => move.tokenId === BigInt(tokenId))
      .some(({ from, to }) => (purpose === 'sell' ? from === account : isReceiver(to)))
  })
}

/** Returns whether a log moves a token of an account, and a call contains the token, its contract and the receiver. */
const isMoveOf = (log: ReceiptLog, account: Address, call: string): boolean =>
  movesOf(log).some(
    ({ from, to, tokenId }) =>
      from === account &&
      tokenId !== undefined &&
      [pad(log.address), pad(to), numberToHex(tokenId, { size: 32 })].every((word) => contains(call, word)),
  )

const contains = (call: string, word: Hex): boolean => call.includes(word.slice(2))
