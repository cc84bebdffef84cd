import type { Hex } from 'viem'
import type { World } from '../world.ts'
import type { Page } from './model.ts'

type Given = { readonly url: URL; readonly init: RequestInit }

/** The network of a page: nodes, and the routes of whichever provider is up. */
export function pageFetch(world: World, page: Page): typeof fetch {
  const { scheduler, chain, places, plan } = world
  const { machine, random } = page
  const wait = (): number => (random.chance(0.03) ? 3000 : 40) * random.next()
  const isBroken = (): boolean => scheduler.now() < plan.trouble && random.chance(0.04)

  const askProvider = ({ url, init }: Given, answer: (answer: Response | undefined) => void): void => {
    const up = places.filter(({ process, machine }) => process !== undefined && !machine.isFrozen)
    const process = up.length === 0 ? undefined : random.pick(up).process
    const what = `${init.method ?? 'GET'} ${url.pathname.replace(/0x\w{60,}/, 'hash')}`
    const reply = (value: Response | undefined): void => {
      scheduler.after(
        wait(),
        value === undefined ? `${what} breaks off` : `answer to ${what}`,
        () => answer(value),
        machine,
      )
    }
    // It never arrives, or nobody is there.
    if (process === undefined || isBroken()) {
      reply(undefined)
      return
    }
    // The stream of events is not part of the world.
    if (url.pathname === '/world/events') {
      reply(new Response('', { status: 404 }))
      return
    }
    const serve = async (): Promise<void> => {
      const given = await process.fetch(new Request(url, { ...init, signal: null }))
      const body = await given.text()
      const { status, headers } = given
      // The provider says so, whether or not the page hears it.
      if (status === 200 && url.pathname === '/world/order/v3')
        world.acknowledged.add((JSON.parse(body) as { readonly orderId: Hex }).orderId)
      // The provider has done it, and its answer is lost.
      reply(isBroken() ? undefined : new Response(body, { status, headers }))
    }
    // What it waits for is steps of its own.
    scheduler.after(wait(), what, () => void serve(), process.machine)
  }
  const askNode = ({ url, init }: Given, answer: (answer: Response | undefined) => void): void => {
    const node = chain.nodes.find(({ name }) => url.hostname === `${name}.world`)
    if (node === undefined) throw new Error(`There is no host ${url.hostname}.`)
    world.askNode(node, String(init.body), (said) =>
      answer(said === undefined ? undefined : new Response(said.body, { status: said.status })),
    )
  }
  return (input, init = {}) => {
    const url = new URL(String(input))
    return new Promise((done, fail) => {
      const { signal } = init
      const abort = (): void => fail(signal?.reason)
      if (signal?.aborted === true) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      const answer = (response: Response | undefined): void => {
        signal?.removeEventListener('abort', abort)
        if (response === undefined) fail(new TypeError('fetch failed'))
        else done(response)
      }
      if (url.hostname === 'provider.world') askProvider({ url, init }, answer)
      else askNode({ url, init }, answer)
    })
  }
}
