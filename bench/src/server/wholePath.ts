import { createClient, transferTokens, viemWallet, type Wallet } from '@sluice/core'
import { type LocalAccount, type LocalChain, localAccounts, writerOf } from '@sluice/devnet'
import { createWalletClient, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { figureOf, type Table } from '../report/figures.ts'
import { watchEvents } from './push.ts'
import { withProvider } from './withChain.ts'

const trades = 40
/** Trades before the first measured one: they load and compile the code. */
const first = 10
const mint = parseAbi(['function mint(address to, uint256 count)'])

type Sample = {
  /** Milliseconds from the wallet's hash to the end of the run. */
  readonly whole: number
  /** The part of it after the provider had announced the block. */
  readonly beyond: number
}

/** The first token of an account on a bare chain. */
async function mintOne(chain: LocalChain, account: LocalAccount): Promise<string> {
  const collection = chain.contracts.collections.find(({ kind }) => kind === 'erc721')
  if (collection === undefined) throw new Error('The chain has no collection.')
  const { logs } = await writerOf(chain, account.privateKey).write({
    address: collection.address,
    abi: mint,
    functionName: 'mint',
    args: [account.address, 1n],
  })
  return `${collection.address}:${BigInt(logs.at(-1)?.topics[3] ?? 0)}`
}

/** A token is transferred back and forth between two accounts, each time by its owner's key. */
async function sampleTrades(chain: LocalChain, base: string): Promise<readonly Sample[]> {
  const [ada, ben] = localAccounts()
  if (ada === undefined || ben === undefined) throw new Error('There are no accounts.')
  const { id, name, rpcUrl } = chain
  const client = createClient({
    chains: [{ id, name, baseApiUrl: base, blockTime: 2_000, rpcUrls: [rpcUrl] }],
  })
  const token = await mintOne(chain, ada)
  const received = new Map<number, number>()
  const stop = await watchEvents(base, received)
  const samples: Sample[] = []
  for (let index = 0; index < first + trades; index += 1) {
    const [owner, receiver] = index % 2 === 0 ? [ada, ben] : [ben, ada]
    const sent = { at: 0 }
    const inner = viemWallet(
      createWalletClient({ account: privateKeyToAccount(owner.privateKey), transport: http(rpcUrl) }),
    )
    const wallet: Wallet = {
      ...inner,
      sendTransaction: async (transaction) => {
        const hash = await inner.sendTransaction(transaction)
        sent.at = performance.now()
        return hash
      },
    }
    const run = transferTokens(client, {
      wallet,
      to: receiver.address,
      items: [{ token }],
      confirm: () => true,
    })
    const { execution } = await run.result()
    const ended = performance.now()
    const block = Number(execution.steps.flatMap(({ items }) => items).at(-1)?.receipt?.blockNumber)
    // The same message reaches two listeners of this process one after the other.
    await new Promise((wake) => setTimeout(wake, 100))
    const then = received.get(block)
    if (then === undefined) throw new Error(`No client was sent block ${block}.`)
    if (index >= first)
      samples.push({ whole: ended - sent.at, beyond: Math.max(0, ended - Math.max(then, sent.at)) })
  }
  stop()
  return samples
}

/** A user's wait on the whole local stack after the wallet's answer: node, provider, Postgres and client. */
export const wholePath = (): Promise<readonly Table[]> =>
  withProvider(async (chain, base) => {
    const samples = await sampleTrades(chain, base)
    const rowsOf = (what: string, of: (sample: Sample) => number) => {
      const waits = samples.map(of).sort((a, b) => a - b)
      const late = waits[Math.floor(waits.length * 0.95)] ?? Number.NaN
      return [
        { what, ours: figureOf(waits) },
        { what: '95th percentile', ours: figureOf([late]) },
      ]
    }
    return [
      {
        id: 'whole-path',
        title: 'From the wallet’s hash to the end of the run, on the local stack',
        note: `${trades} transfers by real keys, each in a block of its own: node, provider and Postgres on this machine. What is beyond the provider begins when it has told a bare listener of the block. Budgets of what is beyond: 25 at the median, 50 at the 95th percentile.`,
        unit: 'ms',
        better: 'less',
        rows: [
          ...rowsOf('from the hash', ({ whole }) => whole),
          ...rowsOf('beyond the provider', ({ beyond }) => beyond),
        ],
      },
    ]
  })
