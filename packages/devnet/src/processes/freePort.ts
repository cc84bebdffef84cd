import { createServer } from 'node:net'

/** Listens for a moment. Resolves to the port, or `undefined` if it is taken. */
const tried = (port: number): Promise<number | undefined> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })

/** `wanted` if it is free, else the next free port above it, reported through `tell`. 0 takes any. */
export async function freePort(wanted: number, what: string, tell: (line: string) => void): Promise<number> {
  const last = wanted === 0 ? 0 : Math.min(wanted + 99, 65_535)
  for (let port = wanted; port <= last; port += 1) {
    const free = await tried(port)
    if (free === undefined) continue
    if (wanted !== 0 && free !== wanted) tell(`Port ${wanted} is taken; ${what} uses ${free}.`)
    return free
  }
  throw new Error(`No free port for ${what} between ${wanted} and ${last}.`)
}
