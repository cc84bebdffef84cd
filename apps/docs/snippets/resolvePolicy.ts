import { defaultPolicy, resolvePolicy } from '@sluice/core'
import { base, mainnet } from '@sluice/core/chains'

// A client resolves its own. This is for a server or a bot that checks with `verify` alone.
const policy = resolvePolicy({ maxFeeBps: 250, orders: { maxListingSeconds: 30 * 86_400 } }, [base, mainnet])

console.log(policy.maxFeeBps, 'instead of', defaultPolicy.maxFeeBps)
console.log(policy.chains[base.id]?.seaport)
