import { type LocalChain, rpc } from '@sluice/devnet'
import { encodeFunctionData, parseAbi } from 'viem'
import { draws, hotReads, load } from './hotReads.ts'
import { providerPid, residentOf } from './processes.ts'
import { type ProviderOptions, serving } from './withChain.ts'

/** Memory of the provider's process in megabytes, over time. */
export type Memory = {
  readonly started: number
  /** The peak while 32 clients read. */
  readonly reading: number
  /** After each tenth of the events, while the clients keep reading. */
  readonly replaying: readonly number[]
  readonly events: number
}

const mint = parseAbi(['function mint(address to, uint256 count)'])

/** Mines blocks full of mints: the events of a busy hour, as fast as the chain makes them. */
async function bringEvents(chain: LocalChain, blocks: number, perBlock: number): Promise<void> {
  const [from] = await rpc<string[]>(chain.rpcUrl, 'eth_accounts')
  const to = chain.contracts.collections[0]?.address
  for (let block = 0; block < blocks; block += 1) {
    const data = encodeFunctionData({
      abi: mint,
      functionName: 'mint',
      args: [from as `0x${string}`, BigInt(perBlock)],
    })
    await rpc(chain.rpcUrl, 'eth_sendTransaction', [{ from, to, data, gas: '0x1c9c380' }])
  }
}

async function caughtUp(chain: LocalChain, base: string): Promise<void> {
  for (;;) {
    const head = Number(await rpc<string>(chain.rpcUrl, 'eth_blockNumber'))
    const { block } = (await (await fetch(`${base}/health`)).json()) as { block: number | null }
    if (block !== null && block >= head) return
    await new Promise((wake) => setTimeout(wake, 50))
  }
}

/**
 * The provider's memory over a full book, under reads, and during an hour's worth of events at once.
 * @param events Ethereum's busiest hours have about 100,000 token events.
 */
export const measureMemory = (
  chain: LocalChain,
  options: ProviderOptions,
  events = 100_000,
): Promise<Memory> =>
  serving(options, async (base) => {
    const pid = providerPid()
    const started = residentOf(pid)
    const asked = await draws(options.databaseUrl ?? '', chain.id, 2000)
    const urls = hotReads.flatMap((read) => asked.map((draw) => `${base}${read.path(draw)}`))
    let reading = 0
    for (let round = 0; round < 5; round += 1) {
      await load(urls, 2000)
      reading = Math.max(reading, residentOf(pid))
    }
    const replaying: number[] = []
    const [tenths, perBlock] = [10, 200]
    for (let tenth = 0; tenth < tenths; tenth += 1) {
      await Promise.all([load(urls, 2000), bringEvents(chain, events / tenths / perBlock, perBlock)])
      await caughtUp(chain, base)
      replaying.push(residentOf(pid))
    }
    return { started, reading, replaying, events }
  })
