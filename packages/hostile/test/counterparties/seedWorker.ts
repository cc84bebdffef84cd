import { openCampaign } from './campaign.ts'

/** A process of {@link playSeeds}: it asks for a seed when it is ready, and ends when it gets none. */
const campaign = await openCampaign()
process.on('message', async ({ seed }: { readonly seed?: number }) => {
  if (seed === undefined) {
    await campaign.stop()
    process.exit(0)
  }
  process.send?.({ result: await campaign.play(seed) })
})
process.on('disconnect', () => process.exit(1))
process.send?.({})
