import { createServer, type RequestListener, type Server } from 'node:http'

/** An HTTP server on this machine. */
export type LocalServer = {
  readonly server: Server
  readonly port: number
  /** `http://127.0.0.1:port`. */
  readonly url: string
  /** Closes every connection and stops listening. */
  stop(): Promise<void>
}

/** Serves HTTP on this machine, on any free port by default. */
export async function serveLocally(listener: RequestListener, wanted = 0): Promise<LocalServer> {
  const server = createServer(listener)
  // With the default of five seconds, a slow client may reuse a connection just as it closes, and gets a reset.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((done, fail) => server.once('error', fail).listen(wanted, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : wanted
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
