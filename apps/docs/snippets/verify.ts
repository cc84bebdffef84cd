import { type ChainState, type Intent, type Policy, verify } from '@sluice/core/guards'

declare const intent: Intent
declare const chainState: ChainState
declare const policy: Policy
declare const answer: unknown

/** The guards alone: for a server, a bot or an auditor. Pure, and without a network. */
const { decision, findings } = verify(intent, answer, chainState, policy)
if (decision !== 'allow')
  for (const { code, path, expected, actual } of findings) console.log(code, path, expected, actual)
