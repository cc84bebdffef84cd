import type { Finding, Intent } from '@sluice/guards'
import { createReader } from '../chain/rpc.ts'
import type { TradeParameters } from '../engine/executeTrade.ts'
import { invalidInput, type TradeError } from '../errors.ts'
import { readable } from '../wallets/walletError.ts'

/** What the caller's field is called that names who receives. */
const fieldOf = ({ action }: Intent): string => (action === 'transfer' ? 'to' : 'options.taker')

/** Where all that is wrong is that the receiver takes no such tokens: an error of the input, not of the provider. */
export function badReceiver(intent: Intent, findings: readonly Finding[]): TradeError | undefined {
  const grave = findings.filter(({ severity }) => severity !== 'info')
  if (grave.length === 0 || grave.some(({ code }) => code !== 'CALL_RECEIVER')) return undefined
  return refusesTokens(fieldOf(intent))
}

const refusesTokens = (field: string): TradeError =>
  invalidInput(field, `"${field}" is a contract that takes no such tokens: they would be lost there.`)

/** Whether a provider that refused a plan did so for a receiver that takes no tokens, as the chain says. */
export async function receiverBehind(
  { own, client, chain, account, prepared }: TradeParameters,
  signal: AbortSignal,
): Promise<TradeError | undefined> {
  const { intent } = prepared
  const elsewhere = intent.action === 'transfer' || (intent.action === 'buy' && intent.recipient !== account)
  if (!elsewhere || (own.wallet.request === undefined && chain.rpcUrls.length === 0)) return undefined
  const { receiverOf, refuses } = await import('../chain/receiver.ts')
  const reader = createReader(client, chain, readable(own.wallet), signal)
  const receiver = receiverOf(intent, new Map())
  if (receiver === undefined) return undefined
  const { to, token } = receiver
  const said = await Promise.all(
    (['erc721', 'erc1155'] as const).map((kind) => refuses(reader, account, to, token, kind)),
  )
  return said.every((one) => one) ? refusesTokens(fieldOf(intent)) : undefined
}
