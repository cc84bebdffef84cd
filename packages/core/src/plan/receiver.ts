import type { ChainState, Finding, Intent } from '@sluice/guards'
import { contractElsewhere, receiverOf, refuses } from '../chain/receiver.ts'
import { createReader, type NodeOwner } from '../chain/rpc.ts'
import { invalidInput, type TradeError } from '../errors.ts'
import type { PlanContext, ReceiverChecks } from './planContext.ts'

/** Returns whether somebody other than the account receives tokens. */
const hasOtherReceiver = (intent: Intent): boolean =>
  intent.action === 'transfer' || (intent.action === 'buy' && intent.recipient !== intent.account)

/** Reads what the chains say about a receiver other than the account. */
async function readReceiverState(
  { client, chain, reader, prepared: { intent }, account, signal }: PlanContext,
  { kinds }: ChainState,
): Promise<Pick<ChainState, 'refusing' | 'elsewhere'>> {
  if (!hasOtherReceiver(intent) || reader === undefined) return {}
  const receiver = receiverOf(intent, kinds)
  if (receiver === undefined) return {}
  const { to, token } = receiver
  const kind = kinds.get(token.contract)
  const [refused, chainId] = await Promise.all([
    kind === undefined ? false : refuses(reader, account, to, token, kind).catch(() => false),
    contractElsewhere(client, chain, reader, to, signal).catch(() => undefined),
  ])
  return {
    ...(refused && { refusing: to }),
    ...(chainId !== undefined && { elsewhere: { receiver: to, chainId } }),
  }
}

/** The caller's field that names who receives. */
const fieldOf = ({ action }: Intent): string => (action === 'transfer' ? 'to' : 'options.taker')

/** Returns an error of the input if the only thing wrong is that the receiver accepts no such tokens. */
function receiverError(intent: Intent, findings: readonly Finding[]): TradeError | undefined {
  const relevant = findings.filter(({ severity }) => severity !== 'info')
  if (relevant.length === 0 || relevant.some(({ code }) => code !== 'CALL_RECEIVER')) return undefined
  return refusesTokens(fieldOf(intent))
}

const refusesTokens = (field: string): TradeError =>
  invalidInput(field, `"${field}" is a contract that takes no such tokens: they would be lost there.`)

/** Returns that error if the chain shows that this is why a provider refused to make a plan. */
async function refusedForReceiver(
  {
    client,
    chain,
    account,
    prepared: { intent },
    signal,
  }: Pick<PlanContext, 'client' | 'chain' | 'account' | 'prepared' | 'signal'>,
  wallet: NodeOwner,
): Promise<TradeError | undefined> {
  if (!hasOtherReceiver(intent) || (wallet.request === undefined && chain.rpcUrls.length === 0))
    return undefined
  const reader = createReader(client, chain, wallet, signal)
  const receiver = receiverOf(intent, new Map())
  if (receiver === undefined) return undefined
  const { to, token } = receiver
  const refused = await Promise.all(
    (['erc721', 'erc1155'] as const).map((kind) => refuses(reader, account, to, token, kind)),
  )
  return refused.every((one) => one) ? refusesTokens(fieldOf(intent)) : undefined
}

/** What is checked of a receiver other than the account. */
export const receiver: ReceiverChecks = { readReceiverState, receiverError, refusedForReceiver }
