import { type DecodedCall, decodeCall, readFill } from '@sluice/seaport'
import type { Hex } from 'viem'
import { describeItem, describeOrder } from './describeOrder.ts'

const unlimited = 1n << 255n

const plain = (call: DecodedCall): string => {
  switch (call.name) {
    case 'approve':
      return `Lets ${call.spender} take ${call.amount >= unlimited ? 'without limit' : `up to ${call.amount} base units`} (or, of an ERC-721, token ${call.amount}).`
    case 'setApprovalForAll':
      return `${call.approved ? 'Lets' : 'No longer lets'} ${call.operator} move every token of the collection.`
    case 'deposit':
      return 'Wraps the native coin that is sent with it.'
    case 'incrementCounter':
      return 'Ends every order that the caller signed so far.'
    case 'safeTransferFrom':
      return `Moves ${call.kind === 'erc721' ? '' : `${call.amount} of `}token ${call.tokenId} from ${call.from} to ${call.to}.`
    case 'safeBatchTransferFrom':
      return `Moves tokens ${call.tokenIds.join(', ')} to ${call.to}.`
    case 'bulkTransfer':
      return call.transfers
        .map(
          ({ recipient, items }) =>
            `Moves ${items.map((item) => `${item.amount} of token ${item.identifier} of ${item.token}`).join(', ')} to ${recipient}.`,
        )
        .join('\n')
    default:
      return `Calls ${call.name}.`
  }
}

/**
 * Describes a call. Only canonical encodings are read.
 *
 * @param chainId names the currencies of that chain; amounts of others are written in base units.
 * @throws {DecodeError} for an unknown function, or bytes that decoders could read differently.
 * @example
 * console.log(describeCall(transaction.input, 8453))
 */
export function describeCall(data: Hex, chainId?: number): string {
  const { call } = decodeCall(data)
  if (call.name === 'cancel')
    return ['Cancels', ...call.orders.map((order) => describeOrder(order, chainId))].join('\n\n')
  if (call.name === 'validate')
    return 'Writes orders into Seaport as if they were signed: as good as a signature of each.'
  const fill = readFill(data)
  if (fill === undefined) return plain(call)
  const tips = fill.orders.flatMap((order) => order.tips)
  return [
    `${call.name}: fills ${fill.orders.length === 1 ? 'one order' : `${fill.orders.length} orders`}`,
    ...fill.orders.map(({ components }) => describeOrder(components, chainId)),
    ...(tips.length === 0
      ? []
      : [
          ['Paid on top', ...tips.map((tip) => `  ${describeItem(tip, chainId)}, for ${tip.recipient}`)].join(
            '\n',
          ),
        ]),
  ].join('\n\n')
}
