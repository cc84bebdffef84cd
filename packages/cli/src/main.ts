import { createProgram } from './program.ts'

// Whoever reads along may have seen enough: `sluice hostile --list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** `sluice`: a sentence for people when a command cannot go on, the whole trace with DEBUG set. */
await createProgram()
  .parseAsync(process.argv)
  .catch((error: unknown) => {
    console.error(process.env.DEBUG || !(error instanceof Error) ? error : `Stopped: ${error.message}`)
    process.exitCode = 1
  })
