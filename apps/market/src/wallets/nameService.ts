import type { NameResolver } from '@sluice/react'

/**
 * Finds accounts behind names of ENS, which stand on the main chain whatever chain is traded on. The library is loaded
 * when the first name is typed; a name that is not in normal form (ENSIP-15) belongs to nobody.
 */
export const nameService =
  (rpcUrl: string): NameResolver =>
  async (name, { signal }) => {
    const [{ createPublicClient, http }, { mainnet }, { normalize }] = await Promise.all([
      import('viem'),
      import('viem/chains'),
      import('viem/ens'),
    ])
    const normal = inNormalForm(name, normalize)
    if (normal === undefined) return undefined
    const transport = http(rpcUrl, { fetchOptions: { signal } })
    return createPublicClient({ chain: mainnet, transport }).getEnsAddress({ name: normal })
  }

function inNormalForm(name: string, normalize: (name: string) => string): string | undefined {
  try {
    return normalize(name)
  } catch {
    // Letters that look like others, and what is no letter: nobody can own such a name.
    return undefined
  }
}
