/**
 * Waits for Ctrl-C or another termination signal, then calls `stop` and exits. A second signal ends the process at
 * once, and the reaper stops what is left.
 */
export async function untilStopped(stop: () => Promise<void>): Promise<void> {
  // The process that reads the output may exit first. Everything must still be stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  await new Promise<void>((done) => {
    const parent = process.ppid
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done())
    // A killed parent sends no signal, but the system assigns another parent to this process.
    if (process.argv.includes('--with-parent'))
      setInterval(() => {
        if (process.ppid !== parent) done()
      }, 500).unref()
  })
  console.error('Stopping …')
  await stop()
  process.exit(0)
}
