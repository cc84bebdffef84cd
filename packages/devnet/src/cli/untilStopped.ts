/**
 * Waits for Ctrl-C or a request to end, then stops everything that was started. A second request ends the process at
 * once; the reaper ends what is left.
 */
export async function untilStopped(stop: () => Promise<void>): Promise<void> {
  // The reader of our output may end before us; we must still stop everything in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  await new Promise<void>((done) => {
    const parent = process.ppid
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done())
    // A parent that was killed can send no signal; the system gives us another parent.
    if (process.argv.includes('--with-parent'))
      setInterval(() => {
        if (process.ppid !== parent) done()
      }, 500).unref()
  })
  console.error('Stopping …')
  await stop()
  process.exit(0)
}
