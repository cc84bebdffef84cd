import type { Verdict } from '@sluice/core'

/** What reaches a wallet or the network, item by item. */
export const bytesOf = (verdict: Verdict): readonly string[] =>
  verdict.items.map((item) =>
    JSON.stringify(
      item.kind === 'transaction'
        ? [item.call.to, item.call.data, item.call.value]
        : [item.digest, item.post],
      (_, value) => (typeof value === 'bigint' ? `${value}` : value),
    ),
  )
