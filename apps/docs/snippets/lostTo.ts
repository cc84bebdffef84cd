import { chainOf, hasWrongChecksum, lostTo } from '@sluice/core'
import { client } from './wallet.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'

/** What a form says of a typed recipient; nothing if the token may be sent there. */
export async function problemOf(typed: `0x${string}`): Promise<string | undefined> {
  if (await hasWrongChecksum(typed)) return 'One character is mistyped.'
  const to = typed.toLowerCase() as `0x${string}`
  return lostTo(to, [collection], chainOf(client)) === undefined ? undefined : 'The token would be lost.'
}
