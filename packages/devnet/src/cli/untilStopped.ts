/** Waits for Ctrl-C or a request to end, then stops everything that was started. */
export async function untilStopped(stop: () => Promise<void>): Promise<void> {
  await new Promise<void>((done) => {
    process.once('SIGINT', () => done())
    process.once('SIGTERM', () => done())
    process.once('SIGHUP', () => done())
  })
  console.error('Stopping …')
  await stop()
  process.exit(0)
}
