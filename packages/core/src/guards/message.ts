import { block, type Judgement, type SignatureEntry, type TransactionEntry } from './judgement.ts'

/** Text to sign. A message cannot be checked, so no plan of ours holds one. */
export function refuseMessage(judgement: Judgement, entry: SignatureEntry, message: string): undefined {
  const path = `${entry.path}.data.sign.message`
  const control = /[\p{Cc}\p{Cf}]/u.test(message.replace(/[\n\t]/g, '')) || message.includes('\n\n\n\n')
  const bytes = new TextEncoder().encode(message).length
  if (/0x[0-9a-fA-F]{64}|^(?:0x)?[0-9a-fA-F]+$/.test(message) || bytes === 32)
    block(judgement, 'MSG_HASHLIKE', path, message)
  if (control) block(judgement, 'MSG_CTRL', path, message)
  return block(judgement, 'FLOW_EXTRA_STEP', entry.path)
}

/** A signature where no slot asks for one; text is looked at more closely, because it hides most. */
export function refuseSignature(judgement: Judgement, entry: SignatureEntry): undefined {
  const { sign } = entry.data
  if (sign?.signatureKind === 'eip191') refuseMessage(judgement, entry, sign.message)
  else block(judgement, 'TD_UNKNOWN', `${entry.path}.data.sign.primaryType`, sign?.primaryType)
  return block(judgement, 'FLOW_EXTRA_STEP', entry.path)
}

/** A call to Seaport where none is needed: `validate` would stand for a signature. */
export function refuseFunction(judgement: Judgement, entry: TransactionEntry): undefined {
  block(judgement, 'TX_SELECTOR', `${entry.path}.data.data`, entry.data.data.slice(0, 10))
  return block(judgement, 'FLOW_EXTRA_STEP', entry.path)
}
