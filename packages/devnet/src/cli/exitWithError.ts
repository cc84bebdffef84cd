/** Ends a command that cannot go on: a sentence for people, the stack only when asked for. */
export function exitWithError(cause: unknown): void {
  console.error(process.env.DEBUG || !(cause instanceof Error) ? cause : `Stopped: ${cause.message}`)
  process.exit(1)
}
