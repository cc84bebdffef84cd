import { type DecodedCall, DecodeError, decodeCall } from '@sluice/seaport'
import type { Hex } from 'viem'
import { type Action, addresses, type SentCall } from '../chainActions.ts'

/** What a transaction of a wallet does on the chain; a call that the world does not know fails. */
export function actionOfCall(call: SentCall): Action {
  const { from, to, data } = call
  const fail: Action = { do: 'fail', call }
  const decoded = readCall(data)
  if (decoded === undefined) return fail
  if (to === addresses.collection && decoded.name === 'safeTransferFrom' && decoded.kind === 'erc721') {
    const { tokenId } = decoded
    return decoded.from === from ? { do: 'transfer', from, to: decoded.to, tokenId, call } : fail
  }
  return fail
}

function readCall(data: Hex): DecodedCall | undefined {
  try {
    return decodeCall(data).call
  } catch (cause) {
    if (cause instanceof DecodeError) return undefined
    throw cause
  }
}
