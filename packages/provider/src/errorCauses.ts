/** The code of an error of Node.js, Postgres or a node; `undefined` if it has none. */
export const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** An error and its causes, the outermost first; ten at most, since an error may be its own cause. */
export function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 10; at = at.cause) causes.push(at)
  return causes
}
