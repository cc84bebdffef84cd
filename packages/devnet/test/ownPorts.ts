import { freePort } from '../src/processes/freePort.ts'

/**
 * Gives each process a port of its own below the ephemeral ports of systems (Linux from 32768 on, others higher): a
 * killed process must find its port free again, not taken by another connection or one of its own clients.
 */
export function createOwnPorts(): (what: string) => Promise<number> {
  let last = 12_000 + Math.floor(Math.random() * 19_000)
  return async (what) => {
    last = await freePort(last + 1, what, () => {})
    return last
  }
}
