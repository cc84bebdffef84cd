import type { InferOutput } from 'valibot'
import { expectTypeOf, test } from 'vitest'
import type { Activity, activity } from '../src/lists/activity.ts'
import type { AttributeValues, attributeValues, Collection, collection } from '../src/lists/collection.ts'
import type { CurrencyRate, currencyRate } from '../src/lists/currencyRate.ts'
import type { MarketOrder, marketOrder } from '../src/lists/marketOrder.ts'
import type {
  MarketplaceConfiguration,
  marketplaceConfiguration,
} from '../src/lists/marketplaceConfiguration.ts'
import type { Price, price } from '../src/lists/price.ts'
import type { Token, token, UserToken, userToken } from '../src/lists/token.ts'
import type { Order, orderComponents } from '../src/order.ts'
import type { OrderResult, orderResult } from '../src/orderResult.ts'
import type { Plan, plan } from '../src/plan.ts'
import type { PathEntry, pathEntry } from '../src/quote.ts'
import type { Transfer, transfer } from '../src/transfers.ts'

test('each named type is exactly what its schema reads', () => {
  expectTypeOf<InferOutput<typeof activity>>().toEqualTypeOf<Activity>()
  expectTypeOf<InferOutput<typeof attributeValues>>().toEqualTypeOf<AttributeValues>()
  expectTypeOf<InferOutput<typeof collection>>().toEqualTypeOf<Collection>()
  expectTypeOf<InferOutput<typeof marketOrder>>().toEqualTypeOf<MarketOrder>()
  expectTypeOf<InferOutput<typeof marketplaceConfiguration>>().toEqualTypeOf<MarketplaceConfiguration>()
  expectTypeOf<InferOutput<typeof orderComponents>>().toEqualTypeOf<Order>()
  expectTypeOf<InferOutput<typeof orderResult>>().toEqualTypeOf<OrderResult>()
  expectTypeOf<InferOutput<typeof pathEntry>>().toEqualTypeOf<PathEntry>()
  expectTypeOf<InferOutput<typeof plan>>().toEqualTypeOf<Plan>()
  expectTypeOf<InferOutput<typeof price>>().toEqualTypeOf<Price>()
  expectTypeOf<InferOutput<typeof currencyRate>>().toEqualTypeOf<CurrencyRate>()
  expectTypeOf<InferOutput<typeof token>>().toEqualTypeOf<Token>()
  expectTypeOf<InferOutput<typeof transfer>>().toEqualTypeOf<Transfer>()
  expectTypeOf<InferOutput<typeof userToken>>().toEqualTypeOf<UserToken>()
})
