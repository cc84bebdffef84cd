import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Question = { readonly method: string; readonly params: readonly unknown[] }

/** A node of a chain behind HTTP, which may be told to answer otherwise. */
export type NodeProxy = {
  readonly url: string
  /** The node that really answers. */
  target: string
  /** Answers in the node's place where it returns true. */
  meddle: ((question: Question, response: ServerResponse) => boolean) | undefined
  /** Every question so far. */
  readonly asked: Question[]
  /** Questions that are on their way now. */
  open: number
  /** The most questions that were ever on their way at once. */
  atOnce: number
  stop(): Promise<void>
}

/** Starts a proxy before a node that is named later. */
export async function startNodeProxy(): Promise<NodeProxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const question = JSON.parse(body) as Question
    proxy.asked.push(question)
    proxy.open += 1
    proxy.atOnce = Math.max(proxy.atOnce, proxy.open)
    response.on('close', () => {
      proxy.open -= 1
    })
    if (proxy.meddle?.(question, response) === true) return
    try {
      const answer = await fetch(proxy.target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    } catch {
      response.writeHead(502).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const proxy: NodeProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    meddle: undefined,
    asked: [],
    open: 0,
    atOnce: 0,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return proxy
}
