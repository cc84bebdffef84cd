import { seaDropAddress, transferHelperAddress } from '@sluice/seaport'
import { address, bytes32, currencyCode, parse, rateValue } from '@sluice/wire'
import * as v from 'valibot'

const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and dashes'),
)
const url = (protocols: RegExp) =>
  v.pipe(
    v.string(),
    v.regex(protocols, 'must be a URL'),
    v.check((text) => URL.canParse(text), 'must be a URL'),
  )

/** How the orders of another book are read. */
const reading = v.strictObject(
  {
    /** The URL of its events. */
    streamUrl: v.optional(url(/^wss?:\/\//), 'wss://stream.openseabeta.com/socket'),
    /** Requests for lists and orders that the key allows in a second. */
    perSecond: v.optional(
      v.pipe(v.number(), v.gtValue(0, 'must be above zero'), v.maxValue(1000, 'must be at most 1000')),
      4,
    ),
    /** Zones that authorize fills of its orders, beside which no other is accepted; its signed zone where absent. */
    zones: v.optional(v.array(address)),
  },
  'is not known here',
)

/** The order book of another marketplace that orders may be sent to, and read from where `read` is there. */
const orderBook = v.strictObject(
  {
    /** Its name in requests. */
    name: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, 'must be lower-case letters, digits and dashes')),
      'opensea',
    ),
    type: v.literal('opensea', 'must be opensea'),
    url: v.optional(url(/^https?:\/\//), 'https://api.opensea.io'),
    /** The name of the chain in that book. */
    chain: v.pipe(
      v.string(),
      v.regex(/^[a-z0-9_]{1,64}$/, 'must be lower-case letters, digits and underscores'),
    ),
    perSecond: v.optional(
      v.pipe(v.number(), v.gtValue(0, 'must be above zero'), v.maxValue(100, 'must be at most 100')),
      2,
    ),
    /** Present where its listings and offers of the watched collections are read as well. */
    read: v.optional(reading),
    /** The fee of each sale; an order that does not pay it is not made. */
    fee: v.optional(
      v.object({
        recipient: address,
        bps: v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0, 'must be at least 0'),
          v.maxValue(1000, 'must be at most 1000'),
        ),
      }),
    ),
  },
  'is not known here',
)

/** A service that answers rates as JSON, in one of the forms that `createRates` reads. */
const ratesSource = v.strictObject(
  {
    url: url(/^https?:\/\//),
    /** The coins whose entries the service does not name by their address. */
    coins: v.optional(v.record(v.string(), address), {}),
  },
  'is not known here',
)
export type RatesSource = v.InferOutput<typeof ratesSource>

const chain = v.strictObject(
  {
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** Base path of the chain: `http://host:port/<slug>`. */
    slug,
    name: v.string(),
    /** Asked in order; the next one takes over when one fails. */
    rpcUrls: v.pipe(v.array(url(/^https?:\/\//)), v.minLength(1, 'must name a node')),
    /** Each announces new blocks; the chain is polled when there is none. */
    wsUrls: v.optional(v.array(url(/^wss?:\/\//)), []),
    /** A Postgres of its own, which other chains may name as well; the provider's where absent. */
    database: v.optional(url(/^postgres(?:ql)?:\/\//)),
    /** A streaming replica of `database`. */
    readDatabase: v.optional(url(/^postgres(?:ql)?:\/\//)),
    nativeSymbol: v.optional(v.string(), 'ETH'),
    wrappedNative: address,
    usdc: v.optional(address),
    conduitKey: bytes32,
    conduit: address,
    /** Other conduits through which orders may move tokens. */
    conduits: v.optional(v.array(v.strictObject({ key: bytes32, address }, 'is not known here'))),
    seaport: v.optional(address, '0x0000000000000068f116a894984e2db1123eb395'),
    /** Seaport 1.5, where orders of it are read and filled as well. */
    seaport15: v.optional(address),
    /** A zone of ours whose orders are cancelled without gas; its signer is `SLUICE_ZONE_KEY`. */
    zone: v.optional(address),
    multicall3: v.optional(address, '0xca11bde05977b3631167028862be2a173976ca11'),
    /** Manifold's RoyaltyEngineV1, which knows the overrides of the royalty registry. */
    royaltyEngine: v.optional(address),
    /** Moves several tokens at once, where the conduit lets it. */
    transferHelper: v.optional(address, transferHelperAddress),
    /** Sells new tokens of collections with a public mint (OpenSea's SeaDrop). */
    seaDrop: v.optional(address, seaDropAddress),
    /** Orders are sent nowhere else unless it is named here. Their key is `SLUICE_OPENSEA_KEY`. */
    orderBooks: v.optional(v.array(orderBook)),
    /** What one whole coin is worth: `{"usd": {"0x…": 2500}}`. The zero address is the native coin. */
    rates: v.optional(v.record(currencyCode, v.record(address, rateValue))),
    /** Is asked for newer rates at most once a minute; without it, rates stay as they are. */
    ratesSource: v.optional(ratesSource),
    /** Collections that are watched from `startBlock` on. */
    collections: v.optional(v.array(address), []),
    startBlock: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
    /** Whether every log of a block is in the bloom of its header. On Polygon, logs of state syncs are not. */
    completeBlooms: v.optional(v.boolean(), true),
  },
  'is not known here',
)

/** One chain that the provider serves. */
export type ChainConfig = v.InferOutput<typeof chain>

/** Every field of a chain in SLUICE_CHAINS. */
export const chainFields: readonly string[] = Object.keys(chain.entries)

/** Reads the chains of SLUICE_CHAINS. @throws {ParseError} */
export const parseChains = (json: unknown): readonly ChainConfig[] =>
  parse(v.pipe(v.array(chain), v.minLength(1, 'must name a chain')), json, 'SLUICE_CHAINS')
