import { freezeIntent } from '@sluice/guards'
import { transferPath } from '@sluice/wire/paths'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { invalidInput } from '../errors.ts'
import { parseAddress, parseNonEmptyList, parseQuantity, parseToken } from '../input/values.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Run } from '../run/run.ts'
import { checkReceiver } from './checkReceiver.ts'
import { type Given, type RunParameters, startAction } from './startAction.ts'

/** One token to transfer; `quantity` is in units, 1 by default. */
export type TransferItem = {
  /** `contract:tokenId`. */
  readonly token: string
  /** Units to transfer; 1 by default. */
  readonly quantity?: number | undefined
}

/** What a transfer takes (specification 7, `POST /execute/transfer/v1`). */
export type TransferTokensParameters = RunParameters & {
  /** Who receives the tokens: an address, never a name. */
  readonly to: string
  /** The tokens to transfer, one entry each. */
  readonly items: readonly TransferItem[]
}

/**
 * Transfers tokens to another account (specification 7, `POST /execute/transfer/v1`).
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * await transferTokens(client, { wallet, to, items: [{ token: `${contract}:42` }] }).result()
 * ```
 */
export function transferTokens(client: Client, parameters: TransferTokensParameters): Run {
  return startAction(client, 'transfer', parameters, prepareTransfer)
}

/** The intent and the request of a transfer. */
export function prepareTransfer(
  _client: Client,
  chain: Chain,
  account: Address,
  parameters: Given<TransferTokensParameters>,
): PreparedAction {
  const to = parseAddress(parameters.to, 'to')
  const items = parseNonEmptyList(parameters.items, 'items').map((item, index) => {
    const { contract, tokenId, ref } = parseToken(item.token, `items.${index}.token`)
    return { contract, tokenId, ref, quantity: parseQuantity(item.quantity, `items.${index}.quantity`) }
  })
  checkReceiver(
    to,
    'to',
    items.map(({ contract }) => contract),
    chain,
  )
  if (to === account) throw invalidInput('to', '"to" is the account that sends: the tokens would stay.')
  return {
    intent: freezeIntent({
      action: 'transfer',
      chainId: chain.id,
      account,
      to,
      items: items.map(({ contract, tokenId, quantity }) => ({
        contract,
        tokenId,
        quantity: BigInt(quantity),
      })),
    }),
    path: transferPath,
    body: { from: account, to, items: items.map(({ ref, quantity }) => ({ token: ref, quantity })) },
  }
}
