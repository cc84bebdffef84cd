import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Sets a header of an answer before the answer is made, on node's own response where there is one: `Headers` cost more
 * than most routes do.
 */
export function setHeader(c: Context, name: string, value: string): void {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  if (outgoing === undefined) c.header(name, value)
  else outgoing.setHeader(name, value)
}
