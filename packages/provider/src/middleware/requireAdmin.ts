import type { Context } from 'hono'
import { ApiError } from '../apiError.ts'

/** Lets only the operator go on: whoever has a key of scope `admin`. @throws {ApiError} 401 */
export function requireAdmin(c: Context): void {
  const key = c.get('apiKey')
  if (key?.scopes.includes('admin') === true) return
  const sent = c.req.header('x-api-key') !== undefined
  const message = sent && key === undefined ? 'Invalid API key' : 'Not allowed'
  throw new ApiError('notAllowed', message, { field: 'x-api-key' })
}
