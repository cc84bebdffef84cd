import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between a page and a server that can be cut and restored while the server keeps serving everyone else. */
export type Relay = {
  readonly url: string
  /** Closes every connection and accepts no other, as if the process behind it had died. */
  cut(): Promise<void>
  /** Serves again on the same address. */
  mend(): Promise<void>
  close(): Promise<void>
}

/** Forwards everything to `target`, such as `http://127.0.0.1:4700`. */
export async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const follow = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const serve = (at: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(Number(port), hostname)
      follow(near)
      follow(far)
      near.pipe(far).pipe(near)
    })
    return new Promise((done, fail) => server.once('error', fail).listen(at, '127.0.0.1', () => done(server)))
  }
  const state = { server: await serve(0) }
  const { port: own } = state.server.address() as AddressInfo
  const cut = (): Promise<void> =>
    new Promise((done) => {
      state.server.close(() => done())
      for (const socket of sockets) socket.destroy()
    })
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    mend: async () => {
      state.server = await serve(own)
    },
    close: cut,
  }
}
