import type { ChainDeps } from '../../deps.ts'
import { checkDoubted } from './checkLogs.ts'

/** Milliseconds between two attempts while blocks stay doubted: the first pause, which doubles, and the longest one. */
const [shortestPause, longestPause] = [60_000, 3_600_000]
/** Blocks that are read again in one turn. */
const most = 4

/** Reads old blocks with doubted logs again: with longer and longer pauses while they stay doubted, and without any while not. */
export function createDoubtTurn(chain: ChainDeps): () => Promise<void> {
  let pause = shortestPause
  let nextAt = 0
  return async () => {
    if (chain.clock() < nextAt) return
    // Where it fails, it rests as well.
    nextAt = chain.clock() + pause
    for (let count = 0; count < most; count += 1) {
      const found = await checkDoubted(chain)
      pause = found === 'doubted' ? Math.min(pause * 2, longestPause) : shortestPause
      if (found !== 'known') return
    }
    nextAt = 0
  }
}
