import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as chains from '@sluice/core/chains'
import { httpUrl } from './httpUrl.ts'

/** An app's `market.json`: the chain as `createClient` takes it. */
export type TemplateMarket = {
  readonly chain: ChainFacts
  /** The well-known private key of a funded account; only in apps that trade on a local stack. */
  readonly developmentKey?: string
}
type ChainFacts = {
  readonly id: number
  readonly name: string
  readonly baseApiUrl: string
  readonly active: boolean
  readonly rpcUrls?: readonly string[]
}
type Wanted = {
  readonly provider: string | undefined
  readonly chain: string | undefined
  readonly rpc: string | undefined
}
/** The part of a running stack's description that an app needs. */
type Stack = {
  readonly chains: readonly { readonly config: ChainFacts }[]
  readonly accounts: readonly { readonly privateKey: string }[]
}

/**
 * The market that an app is created for: a chain of a running local stack, exactly as the stack describes it; the
 * first chain of the local stack if none runs; a chain that `@sluice/core/chains` knows, with all of its currencies; or
 * a chain of which only the id is known.
 *
 * @param local The template's own market: the first chain of a local stack at its usual ports.
 * @param stacks The running local stacks, the newest first.
 * @throws {Error} for a provider or node that is not a URL, or an id that is not a number.
 */
export function templateMarket(
  { provider, chain, rpc }: Wanted,
  local: TemplateMarket,
  stacks: readonly Stack[],
): TemplateMarket {
  if (provider !== undefined) httpUrl(provider)
  if (rpc !== undefined) httpUrl(rpc)
  if (chain !== undefined && !/^[1-9][0-9]{0,14}$/.test(chain))
    throw new Error(`"${chain}" is not a chain id.`)
  const id = Number(chain ?? local.chain.id)
  const node = rpc === undefined ? {} : { rpcUrls: [rpc] }
  for (const stack of stacks) {
    const found = stack.chains.find(
      ({ config }) => config.id === id && (provider === undefined || config.baseApiUrl === provider),
    )
    const developmentKey = stack.accounts[0]?.privateKey
    if (found === undefined || developmentKey === undefined) continue
    return { chain: { ...found.config, active: true, ...node }, developmentKey }
  }
  if (id === local.chain.id && (provider === undefined || isLoopback(provider)))
    return { ...local, chain: { ...local.chain, baseApiUrl: provider ?? local.chain.baseApiUrl, ...node } }
  if (provider === undefined)
    throw new Error(
      `No local stack with chain ${id} is running: name a provider of the chain with --provider.`,
    )
  const known = Object.values(chains).find((one) => one.id === id)
  const described = { id, name: known?.name ?? `Chain ${id}`, baseApiUrl: provider, active: true }
  return { chain: { ...known, ...described, ...node } }
}

/** The market of the templates: the first chain of a local stack at its default ports. */
export const localMarket = (templates: string): TemplateMarket =>
  JSON.parse(readFileSync(join(templates, 'react/market.json'), 'utf8')) as TemplateMarket

const isLoopback = (url: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
