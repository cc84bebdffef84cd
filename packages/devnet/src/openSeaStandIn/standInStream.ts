import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** The stand-in's event stream: Phoenix channels with JSON messages, as OpenSea documents them. */
export type StandInStream = {
  /** Sends an event to every connection that subscribed to the collection. */
  send(slug: string, event: string, payload: object): void
  /** Returns the number of connections that subscribed to a collection. */
  followers(slug: string): number
  /** Terminates every connection without a close frame. */
  drop(): void
  close(): void
}

/** Removes the quotes around amounts, as OpenSea's events write them, however large the number. */
const withBareNumbers = (json: string): string =>
  json.replace(/"(startAmount|endAmount|identifierOrCriteria|counter)":"(\d+)"/g, '"$1":$2')

/** Serves `/socket/websocket?token=KEY` on the stand-in's HTTP server. */
export function createStandInStream(server: Server, apiKey: string): StandInStream {
  const sockets = new WebSocketServer({ noServer: true })
  const topics = new Map<WebSocket, Set<string>>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    if (url.pathname !== '/socket/websocket' || url.searchParams.get('token') !== apiKey) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (connection) => {
      const own = new Set<string>()
      topics.set(connection, own)
      connection.on('close', () => topics.delete(connection))
      connection.on('message', (data) => {
        const { topic, event, ref } = JSON.parse(String(data)) as {
          topic: string
          event: string
          ref: string
        }
        if (event === 'phx_join') own.add(topic)
        if (event === 'phx_leave') own.delete(topic)
        const payload = { status: 'ok', response: {} }
        connection.send(JSON.stringify({ topic, event: 'phx_reply', payload, ref }))
      })
    })
  })
  return {
    send: (slug, event, payload) => {
      const topic = `collection:${slug}`
      const sent_at = new Date().toISOString()
      const text = JSON.stringify({
        topic,
        event,
        payload: { event_type: event, payload, sent_at },
        ref: null,
      })
      for (const [connection, own] of topics) if (own.has(topic)) connection.send(withBareNumbers(text))
    },
    followers: (slug) => [...topics.values()].filter((own) => own.has(`collection:${slug}`)).length,
    drop: () => {
      for (const connection of topics.keys()) connection.terminate()
    },
    close: () => {
      for (const connection of topics.keys()) connection.terminate()
      sockets.close()
    },
  }
}
