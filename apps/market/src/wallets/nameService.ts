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

/** The name of ENS that an account gives itself and that also leads to it; `null` where both do not agree. */
export async function nameOf(rpcUrl: string, address: Address): Promise<string | null> {
  const name = await createPublicClient({ chain: mainnet, transport: http(rpcUrl) }).getEnsName({ address })
  // A name that is not in normal form may look like that of somebody else.
  return name !== null && inNormalForm(name) === name ? name : null
}

function inNormalForm(name: string): string | null {
  try {
    return normalize(name)
  } catch {
    // Letters that look like others, and what is no letter: nobody can own such a name.
    return null
  }
}
