import { movesOf } from '@sluice/guards/internal'
import { seaportTopics } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { ReceiptLog } from '../chain/receipts.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { orderFills } from '../transactions/skippedOrders.ts'

/**
 * Whether the logs of a mined transaction show that it carried out an entry's call. An account with code, and
 * whoever bundles for it, may go on where one of the calls fails (ERC-4337, Safe, multicalls): the transaction
 * succeeds, and what failed left no log. Where too little is known of the call, nothing speaks against it.
 */
export function showsCall(entry: JournalEntry, data: Hex, logs: readonly ReceiptLog[]): boolean {
  const { account, call, orderIds, purpose } = entry
  const own = pad(account)
  const by = (contract: Address | undefined) =>
    logs.filter(({ address }) => address === (contract ?? address))
  /** A log of what was called that names the account, and has these words in it. */
  const says = (...words: readonly string[]): boolean =>
    by(call?.to).some(
      (log) =>
        log.topics.includes(own) &&
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
      return data === '0x' || logs.some((log) => isMoveOf(log, account, `${pad(call?.to ?? account)}${data}`))
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
  const isReceiver = (to: Address) => to === account || (stands(data, pad(to)) && !makers.has(to.slice(2)))
  return orderFills({ purpose, orders, to: call.to }, logs).some(({ token }) => {
    const [contract, tokenId = '0'] = token.split(':')
    return logs
      .filter(({ address }) => address === contract)
      .flatMap(movesOf)
      .filter((move) => move.tokenId === BigInt(tokenId))
      .some(({ from, to }) => (purpose === 'sell' ? from === account : isReceiver(to)))
  })
}

/** Whether a log moves a token of an account, and that token, its contract and who gets it stand in a call. */
const isMoveOf = (log: ReceiptLog, account: Address, call: string): boolean =>
  movesOf(log).some(
    ({ from, to, tokenId }) =>
      from === account &&
      tokenId !== undefined &&
      [pad(log.address), pad(to), numberToHex(tokenId, { size: 32 })].every((word) => stands(call, word)),
  )

const stands = (call: string, word: Hex): boolean => call.includes(word.slice(2))
