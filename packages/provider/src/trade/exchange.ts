import type { SeaportVersion } from '@sluice/seaport'
import type { OrderKind } from '@sluice/wire'
import { type Address, type Hex, keccak256, slice, stringToBytes, zeroHash } from 'viem'
import { ApiError } from '../apiError.ts'
import type { Currency } from '../storage/orders/currency.ts'
import type { KnownConduit, TradeChain } from './context.ts'

export type Exchange = {
  readonly kind: OrderKind
  readonly version: SeaportVersion
  readonly address: Address
}

const versionOf: Readonly<Record<string, SeaportVersion>> = {
  'seaport-v1.6': '1.6',
  'seaport-v1.5': '1.5',
  'seaport-v1.4': '1.5',
  seaport: '1.5',
}

const exchange = (seaport: TradeChain['seaports'][number]): Exchange => ({
  kind: `seaport-v${seaport.version}`,
  ...seaport,
})

/**
 * The Seaport of a requested order kind on a chain. Clients of SDK 1.5 only name `seaport-v1.5` or older: where a chain
 * has only a newer Seaport, those names mean that one.
 */
export function exchangeFor(chain: TradeChain, kind: string): Exchange {
  const wanted = versionOf[kind]
  const seaport = chain.seaports.find(({ version }) => version === wanted) ?? chain.seaports[0]
  if (wanted === undefined || seaport === undefined)
    throw new ApiError('other', `Unsupported order kind ${kind}`, { field: 'orderKind' })
  return exchange(seaport)
}

/** The Seaport of a stored order. */
export function exchangeOf(chain: TradeChain, version: SeaportVersion): Exchange {
  const seaport = chain.seaports.find((one) => one.version === version)
  if (seaport === undefined) throw new ApiError('other', `Seaport ${version} is not traded on this chain`)
  return exchange(seaport)
}

/** The conduit that a key names on a chain; the zero key is Seaport itself. `undefined` when it is not open. */
export function conduitOf(chain: TradeChain, exchange: Exchange, key: Hex): KnownConduit | undefined {
  if (key === zeroHash) return { key, address: exchange.address }
  return chain.conduits.find((conduit) => conduit.key === key)
}

/** The requested conduit, else the chain's preferred one, else Seaport itself. */
export function chooseConduit(
  chain: TradeChain,
  exchange: Exchange,
  requested?: Hex | null,
): KnownConduit | undefined {
  if (requested != null) return conduitOf(chain, exchange, requested)
  return chain.conduits[0] ?? { key: zeroHash, address: exchange.address }
}

export function currencyOf(chain: TradeChain, contract: Address): Currency | undefined {
  return chain.currencies.find((currency) => currency.contract === contract)
}

/** First four bytes of the hash of a marketplace's domain: how orders and fills name where they came from. */
export const sourceTag = (domain: string): Hex => slice(keccak256(stringToBytes(domain.toLowerCase())), 0, 4)

/** 32 bytes: the source's tag, then randomness, so that equal terms make different orders. */
export function orderSalt(source: string | undefined, randomBytes: (size: number) => Uint8Array): bigint {
  const bytes = randomBytes(32)
  const random = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  if (source === undefined) return random
  return (BigInt(sourceTag(source)) << 224n) | (random & ((1n << 224n) - 1n))
}
