import { safeName } from '@sluice/react'
import { type Address, createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'

/**
 * The account behind a name of ENS, which stands on the main chain whatever chain is traded on; a name that is not in
 * normal form (ENSIP-15) belongs to nobody. Loaded when the first name is typed.
 */
export async function resolveName(rpcUrl: string, name: string, signal: AbortSignal): Promise<string | null> {
  const normal = inNormalForm(name)
  if (normal === null) return null
  const transport = http(rpcUrl, { fetchOptions: { signal } })
  return createPublicClient({ chain: mainnet, transport }).getEnsAddress({ name: normal })
}

/**
 * The name of ENS that an account gives itself and that also leads to it; `null` where both do not agree. Resolvers that
 * point to a server of their own are not followed: a list of strangers must not make the page call them.
 */
export async function nameOf(rpcUrl: string, address: Address): Promise<string | null> {
  const transport = http(rpcUrl, { batch: true })
  const client = createPublicClient({ chain: mainnet, transport, ccipRead: false })
  const name = await client.getEnsName({ address })
  // A name that is not in normal form may look like that of somebody else.
  if (name === null || inNormalForm(name) !== name) return null
  const owner = await client.getEnsAddress({ name })
  return owner?.toLowerCase() === address.toLowerCase() ? safeName(name) : null
}

function inNormalForm(name: string): string | null {
  try {
    return normalize(name)
  } catch {
    // Letters that look like others, and what is no letter: nobody can own such a name.
    return null
  }
}
