import type { Context } from 'hono'
import { Refusal } from '../apiError.ts'

/** Lets only the operator go on: whoever has a key of scope `admin`. @throws {Refusal} 401 */
export function requireAdmin(c: Context): void {
  const key = c.get('apiKey')
  if (key?.scopes.includes('admin') === true) return
  const sent = c.req.header('x-api-key') !== undefined
  const message = sent && key === undefined ? 'Invalid API key' : 'Not allowed'
  throw new Refusal('notAllowed', message, { field: 'x-api-key' })
}
