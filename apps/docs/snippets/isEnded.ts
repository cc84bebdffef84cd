import { type Client, getListings, isEnded } from '@sluice/core'

/** The listings of an account that somebody may still fill, or will be able to. */
export async function openListings(client: Client, maker: `0x${string}`) {
  const { items } = await getListings(client, { maker })
  return items.filter((order) => !isEnded(order))
}
