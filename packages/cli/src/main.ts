import { createProgram } from './program.ts'

// The reader of the output may close it early: `sluice hostile --list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** `sluice`: prints one sentence when a command fails, and the whole trace if DEBUG is set. */
await createProgram()
  .parseAsync(process.argv)
  .catch((error: unknown) => {
    console.error(process.env.DEBUG || !(error instanceof Error) ? error : `Stopped: ${error.message}`)
    process.exitCode = 1
  })
