import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Reaper, startReaper } from '../src/processes/reaper.ts'
import { type LocalChain, startChain } from '../src/stack/localChain.ts'

/** What the processes of a test share. */
export type Shared = {
  readonly chain: LocalChain
  readonly reaper: Reaper
  /** An empty folder for the data of Postgres. */
  readonly folder: string
  /** Adds a step that stops what was just started. The steps run in reverse order. */
  onStop(step: () => Promise<unknown> | unknown): void
}

/** Starts a chain and the processes of `start`. If one of them fails to start, the others are stopped. */
export async function startTogether<T extends object>(
  prefix: string,
  start: (shared: Shared) => Promise<T>,
): Promise<T & { readonly chain: LocalChain; stop(): Promise<void> }> {
  const reaper = startReaper()
  const undo: (() => Promise<unknown> | unknown)[] = [reaper.dismiss]
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), prefix))
    reaper.remove(folder)
    reaper.watchPostgres(join(folder, 'data', 'postmaster.pid'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    const chain = await startChain({ reaper })
    undo.push(chain.stop)
    const started = await start({ chain, reaper, folder, onStop: (step) => void undo.push(step) })
    return { ...started, chain, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
