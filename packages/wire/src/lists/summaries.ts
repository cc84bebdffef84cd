import * as v from 'valibot'
import { maybe, object } from '../parse.ts'
import { link, shownText } from './shownFields.ts'

/** The marketplace that an order was posted to. */
export interface OrderSource {
  id?: string | null | undefined
  domain?: string | null | undefined
  name?: string | null | undefined
  icon?: string | null | undefined
  url?: string | null | undefined
}

/** The collection of a token or an order, in short. */
export interface CollectionSummary {
  id?: string | null | undefined
  name?: string | null | undefined
  image?: string | null | undefined
  slug?: string | null | undefined
  symbol?: string | null | undefined
}

/** An {@link OrderSource} in an answer. */
export const orderSource = object({
  id: shownText,
  domain: shownText,
  name: shownText,
  icon: link,
  url: link,
})

/** A {@link CollectionSummary} in an answer. */
export const collectionSummary = object({
  id: maybe(v.string()),
  name: shownText,
  image: link,
  slug: shownText,
  symbol: shownText,
})
