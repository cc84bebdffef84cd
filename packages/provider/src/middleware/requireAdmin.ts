import type { Context } from 'hono'
import { ApiError } from '../apiError.ts'

/** Rejects callers without an API key of scope `admin`, which only the operator has. @throws {ApiError} 401 */
export function requireAdmin(c: Context): void {
  const key = c.get('apiKey')
  if (key?.scopes.includes('admin') === true) return
  const sent = c.req.header('x-api-key') !== undefined
  const message = sent && key === undefined ? 'Invalid API key' : 'Not allowed'
  throw new ApiError('notAllowed', message, { field: 'x-api-key' })
}
