import type { Verdict } from '@sluice/core'
import { stringify } from 'viem'

/** What reaches a wallet or the network, item by item. */
export const bytesOf = (verdict: Verdict): readonly string[] =>
  verdict.items.map((item) =>
    stringify(
      item.kind === 'transaction'
        ? [item.call.to, item.call.data, item.call.value]
        : [item.digest, item.post],
    ),
  )
