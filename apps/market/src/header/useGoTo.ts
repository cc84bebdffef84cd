import { useLocation } from 'wouter'
import { useMarket } from '../market.tsx'

/** Returns what opens a page on the chain of a trade: the cart and the trades in progress are of every chain. */
export function useGoTo(): (chainId: number, path: string) => void {
  const { config, slug } = useMarket()
  const [, go] = useLocation()
  return (chainId, path) =>
    go(`~/${config.chains.find((entry) => entry.chain.id === chainId)?.slug ?? slug}${path}`)
}
