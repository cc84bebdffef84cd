import { block, type Judgement, type SignatureEntry } from './judgement.ts'

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
