import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seaportDomain } from '@sluice/seaport'
import { startBareIntake } from './bareIntake.ts'
import { type Cpu, cpuEach, cpuSeconds, postmasterPid } from './processes.ts'
import { packed, type RawResult, rawRequest, runRaw } from './rawClient.ts'
import { makers, postedJson, signedOrders } from './signedOrders.ts'
import { withProvider } from './withChain.ts'

export type Intake = {
  /** Orders per second by wall clock, acknowledged and on disk. */
  readonly bulk: number
  /** Microseconds of CPU for each of them. */
  readonly cpu: Cpu
  readonly bare: number
  /** Milliseconds of one post of one order, one after another. */
  readonly single: RawResult
}

const perPost = 50
const clients = 8

/**
 * Posts `count` orders to a provider of its own on a local chain. They are signed and serialized beforehand, and
 * sent by a process that does little else; chain, database and client share this machine.
 */
export const intake = (databaseUrl: string, count = 40_000): Promise<Intake> =>
  withProvider(
    async (chain, base, { dataDir }) => {
      const accounts = makers(200)
      const domain = seaportDomain(chain.id, '1.6')
      const token = chain.contracts.collections[0]?.address
      if (token === undefined) throw new Error('The local chain has no collection.')
      const terms = { domain, token, conduitKey: chain.contracts.conduitKey }
      const listings = (first: number, many: number): readonly object[] =>
        signedOrders(accounts, many, { ...terms, first }).map((one) => ({ order: postedJson(one) }))
      const posts = (path: string, orders: readonly object[]): readonly Buffer[] =>
        Array.from({ length: Math.ceil(orders.length / perPost) }, (_, index) =>
          rawRequest(
            'POST',
            path,
            JSON.stringify({ items: orders.slice(index * perPost, (index + 1) * perPost) }),
          ),
        )
      const written = (name: string, requests: readonly Buffer[]): string => {
        const file = join(dataDir, name)
        writeFileSync(file, packed(requests))
        return file
      }
      const path = `/${chain.slug}/order`
      const first = written('first', posts(`${path}/v4`, listings(10_000_000, 4000)))
      const orders = listings(0, count)
      const many = written('many', posts(`${path}/v4`, orders))
      const plain = written('bare', posts('/', orders))
      const single = written(
        'single',
        listings(20_000_000, 300).map((order) => rawRequest('POST', `${path}/v3`, JSON.stringify(order))),
      )
      const send = async (port: number, file: string, width: number): Promise<RawResult> => {
        const result = await runRaw({ port, clients: width, file })
        if (result.refused !== undefined) throw new Error(`Refused: ${result.refused}`)
        return result
      }
      const port = Number(new URL(base).port)
      await send(port, first, clients)
      const postmaster = await postmasterPid(databaseUrl)
      const before = cpuSeconds(postmaster)
      const { seconds } = await send(port, many, clients)
      const cpu = cpuEach(before, cpuSeconds(postmaster), count)
      const one = await send(port, single, 1)
      const bare = await startBareIntake(databaseUrl)
      const { seconds: bareSeconds } = await send(bare.port, plain, clients)
      await bare.stop()
      return { bulk: count / seconds, cpu, bare: count / bareSeconds, single: one }
    },
    { databaseUrl },
  )
