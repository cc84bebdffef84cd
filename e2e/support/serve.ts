import { sampleRates, startMarket, startStack } from '@sluice/devnet'

/** Runs the stack and the market in a process of their own. Prints one JSON line when both serve; ends with its input. */
const hasPictures = process.env.SLUICE_LOOKS !== undefined
const progress = (line: string) => console.error(`· ${line}`)
const stack = await startStack({
  ports: [0, 0, 0],
  size: 24,
  // Only on the second chain: prices of the first show no estimates.
  ratesOf: ({ id, contracts }) => (id === 1337 ? sampleRates(contracts) : undefined),
  history: hasPictures,
  drop: hasPictures,
  enforced: hasPictures,
  progress,
})
const market = await startMarket(stack.description, 0, progress)
process.stdout.write(`${JSON.stringify({ stack: stack.description, marketUrl: market.url })}\n`)

process.stdin.on('end', async () => {
  await market.stop()
  await stack.stop()
  process.exit(0)
})
process.stdin.resume()
