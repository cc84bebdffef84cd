import { isAgreed } from '../chain/quorum.ts'
import { readNonce } from '../chain/reads.ts'
import { type MinedReceipt, readBlockNumber, readReceipt, readSentNonce } from '../chain/receipts.ts'
import { type FoundReplacement, findReplacement } from '../chain/replacement.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { reverted, undone } from './transactionError.ts'
import type { FollowedFact, FollowParameters, Wakes } from './waitForTransaction.ts'
import { blockPace, isSettled, type Progress } from './waitProgress.ts'

type ReadParameters = FollowParameters & { readonly reader: ChainReader }
type Tell = (fact: FollowedFact) => void

/** Looks after which a transaction that no node knows is searched for by the nonce it should have. */
const unseenLimit = 8
/** Milliseconds between looks at the account's nonce, which tells of what took the transaction's place. */
const nonceInterval = 2_000
/** Milliseconds of the first pause; a local chain is quicker than any block time. */
const firstPause = 40

/**
 * Looks for the receipt, or for what took the nonce, until all has been said. Goes on looking while the
 * provider is waited for: until then a reorganisation may take the block back.
 */
export async function watchChain(
  parameters: ReadParameters,
  progress: Progress,
  wakes: Wakes,
  tell: Tell,
): Promise<void> {
  const { client, chain } = parameters
  const begun = performance.now()
  for (let pause = firstPause; ; pause *= 1.5) {
    const startedAt = performance.now()
    const longest = Math.min(client.pollingInterval, blockPace(chain, startedAt - begun))
    pause = Math.min(pause, longest)
    const found = await look(parameters, progress, tell)
    if (typeof found === 'object' && 'reason' in found) {
      if (found.reason !== 'repriced') {
        tell({ type: 'undone', hash: found.hash })
        throw undone(chain, progress.hash, found)
      }
      progress.hash = found.hash
      progress.receipt = undefined
      progress.attempts = 0
      tell({ type: 'replaced', hash: progress.hash })
      wakes.provider.now()
      continue
    }
    if (typeof found === 'object' && (await isDeep(parameters, found))) {
      const isNew = progress.receipt?.blockHash !== found.blockHash
      progress.shownAt = startedAt
      if (isNew) {
        tell({ type: 'mined', receipt: found })
        if (found.status === 'reverted') throw await reverted(parameters, found)
        progress.receipt = found
        wakes.provider.now()
      }
    } else if (found !== 'blind' && progress.receipt !== undefined) {
      progress.receipt = undefined
      progress.shownAt = undefined
      tell({ type: 'unmined' })
    }
    if (isSettled(progress, true)) return
    await wakes.chain.pause(progress.receipt === undefined ? pause : longest, parameters.signal)
  }
}

/** Whether as many blocks hold it as the chain asks for. Until then a reorganisation may take it back. */
async function isDeep({ reader, chain }: ReadParameters, { blockNumber }: MinedReceipt): Promise<boolean> {
  if (chain.confirmations <= 1) return true
  const head = await readBlockNumber(reader).catch(() => 0n)
  return head >= blockNumber + BigInt(chain.confirmations) - 1n
}

async function look(
  { client, reader, sent, signal }: ReadParameters,
  progress: Progress,
  tell: Tell,
): Promise<MinedReceipt | FoundReplacement | 'nothing' | 'blind'> {
  try {
    const receipt = await readReceipt(reader, progress.hash)
    progress.blind = 0
    if (receipt !== undefined) {
      const known = progress.receipt?.blockHash === receipt.blockHash
      if (known || (await isAgreed(reader, receipt, client.policy))) return receipt
      client.log.warn('Two nodes differ about a transaction.', { hash: receipt.hash })
      return 'nothing'
    }
    if (sent.relayed) return 'nothing'
    progress.nonce ??= await readSentNonce(reader, progress.hash)
    if (progress.nonce === undefined) progress.unseen += 1
    // The nonce from before the prompt is a guess: the account may have sent something else meanwhile.
    const nonce = progress.nonce ?? (progress.unseen > unseenLimit ? sent.nonce : undefined)
    const now = performance.now()
    // What took its place is not waited for so eagerly: most looks ask the node once.
    if (nonce === undefined || now - (progress.noncedAt ?? Number.NEGATIVE_INFINITY) < nonceInterval)
      return 'nothing'
    const latest = await readNonce(reader, sent.account, 'latest')
    progress.noncedAt = now
    if (latest < nonce !== progress.behind) {
      progress.behind = latest < nonce
      tell({ type: 'behind', behind: progress.behind })
    }
    return (await findReplacement(reader, { ...sent, nonce }, latest, progress.hash)) ?? 'nothing'
  } catch (cause) {
    signal.throwIfAborted()
    // A node that fails says nothing about the transaction: looked at again.
    if (!(cause instanceof Error)) throw cause
    progress.blind += 1
    return 'blind'
  }
}
