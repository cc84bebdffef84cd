import { safeName } from '@sluice/react'
import { type Address, createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'

/**
 * Returns the account of an ENS name. ENS is on the main chain, whichever chain is traded on. A name that is not in
 * normal form (ENSIP-15) has no owner. Loaded when the first name is typed.
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
  // A name that is not in normal form may look like another account's name.
  if (name === null || inNormalForm(name) !== name) return null
  const owner = await client.getEnsAddress({ name })
  return owner?.toLowerCase() === address.toLowerCase() ? safeName(name) : null
}

function inNormalForm(name: string): string | null {
  try {
    return normalize(name)
  } catch {
    // Lookalike letters and invalid characters: such a name cannot be owned.
    return null
  }
}
