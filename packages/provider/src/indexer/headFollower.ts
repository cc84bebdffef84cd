import type { Announced } from '../chain/listenToHeads.ts'
import type { ChainDeps } from '../deps.ts'
import { settleReadings } from '../orders/makerFunds.ts'
import { advance, type Progress } from './advance.ts'
import { createPace, type Pace } from './pace.ts'
import type { ProgressLog } from './progressLog.ts'
import { type Block, newestBlock } from './reading.ts'

/** Stores the blocks of a chain up to its head, in turns. */
export type HeadFollower = {
  /** Stores blocks until the chain is stored up to its head, or the node has no more. */
  turn(): Promise<void>
  /** Milliseconds until the next turn, unless a block is announced before. */
  rest(): number
  /** Notes the newest block that a node announced, for the next step. */
  announce(block: Announced | undefined): void
  /**
   * Has the next turn that reaches the head settle the readings of makers' funds.
   * @returns `false` while readings wait to be settled anyway.
   */
  requestSettling(): boolean
}

/** What one step, or one turn, leaves for the next. */
type HeadState = {
  /** The newest announcement that no step has used. */
  announced: Announced | undefined
  /** Hash of the node's newest block when the chain was last stored up to it. */
  level: string | undefined
  /** When the node's chain was first seen to end before ours; `undefined` while it does not. */
  behindSince: number | undefined
  /** Whether readings of makers' funds may wait to be settled. */
  unsettled: boolean
  /** Learns when the next block is due. */
  readonly pace: Pace
}

/** Name of the job that takes the turns of a {@link HeadFollower}. */
export const followJob = 'follow'

/** Milliseconds for which a node whose chain ends before ours counts as behind, not as rolled back. */
const rewindDelay = 3000

/**
 * Takes one step towards the head, and notes what it found.
 * @param known the node's newest block, if it need not be read again.
 */
async function step(
  chain: ChainDeps,
  state: HeadState,
  known: Block | undefined,
): Promise<{ readonly progress: Progress; readonly newest: Block | undefined }> {
  const rewind = state.behindSince !== undefined && chain.clock() - state.behindSince >= rewindDelay
  const { announced } = state
  state.announced = undefined
  const newest = known ?? (announced === undefined ? await newestBlock(chain) : undefined)
  const isSame = newest !== undefined && newest.hash === state.level
  const progress = isSame ? 'level' : await advance(chain, rewind, announced, newest)
  state.level = progress === 'level' || progress === 'newest' ? newest?.hash : undefined
  if (progress === 'node-behind') state.behindSince ??= chain.clock()
  else if (!isSame) state.pace.note(announced?.number ?? Number(newest?.number ?? 0), announced !== undefined)
  return { progress, newest }
}

/** Settles the readings of makers' funds that wait for it; only for a chain that is stored up to its head. */
async function settle(chain: ChainDeps, state: HeadState, signal: AbortSignal): Promise<void> {
  while (state.unsettled && !signal.aborted) state.unsettled = await settleReadings(chain)
}

/**
 * Makes the follower of a chain's head, whose turns end early when the signal aborts.
 * @param onBlock called after each step after which there may be more to store.
 */
export function createHeadFollower(
  chain: ChainDeps,
  signal: AbortSignal,
  progressLog: ProgressLog,
  onBlock: () => void,
): HeadFollower {
  const state: HeadState = {
    announced: undefined,
    level: undefined,
    behindSince: undefined,
    unsettled: true,
    pace: createPace(),
  }
  return {
    turn: async () => {
      let known: Block | undefined
      for (;;) {
        const { progress, newest } = await step(chain, state, known)
        if (progress === 'more' || progress === 'newest') onBlock()
        if (progress === 'node-behind' || signal.aborted) return
        if (progress !== 'more') {
          state.behindSince = undefined
          progressLog.noteLevel()
          return settle(chain, state, signal)
        }
        await progressLog.note()
        // What was newest before a block was written mostly is that block: every other step reads it anew.
        known = known === undefined ? newest : undefined
      }
    },
    rest: state.pace.rest,
    announce: (block) => {
      state.announced = block ?? state.announced
    },
    requestSettling: () => {
      const isNew = !state.unsettled
      state.unsettled = true
      return isNew
    },
  }
}
