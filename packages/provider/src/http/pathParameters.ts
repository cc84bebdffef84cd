import { address, parse, splitToken, tokenRef } from '@sluice/wire'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Address } from 'viem'
import type { Query, TokenName } from './query.ts'

/** The account in a route's path. @throws {ParseError} */
export const userParam = (c: Context): Address =>
  parse(v.object({ user: address }), { user: c.req.param('user') }, 'The request').user

/** The collection in a route's path: its contract's address. @throws {ParseError} */
export const collectionParam = (c: Context): Address =>
  parse(v.object({ collection: address }), { collection: c.req.param('collection') }, 'The request')
    .collection

/** The token in a route's path, `contract:tokenId`. @throws {ParseError} */
export const tokenParam = (c: Context): TokenName =>
  splitToken(parse(v.object({ token: tokenRef }), { token: c.req.param('token') }, 'The request').token)

/** Nobody made a community or a set of collections here, so that nothing is of one. */
export const ofNoSet = (
  query: Query,
  names: readonly string[] = ['community', 'collectionsSetId'],
): boolean => names.some((name) => query.text(name) !== undefined)
