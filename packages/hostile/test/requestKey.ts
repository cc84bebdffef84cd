import type { CheckedTransaction, CheckedTypedData } from '@sluice/core'
import { seaportAbi, seaportAddress, zeroHash } from '@sluice/seaport'
import { decodeFunctionData } from 'viem'

const seaports: readonly string[] = Object.values(seaportAddress)
const text = (value: unknown, drop: (key: string, parent: unknown) => boolean): string =>
  JSON.stringify(value, function (this: unknown, key, each: unknown) {
    if (drop(key, this)) return undefined
    return typeof each === 'bigint' ? `${each}` : each
  })

/**
 * A request without the client's own random parts, which no provider decides: the salt and the start time of the
 * account's own orders. A native purchase may name the conduit or Seaport; neither moves anything then.
 */
export function requestKey(prompt: CheckedTransaction | CheckedTypedData): string {
  if (prompt.kind === 'typedData')
    return text(
      [prompt.chainId, prompt.account, prompt.domain, prompt.primaryType, prompt.types, prompt.message],
      (key) => ['salt', 'startTime'].includes(key),
    )
  const { chainId, account, to, data, value } = prompt
  if (!seaports.includes(to) || data === '0x5b34b966')
    return text([chainId, account, to, value, data], () => false)
  const { functionName, args } = decodeFunctionData({ abi: seaportAbi, data })
  const own = (parent: unknown) =>
    typeof parent === 'object' &&
    parent !== null &&
    'offerer' in parent &&
    String(parent.offerer).toLowerCase() === account &&
    functionName.startsWith('match')
  const decoded = text(args, (key, parent) => ['salt', 'startTime', 'endTime'].includes(key) && own(parent))
  const call =
    value > 0n
      ? decoded.replaceAll(zeroHash, 'none').replace(/"0x0000007b[0-9a-f]{56}"(?=[^[]*$)/, '"none"')
      : decoded
  return JSON.stringify([chainId, account, to, `${value}`, functionName, call])
}
