import type { CheckedItem } from '@sluice/guards'
import type { ItemIndex } from '@sluice/guards/internal'
import { checkReceipt } from '@sluice/guards/internal'
import type { Address, Hex } from 'viem'
import { readReceipt, readSentNonce } from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { TradeError } from '../errors.ts'
import type { Session } from '../plan/session.ts'
import { wait } from '../wait.ts'

/** What the chain said of the account before the prompt. */
export type Before = { readonly contract: boolean; readonly fromBlock: bigint | undefined }

type Item = Extract<CheckedItem, { kind: 'transaction' }>

const isHash = (answer: string): answer is Hex => /^0x[0-9a-f]{64}$/.test(answer)

/**
 * Whether an answer is no transaction yet: the hash of a Safe transaction that other owners must sign too, a
 * signature for it, or the id of a batch (EIP-5792).
 */
export async function isForOthers(
  { wallet, reader }: Session,
  answer: string,
  { contract }: Before,
): Promise<boolean> {
  if (contract && /^0x(?:[0-9a-f]{64}|[0-9a-f]{130,})$/.test(answer))
    return !isHash(answer) || reader === undefined || !(await isKnown(reader, answer))
  if (isHash(answer) || wallet.callsStatus === undefined || !/^.{3,4096}$/.test(answer)) return false
  return wallet.callsStatus(answer).then(
    () => true,
    () => false,
  )
}

/**
 * Waits, without end, until others have signed and somebody has sent: until the node knows the hash, the wallet
 * says what became of its batch, or the chain shows the effect. Answers the transaction's hash.
 * @throws {TradeError} `wallet_error` for a batch that was not carried out, `aborted`.
 */
export async function awaitOthers(
  session: Session,
  item: Item,
  answer: string,
  { fromBlock }: Before,
): Promise<Hex> {
  const { client, reader, wallet, signal, tell } = session
  const at: ItemIndex = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  tell({ type: 'item_cosigning', at })
  const seen = new Set<string>()
  for (;;) {
    if (reader !== undefined) {
      if (isHash(answer) && (await isKnown(reader, answer))) return answer
      const shown = await findEffect(reader, item, fromBlock, seen).catch(() => undefined)
      if (shown !== undefined) return shown
    }
    const status = isHash(answer) ? undefined : await wallet.callsStatus?.(answer).catch(() => undefined)
    const last = status?.hashes.at(-1)
    // What a batch did is read from its receipt, whatever the wallet calls it.
    if (status !== undefined && status.state !== 'pending' && last !== undefined) return last
    if (status !== undefined && ['failed', 'reverted', 'partial'].includes(status.state))
      throw new TradeError('wallet_error', 'The wallet did not carry the batch out.', {
        data: { batch: status.state },
      })
    await wait(client.pollingInterval, signal)
  }
}

async function isKnown(reader: ChainReader, hash: Hex): Promise<boolean> {
  const [nonce, receipt] = await Promise.all([
    readSentNonce(reader, hash).catch(() => undefined),
    readReceipt(reader, hash).catch(() => undefined),
  ])
  return nonce !== undefined || receipt !== undefined
}

/** A transaction since the prompt whose receipt shows exactly what the item is to do. */
export async function findEffect(
  reader: ChainReader,
  item: Item,
  fromBlock: bigint | undefined,
  seen: Set<string>,
): Promise<Hex | undefined> {
  if (fromBlock === undefined) return undefined
  const { give, get } = item.effects
  const contracts = [item.call.to, ...[...give, ...get].map(({ contract }) => contract)]
  const address: readonly Address[] = [...new Set(contracts)].filter((one) => !/^0x0{40}$/.test(one))
  const filter = { address, fromBlock: `0x${(fromBlock + 1n).toString(16)}`, toBlock: 'latest' }
  const logs = (await reader.call('eth_getLogs', [filter])) as readonly { transactionHash?: unknown }[]
  for (const { transactionHash: hash } of logs.slice(-200)) {
    if (typeof hash !== 'string' || seen.has(hash)) continue
    seen.add(hash)
    const receipt = await readReceipt(reader, hash as Hex)
    if (receipt?.status === 'success' && checkReceipt(item, receipt).length === 0)
      return hash.toLowerCase() as Hex
  }
  return undefined
}
