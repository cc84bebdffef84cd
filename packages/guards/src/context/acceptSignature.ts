import { type MessageRequest, seal, type TypedDataRequest } from '../model/checked.ts'
import { deepFreeze } from '../model/deepFreeze.ts'
import type { CheckedItem, ItemIndex } from '../model/verdict.ts'
import type { GuardContext } from './guardContext.ts'

type Request = Omit<TypedDataRequest, 'chainId' | 'account'> | Omit<MessageRequest, 'chainId' | 'account'>
type Rebuilt = Pick<
  Extract<CheckedItem, { kind: 'signature' }>,
  'post' | 'effects' | 'purpose' | 'claims'
> & { readonly request: Request }

/** Adds a signature request that the guards rebuilt to the items of the verdict. */
export function acceptSignature(context: GuardContext, entry: ItemIndex, rebuilt: Rebuilt): void {
  const { chainId, account } = context.intent
  const { request, ...rest } = rebuilt
  const item: CheckedItem = {
    kind: 'signature',
    stepIndex: entry.stepIndex,
    itemIndex: entry.itemIndex,
    ...rest,
    request: seal({ ...request, chainId, account }),
    digest: request.digest,
  }
  context.items.push(deepFreeze(item))
}
