import { type ChainRow, readReference } from '../generator/reference.ts'

declare const data: readonly ChainRow[]

export { data }

/** Every chain that the client knows, those that live first. */
export default {
  load: (): readonly ChainRow[] =>
    (['live', 'test', 'shut down'] as const).flatMap((wanted) =>
      readReference().chains.filter(({ kind }) => kind === wanted),
    ),
}
