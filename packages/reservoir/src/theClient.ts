import type { ReservoirClient } from './client.ts'

/**
 * The one place of this repository that outlives its callers: `getClient()` of the ancestor takes no argument, so
 * the client made last has to be kept somewhere. Kept here and nowhere else; our own packages never read it.
 */
const kept = new Map<'client', ReservoirClient>()

export function keepClient(client: ReservoirClient): ReservoirClient {
  kept.set('client', client)
  return client
}

/**
 * The client that `createClient` made last.
 * @throws {Error} before the first.
 */
export function getClient(): ReservoirClient {
  const client = kept.get('client')
  if (client === undefined) throw new Error('createClient has not been called yet.')
  return client
}
