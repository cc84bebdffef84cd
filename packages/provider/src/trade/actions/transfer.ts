import { bulkTransfer, encodeCall, ItemType } from '@sluice/seaport'
import { splitToken } from '@sluice/wire'
import { type Address, type Hex, zeroAddress } from 'viem'
import { ApiError } from '../../apiError.ts'
import { holdingQuestion, type LiveFacts, type Question } from '../../chain/live.ts'
import { addTo } from '../addTo.ts'
import type { TradeChain, TradeContext } from '../context.ts'
import type { TransferRequest } from '../requests.ts'
import { transferSteps } from '../steps/steps.ts'
import {
  type Call,
  incomplete,
  operatorCall,
  transactionData,
  transferCall,
  type Units,
} from '../steps/transactions.ts'
import { collectionsOf } from './orderTerms.ts'

/** Moves several tokens in one call, all or none; receivers are asked first whether they accept ERC-721 tokens. */
function bulkCall(helper: Address, conduitKey: Hex, recipient: Address, lines: readonly Units[]): Call {
  const items = lines.map(({ kind, contract, tokenId, units }) => ({
    itemType: kind === 'erc721' ? ItemType.erc721 : ItemType.erc1155,
    token: contract,
    identifier: tokenId,
    amount: units,
  }))
  const groups = [{ items, recipient, validateERC721Receiver: true }]
  return { to: helper, data: encodeCall(bulkTransfer, { items: groups, conduitKey }), value: 0n }
}

const transferQuestions = (
  { conduits, transferHelper }: TradeChain,
  from: Address,
  lines: readonly Units[],
): readonly Question[] => [
  ...lines.map(({ kind, contract, tokenId }) => holdingQuestion(kind, contract, tokenId, from)),
  ...conduits.flatMap(({ address }): readonly Question[] => [
    { ask: 'channel', conduit: address, channel: transferHelper },
    ...lines.map(
      ({ contract }): Question => ({ ask: 'operator', token: contract, account: from, operator: address }),
    ),
  ]),
]

/** The transactions of a transfer: in one call where that saves transactions, else each by its own contract. */
function transactionsOf(
  { chain }: TradeContext,
  from: Address,
  to: Address,
  lines: readonly Units[],
  facts: LiveFacts,
) {
  const { transferHelper } = chain
  const conduit = chain.conduits.find(({ address }) => facts.isOpen(address, transferHelper))
  if (conduit !== undefined && lines.length > 1) {
    const operator = conduit.address
    const missing = [...new Set(lines.map(({ contract }) => contract))].filter(
      (contract) => !facts.isOperator(contract, from, operator),
    )
    if (missing.length + 1 < lines.length)
      return {
        approvals: missing.map((contract) =>
          incomplete(transactionData(from, operatorCall(contract, operator))),
        ),
        transfers: [incomplete(transactionData(from, bulkCall(transferHelper, conduit.key, to, lines)))],
      }
  }
  const transfers = lines.map((line) => incomplete(transactionData(from, transferCall(line, from, to))))
  return { approvals: [], transfers }
}

/**
 * Plans transfers. One token moves by its own contract's `safeTransferFrom`, so that no approval is left behind;
 * several move at once through the TransferHelper where its conduit is open and that saves transactions.
 * A receiver that cannot hold tokens makes either fail.
 * @throws {ApiError} when the sender does not hold what is sent.
 */
export async function transfer(context: TradeContext, body: TransferRequest) {
  const { chain, live, book } = context
  const { from, to } = body
  if (to === zeroAddress)
    throw new ApiError('other', 'Tokens cannot be sent to the zero address', { field: 'to' })
  const sent = new Map<string, bigint>()
  for (const { token, quantity } of body.items) addTo(sent, token, BigInt(quantity))
  const named = [...sent].map(([token, units]) => ({
    ...splitToken(token),
    units,
    field: `items.${body.items.findIndex((item) => item.token === token)}.token`,
  }))
  const collections = await collectionsOf(
    context,
    named.map(({ contract }) => contract),
  )
  const lines = named.map((one): Units & { readonly field: string } => {
    const kind = collections.get(one.contract)?.kind
    if (kind === undefined) throw new ApiError('unknownToken', 'Unknown token', { field: one.field })
    return { ...one, kind }
  })
  const facts = await live.read(transferQuestions(chain, from, lines))
  for (const { kind, contract, tokenId, units, field } of lines)
    if (facts.held(kind, contract, tokenId, from) < units)
      throw new ApiError('notOwner', 'Sender does not own the tokens to transfer', { field })
  const requestId = context.requestId()
  await book.saveExecution({ requestId, kind: 'transfer', account: from })
  return { requestId, steps: transferSteps(transactionsOf(context, from, to, lines, facts)) }
}
