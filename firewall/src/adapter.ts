import type { Action } from './answers.ts'
import type { Said } from './lies/lie.ts'
import type { Protocol } from './protocols/protocol.ts'
import type { Scene } from './scene.ts'

/** What a client is set before. */
export type Setting = {
  /** Base URL of the server. */
  readonly url: string
  /** JSON-RPC of the user's wallet: `eth_accounts`, `eth_sendTransaction`, `eth_signTypedData_v4`, and the chain's own. */
  readonly walletUrl: string
  readonly scene: Scene
}

/** How one action is done with a client. */
export type Driven = {
  /** The parameters of the client's call, and the values that are passed here. */
  readonly says: readonly Said[]
  /** Does the action by the client's public API, as its documentation says; resolves when the client reports success. */
  readonly run: (setting: Setting) => Promise<unknown>
}

/** A client, as a file of `adapters` exports it under the name `adapter`. */
export type Adapter = {
  /** The package's name. */
  readonly name: string
  /** The installed version, read from its `package.json`. */
  readonly version: string
  /** What the server of this client speaks. */
  readonly protocol: Protocol
  /** How it is driven, in a sentence for the docs. */
  readonly driven: string
  /** A missing action is named in `lacks`. */
  readonly actions: { readonly [TAction in Action]?: Driven }
  /** Why an action is not driven. */
  readonly lacks: { readonly [TAction in Action]?: string }
}
