import type {
  Activity,
  ActivityParameters,
  AttributeValues,
  Collection,
  CollectionsParameters,
  MarketOrder,
  MarketplaceConfiguration,
  OrdersParameters,
  Token,
  TokensParameters,
  Transfer,
  UserOrdersParameters,
  UserToken,
  UserTokensParameters,
} from '@sluice/core'
import type { Execute } from './execute.ts'
import type { Json } from './json.ts'

type Answer<Body> = { readonly responses: { readonly 200: { readonly schema: Body } } }
type Read<Query, Body> = {
  readonly get: { readonly parameters: { readonly query: Query } } & Answer<Body>
}
type Asked<Body> = {
  readonly post: {
    readonly parameters: { readonly body: { readonly body: Record<string, unknown> } }
  } & Answer<Body>
}
type Paged<Rows> = Rows & { readonly continuation?: string | null }
/** Names and meanings of a query; what only our own reads take is not sent. */
type Query<Parameters> = Omit<Parameters, 'signal' | 'chainId' | 'user' | 'attributes'>

/**
 * The routes that our providers serve, under reservoir-sdk's name and in its nesting:
 * `paths['/tokens/v7']['get']['responses']['200']['schema']`. Answers are described as they travel.
 */
export type paths = {
  readonly '/tokens/v7': Read<Query<TokensParameters>, Paged<{ tokens?: Json<Token>[] }>>
  readonly '/collections/v7': Read<Query<CollectionsParameters>, Paged<{ collections?: Json<Collection>[] }>>
  readonly '/orders/asks/v5': Read<Query<OrdersParameters>, Paged<{ orders?: Json<MarketOrder>[] }>>
  readonly '/orders/bids/v6': Read<Query<OrdersParameters>, Paged<{ orders?: Json<MarketOrder>[] }>>
  readonly '/users/{user}/asks/v1': Read<Query<UserOrdersParameters>, Paged<{ orders?: Json<MarketOrder>[] }>>
  readonly '/users/{user}/bids/v1': Read<Query<UserOrdersParameters>, Paged<{ orders?: Json<MarketOrder>[] }>>
  readonly '/users/{user}/tokens/v10': Read<
    Query<UserTokensParameters>,
    Paged<{ tokens?: Json<UserToken>[] }>
  >
  readonly '/collections/{collection}/attributes/all/v4': Read<
    Record<string, unknown>,
    { attributes?: Json<AttributeValues>[] }
  >
  readonly '/collections/{collection}/marketplace-configurations/v2': Read<
    { readonly tokenId?: string },
    { marketplaces?: Json<MarketplaceConfiguration>[] }
  >
  readonly '/tokens/{token}/activity/v5': Read<
    Query<ActivityParameters>,
    Paged<{ activities?: Json<Activity>[] }>
  >
  readonly '/collections/activity/v6': Read<
    Query<ActivityParameters>,
    Paged<{ activities?: Json<Activity>[] }>
  >
  readonly '/users/activity/v6': Read<Query<ActivityParameters>, Paged<{ activities?: Json<Activity>[] }>>
  readonly '/transfers/bulk/v1': Read<{ readonly txHash?: string }, Paged<{ transfers?: Json<Transfer>[] }>>
  readonly '/transactions/{txHash}/synced/v1': Read<Record<string, never>, { synced?: boolean }>
  readonly '/execute/buy/v7': Asked<Json<Execute>>
  readonly '/execute/sell/v7': Asked<Json<Execute>>
  readonly '/execute/list/v5': Asked<Json<Execute>>
  readonly '/execute/bid/v5': Asked<Json<Execute>>
  readonly '/execute/cancel/v3': Asked<Json<Execute>>
  readonly '/execute/transfer/v1': Asked<Json<Execute>>
  readonly '/execute/results/v1': Asked<{ message?: string }>
  readonly '/tokens/refresh/v1': Asked<{ message?: string }>
}
