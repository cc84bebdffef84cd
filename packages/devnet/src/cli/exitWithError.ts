/** Exits with code 1 and logs the error's message. With `DEBUG` set, the stack trace is logged too. */
export function exitWithError(cause: unknown): void {
  console.error(process.env.DEBUG || !(cause instanceof Error) ? cause : `Stopped: ${cause.message}`)
  process.exit(1)
}
