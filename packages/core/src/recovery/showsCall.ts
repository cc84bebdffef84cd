import { movesOf } from '@sluice/guards/internal'
import { seaportTopics } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import type { ReceiptLog } from '../chain/receipts.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { orderFills } from '../transactions/skippedOrders.ts'

const wordOf = (address: Address): string => address.slice(2).padStart(64, '0')

/**
 * Whether the logs of a mined transaction show that it carried out an entry's call. An account with code, and
 * whoever bundles for it, may go on where one of the calls fails (ERC-4337, Safe, multicalls): the transaction
 * succeeds, and what failed left no log. Where too little is known of the call, nothing speaks against it.
 */
export function showsCall(entry: JournalEntry, data: Hex, logs: readonly ReceiptLog[]): boolean {
  const { account, call, orderIds, purpose } = entry
  const own = `0x${wordOf(account)}`
  const by = (contract: Address | undefined) =>
    logs.filter(({ address }) => address === (contract ?? address))
  /** A log of what was called that names the account, and has these words in it. */
  const says = (...words: readonly string[]): boolean =>
    by(call?.to).some(
      (log) =>
        log.topics.includes(own as Hex) &&
        words.every((word) => [...log.topics, log.data].some((part) => part.includes(word))),
    )
  const ended = (topic: Hex) => (id: Hex) =>
    by(call?.to).some((log) => log.topics[0] === topic && log.data.startsWith(id))
  switch (purpose) {
    case 'buy':
    case 'sell':
      return orderIds.length === 0 || (call !== undefined && isTraded({ ...entry, call }, data, logs))
    case 'cancel':
      return orderIds.length === 0
        ? by(call?.to).some(
            ({ topics }) => topics[0] === seaportTopics.CounterIncremented && topics[1] === own,
          )
        : orderIds.every(ended(seaportTopics.OrderCancelled))
    case 'approve-currency':
    case 'approve-token':
      // The spender, and how much or which token or whether.
      return data === '0x' || says(data.slice(10, 74), data.slice(74, 138))
    case 'wrap':
      return call === undefined || says(BigInt(call.value).toString(16).padStart(64, '0'))
    case 'transfer':
      return data === '0x' || logs.some((log) => isMoveOf(log, own, `${wordOf(call?.to ?? account)}${data}`))
    default:
      return true
  }
}

/**
 * Whether an order of a purchase or sale was filled for the account: another who filled it may carry the very same call
 * along. What was bought came to the account or to whom its call names, and what was sold left it.
 */
function isTraded(
  { account, call, orderIds: orders, purpose }: JournalEntry & { readonly call: { readonly to: Address } },
  data: Hex,
  logs: readonly ReceiptLog[],
): boolean {
  const makers = new Set(
    logs.flatMap(({ topics }) => (topics[0] === seaportTopics.OrderFulfilled ? [topics[1]?.slice(-40)] : [])),
  )
  const isReceiver = (to: Address) => to === account || (stands(data, wordOf(to)) && !makers.has(to.slice(2)))
  return orderFills({ purpose, orders, to: call.to }, logs).some(({ token }) => {
    const [contract, tokenId = '0'] = token.split(':')
    return logs
      .filter(({ address }) => address === contract)
      .flatMap(movesOf)
      .filter((move) => move.tokenId === BigInt(tokenId))
      .some(({ from, to }) => (purpose === 'sell' ? from === account : isReceiver(to)))
  })
}

/** First topic of ERC-1155's event of a move of several tokens; of the others one topic tells sender from mover. */
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Whether a log moves a token of an account, and that token, its contract and who gets it stand in a call. */
function isMoveOf({ address, topics, data }: ReceiptLog, from: string, call: string): boolean {
  const [kind, first, second, third] = topics
  if (kind === transfer)
    return first === from && [wordOf(address), second, third].every((part) => stands(call, part))
  if (kind !== single && kind !== batch) return false
  const at = kind === single ? 0 : 3
  const tokenId = data.slice(2 + at * 64, 66 + at * 64)
  return second === from && [wordOf(address), third, tokenId].every((part) => stands(call, part))
}

const stands = (call: string, word: string | undefined): boolean =>
  word !== undefined && call.includes(word.slice(-64))
