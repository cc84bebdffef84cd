import { type Action, type Answers, honestAnswers } from '../answers.ts'
import type { Scene } from '../scene.ts'
import { type Handler, jsonOf } from '../server.ts'

/** Thrown by a protocol whose server has no way to say what an answer says. The message says why. */
export class CannotSay extends Error {
  override readonly name = 'CannotSay'
}

/** How a server says its answers to a kind of client. An action that a protocol lacks is not asked of a server. */
export type Protocol = {
  readonly [TAction in Action]?: (answer: Answers[TAction], scene: Scene) => Handler | Promise<Handler>
}

/** Throws `CannotSay` unless the named parts of an answer are honest. */
export function onlyHonest<TAction extends Action>(
  action: TAction,
  answer: Answers[TAction],
  scene: Scene,
  parts: readonly (keyof Answers[TAction])[],
  why: string,
): void {
  const honest = honestAnswers(scene)[action]
  if (parts.some((part) => jsonOf(answer[part]) !== jsonOf(honest[part]))) throw new CannotSay(why)
}
