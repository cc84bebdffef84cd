import { EventEmitter } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

type HttpRequest = { readonly url: URL; readonly body: string }
/** An answer; `undefined` where the connection breaks. */
export type HttpAnswer = { readonly status: number; readonly body: string } | undefined
/** Answers requests to the hosts of the world: it calls back in the name of the machine that asked, or never. */
export type Internet = (request: HttpRequest, answer: (answer: HttpAnswer) => void) => void

/** The response to a request, as the code reads it. */
function responseOf({ status, body }: { readonly status: number; readonly body: string }) {
  const response = Object.assign(new EventEmitter(), {
    statusCode: status,
    headers: {},
    destroy: () => {},
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(body)
    },
  })
  queueMicrotask(() => {
    response.emit('data', Buffer.from(body))
    response.emit('end')
    response.emit('close')
  })
  return response
}

/** Puts the world's hosts in the place of the network, for the whole process. */
export function installSimulatedHttp(on: () => Internet): void {
  const request = (
    url: URL,
    { signal }: { readonly signal?: AbortSignal },
    onResponse: (response: unknown) => void,
  ) => {
    const sent = Object.assign(new EventEmitter(), {
      reusedSocket: false,
      end: (body = '') => {
        let isOver = false
        const abort = (): void => {
          if (isOver) return
          isOver = true
          sent.emit('error', signal?.reason)
        }
        signal?.addEventListener('abort', abort, { once: true })
        on()({ url, body: String(body) }, (answer) => {
          signal?.removeEventListener('abort', abort)
          if (isOver) return
          isOver = true
          if (answer === undefined)
            sent.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
          else onResponse(responseOf(answer))
        })
      },
    })
    return sent
  }
  Object.assign(http, { request })
  Object.assign(https, { request })
  syncBuiltinESMExports()
}
