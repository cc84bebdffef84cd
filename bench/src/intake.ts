import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChain, startProvider } from '@sluice/devnet'
import { createOrderVerifier } from '@sluice/provider'
import { orderTypedData, seaportDomain } from '@sluice/seaport'
import { recoverTypedDataAddress, zeroHash } from 'viem'
import { startBareIntake } from './bareIntake.ts'
import { builtProvider } from './built.ts'
import { type Cpu, cpuEach, cpuSeconds, postmasterPid } from './processes.ts'
import { packed, type RawResult, rawRequest, runRaw } from './rawClient.ts'
import { makers, postedJson, signedOrders } from './signedOrders.ts'

export type Rate = { readonly name: string; readonly perSecond: number; readonly ratio: number }

/** Calls per second of CPU of the whole process, its collector included: the median of five rounds. */
async function cpuRate(turn: () => Promise<number> | number): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const before = process.cpuUsage()
    let [calls, used] = [0, 0]
    while (used < 300_000) {
      calls += await turn()
      const { user, system } = process.cpuUsage(before)
      used = user + system
    }
    if (round > 0) rounds.push((calls * 1_000_000) / used)
  }
  return rounds.sort((a, b) => a - b)[2] ?? 0
}

/** Full checks of a signed order: struct hash, digest, recovery, address. */
export async function verification(): Promise<readonly Rate[]> {
  const domain = seaportDomain(31337, '1.6')
  const orders = signedOrders(makers(8), 64, { domain, token: `0x${'22'.repeat(20)}`, conduitKey: zeroHash })
  const viem = await cpuRate(async () => {
    for (const { components, signature } of orders)
      await recoverTypedDataAddress({
        ...(orderTypedData(domain, components) as object as Parameters<typeof recoverTypedDataAddress>[0]),
        signature,
      })
    return orders.length
  })
  const rows: Rate[] = [{ name: 'viem recoverTypedDataAddress', perSecond: viem, ratio: 1 }]
  for (const backend of ['wasm', 'native'] as const) {
    const verifier = await createOrderVerifier(backend)
    const perSecond = await cpuRate(() => {
      for (const { components, signature } of orders)
        if (verifier.signerOf(domain, verifier.orderHash(components), signature) !== components.offerer)
          throw new Error('The maker did not sign.')
      return orders.length
    })
    rows.push({ name: `Sluice, ${backend} libsecp256k1`, perSecond, ratio: perSecond / viem })
  }
  return rows
}

export type Intake = {
  /** Orders a second by wall clock, acknowledged and on disk. */
  readonly bulk: number
  /** Microseconds of processor for each of them. */
  readonly cpu: Cpu
  readonly bare: number
  /** Milliseconds of one post of one order, one after another. */
  readonly single: RawResult
}

const perPost = 50
const clients = 8

/**
 * Posts `count` orders to a provider of its own on a local chain. They are signed and written out beforehand, and
 * sent by a process that does little else; chain, database and client share this machine.
 */
export async function intake(databaseUrl: string, count = 40_000): Promise<Intake> {
  const chain = await startChain()
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  const provider = await startProvider({
    port: 0,
    dataDir,
    chains: [chain],
    databaseUrl,
    program: builtProvider(),
  })
  try {
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
    const port = Number(new URL(provider.url).port)
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
  } finally {
    await provider.stop()
    await chain.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
