import type { Logger } from 'pino'
import type { ChainReads } from './chain/reads.ts'
import type { ChainConfig, Config } from './config.ts'
import type { Intake } from './orders/intake.ts'
import type { OrderVerifier } from './orders/verifier.ts'
import type { Hub } from './push/hub.ts'
import type { Database } from './storage/db.ts'

/** One chain's part of the provider: its settings, its node and its name in every query. */
export type ChainDeps = {
  readonly config: ChainConfig
  readonly reads: ChainReads
  readonly db: Database
  readonly hub: Hub
  readonly log: Logger
  /** Milliseconds. */
  readonly clock: () => number
  readonly verifier: OrderVerifier
  readonly intake: Intake
}

/** What every part of the provider is handed; nothing is kept in modules. */
export type Deps = {
  readonly config: Config
  readonly db: Database
  readonly hub: Hub
  readonly log: Logger
  readonly clock: () => number
  readonly verifier: OrderVerifier
  readonly chains: readonly ChainDeps[]
}
