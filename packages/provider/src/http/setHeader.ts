import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Sets a header of every answer to a request before it is made, on node's own answer where there is one: the web's
 * `Headers` cost more than most routes do.
 */
export function setHeader(c: Context, name: string, value: string): void {
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  if (outgoing === undefined) c.header(name, value)
  else outgoing.setHeader(name, value)
}
