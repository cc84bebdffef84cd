import { createServer } from 'node:net'

/** Tries to listen on a port, then closes the server. Resolves to the port, or `undefined` if it is taken. */
const tryPort = (port: number): Promise<number | undefined> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })

/** Returns `wanted` if it is free, or else the next free port above it, which is logged. 0 takes any free port. */
export async function freePort(wanted: number, what: string, log: (line: string) => void): Promise<number> {
  const last = wanted === 0 ? 0 : Math.min(wanted + 99, 65_535)
  for (let port = wanted; port <= last; port += 1) {
    const free = await tryPort(port)
    if (free === undefined) continue
    if (wanted !== 0 && free !== wanted) log(`Port ${wanted} is taken; ${what} uses ${free}.`)
    return free
  }
  throw new Error(`No free port for ${what} between ${wanted} and ${last}.`)
}
