import type { Action, Answers } from '../answers.ts'
import type { Scene } from '../scene.ts'

/** What a caller can tell a client. The client could not detect a lie about anything else. */
export type Said = 'token' | 'price' | 'recipient' | 'order' | 'times' | 'amount' | 'currency'

/** An honest answer turned into one that harms the user. */
export type Lie<TAction extends Action = Action> = {
  readonly action: TAction
  /** Used in the record and in the table; never reused for another lie. */
  readonly id: string
  /** What happens to the user who goes along with it. */
  readonly harm: string
  /** What the caller must have said for the client to see the lie; the chain says the rest. */
  readonly needs: readonly Said[]
  /** What shows the lie. */
  readonly seenBy: string
  readonly tell: (answer: Answers[TAction], scene: Scene) => Answers[TAction] | Promise<Answers[TAction]>
}

type Row<TAction extends Action> = Omit<Lie<TAction>, 'action'>

/** Lies about one action, as a table. */
export const liesAbout = <TAction extends Action>(
  action: TAction,
  rows: readonly Row<TAction>[],
): readonly Lie<TAction>[] => rows.map((row) => ({ action, ...row }))
