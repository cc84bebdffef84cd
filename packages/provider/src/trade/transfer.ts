import { erc721Abi, erc1155Abi } from '@sluice/seaport'
import { splitToken, type transferBody } from '@sluice/wire'
import type * as v from 'valibot'
import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import type { StoredCollection } from '../storage/collections.ts'
import type { Question, TradeContext } from './context.ts'
import { Refusal } from './refusal.ts'
import { transferSteps } from './steps.ts'
import { collectionsOf } from './terms.ts'
import { type Call, incomplete, transactionData } from './transactions.ts'

export type TransferRequest = v.InferOutput<typeof transferBody>

function transferCall(
  from: Address,
  to: Address,
  kind: StoredCollection['kind'],
  contract: Address,
  tokenId: bigint,
  units: bigint,
): Call {
  const data =
    kind === 'erc721'
      ? encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, to, tokenId] })
      : encodeFunctionData({
          abi: erc1155Abi,
          functionName: 'safeTransferFrom',
          args: [from, to, tokenId, units, '0x'],
        })
  return { to: contract, data, value: 0n }
}

/**
 * Plans transfers: each token moves by its own contract's `safeTransferFrom`, so that no approval is left
 * behind and a receiver that cannot hold tokens makes the transfer fail.
 * @throws {Refusal} when the sender does not hold what is sent.
 */
export async function transfer(context: TradeContext, body: TransferRequest) {
  const { live, book } = context
  const { from, to } = body
  if (to === zeroAddress) throw new Refusal('other', 'Tokens cannot be sent to the zero address')
  const sent = new Map<string, bigint>()
  for (const { token, quantity } of body.items) sent.set(token, (sent.get(token) ?? 0n) + BigInt(quantity))
  const lines = [...sent].map(([token, units]) => ({ ...splitToken(token), units }))
  const collections = await collectionsOf(
    context,
    lines.map(({ contract }) => contract),
  )
  const kindOf = (contract: Address): StoredCollection['kind'] => {
    const kind = collections.get(contract)?.kind
    if (kind === undefined) throw new Refusal('unknownToken', 'Unknown token')
    return kind
  }
  const facts = await live.read(
    lines.map(
      ({ contract, tokenId }): Question =>
        kindOf(contract) === 'erc721'
          ? { ask: 'owner', token: contract, tokenId }
          : { ask: 'units', token: contract, tokenId, account: from },
    ),
  )
  for (const { contract, tokenId, units } of lines) {
    const held =
      kindOf(contract) === 'erc1155'
        ? facts.units(contract, tokenId, from)
        : facts.owner(contract, tokenId) === from
          ? 1n
          : 0n
    if (held < units) throw new Refusal('notOwner', 'Sender does not own the tokens to transfer')
  }
  const transfers = lines.map(({ contract, tokenId, units }) =>
    incomplete(transactionData(from, transferCall(from, to, kindOf(contract), contract, tokenId, units))),
  )
  const requestId = context.requestId()
  await book.saveExecution({ requestId, kind: 'transfer', account: from, orderIds: [] })
  return { requestId, steps: transferSteps({ approvals: [], transfers }) }
}
