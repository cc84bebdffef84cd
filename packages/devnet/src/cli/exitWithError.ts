/** Ends a failed command: with one sentence, and with the stack trace only if it is asked for. */
export function exitWithError(cause: unknown): void {
  console.error(process.env.DEBUG || !(cause instanceof Error) ? cause : `Stopped: ${cause.message}`)
  process.exit(1)
}
