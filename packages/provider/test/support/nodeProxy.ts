import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { postJson } from '../../../devnet/src/processes/postJson.ts'
import { serveLocally } from '../../../devnet/src/processes/serveLocally.ts'

type Question = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

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

/** Starts a proxy before a node that is named later. It takes one question at a time. */
export async function startNodeProxy(): Promise<NodeProxy> {
  const { url, stop } = await serveLocally(async (request, response) => {
    const body = await text(request)
    const question = JSON.parse(body) as Question
    if (Array.isArray(question)) return void response.writeHead(400).end()
    proxy.asked.push(question)
    proxy.open += 1
    proxy.atOnce = Math.max(proxy.atOnce, proxy.open)
    response.on('close', () => {
      proxy.open -= 1
    })
    if (proxy.meddle?.(question, response) === true) return
    try {
      const answer = await postJson(proxy.target, body)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
    } catch {
      response.writeHead(502).end()
    }
  })
  const proxy: NodeProxy = {
    url,
    target: '',
    meddle: undefined,
    asked: [],
    open: 0,
    atOnce: 0,
    stop,
  }
  return proxy
}
