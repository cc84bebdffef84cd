import type { CheckedTransaction } from '@sluice/guards'
import { numberToHex } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import type { KnownChain } from '../chains/chain.ts'
import { property } from '../property.ts'
import { withTimeout } from '../wait.ts'
import { readHash } from './readHash.ts'
import type { CallsStatus, HostCapabilities, WalletCapabilities } from './wallet.ts'

/** Asks the wallet to add a chain (EIP-3085), as the client's own configuration describes it. */
export async function addChain(request: RpcRequest, chain: KnownChain): Promise<void> {
  await request({ method: 'wallet_addEthereumChain', params: [chainParameters(chain)] })
}

const chainParameters = (chain: KnownChain) => ({
  chainId: numberToHex(chain.id),
  chainName: chain.name,
  nativeCurrency: { name: chain.nativeSymbol, symbol: chain.nativeSymbol, decimals: 18 },
  rpcUrls: chain.rpcUrls ?? [],
  ...(chain.explorerUrl === undefined ? {} : { blockExplorerUrls: [chain.explorerUrl] }),
})

/** Milliseconds to wait for a wallet's capabilities; some wallets never answer. */
const capabilitiesTimeout = 1_500

/** Returns what a wallet can do (EIP-5792). A wallet that does not answer neither batches nor sponsors. */
export async function capabilities(
  request: RpcRequest,
  account: string,
  chainId: number,
  wanted: HostCapabilities | undefined,
): Promise<WalletCapabilities> {
  const supported = await readSupported(request, account, chainId)
  return {
    atomic: property(supported('atomic'), 'status') === 'supported',
    ...(wanted?.paymasterService !== undefined && isSupported(supported('paymasterService'))
      ? { sponsored: true }
      : {}),
  }
}

/** Returns what the wallet reports for a capability: on the chain, else on every chain. */
type Supported = (name: string) => unknown

async function readSupported(request: RpcRequest, account: string, chainId: number): Promise<Supported> {
  const id = numberToHex(chainId)
  const sent = request({ method: 'wallet_getCapabilities', params: [account, [id]] })
  const answer = await withTimeout(sent, capabilitiesTimeout, () => undefined)
  return (name) => property(property(answer, id), name) ?? property(property(answer, '0x0'), name)
}

const isSupported = (capability: unknown): boolean =>
  property(capability, 'supported') === true || property(capability, 'status') === 'supported'

/** Sends calls that succeed or fail together (EIP-5792). Returns the id of the batch. */
export async function sendCalls(
  request: RpcRequest,
  transactions: readonly CheckedTransaction[],
  id?: string,
  wanted?: HostCapabilities,
): Promise<string> {
  const capabilities = await supportedOf(request, transactions, wanted)
  return readBundle(
    await request({ method: 'wallet_sendCalls', params: [callsParameters(transactions, id, capabilities)] }),
  )
}

/** Returns the wanted capabilities that are optional or supported: a wallet must reject calls that need any other. */
async function supportedOf(
  request: RpcRequest,
  [first]: readonly CheckedTransaction[],
  wanted: HostCapabilities = {},
): Promise<HostCapabilities> {
  if (first === undefined || Object.keys(wanted).length === 0) return {}
  const supported = await readSupported(request, first.account, first.chainId)
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, { optional }]) => optional === true || isSupported(supported(name)),
    ),
  )
}

/** Returns the state of a batch (EIP-5792). */
export const callsStatus = async (request: RpcRequest, id: string): Promise<CallsStatus> =>
  readStatus(await request({ method: 'wallet_getCallsStatus', params: [id] }))

const callsParameters = (
  transactions: readonly CheckedTransaction[],
  id: string | undefined,
  capabilities: HostCapabilities,
) => ({
  version: '2.0.0',
  ...(id === undefined ? {} : { id }),
  from: transactions[0]?.account,
  chainId: numberToHex(transactions[0]?.chainId ?? 0),
  atomicRequired: transactions.length > 1,
  calls: transactions.map(({ to, data, value }) => ({ to, data, value: numberToHex(value) })),
  ...(Object.keys(capabilities).length === 0 ? {} : { capabilities }),
})

function readBundle(answer: unknown): string {
  const id = typeof answer === 'string' ? answer : property(answer, 'id')
  return typeof id === 'string' && id.length <= 4_096 ? id : ''
}

/** States by the hundreds of EIP-5792's codes; codes in between refine them. */
const states: Readonly<Record<number, CallsStatus['state']>> = {
  1: 'pending',
  2: 'confirmed',
  4: 'failed',
  5: 'reverted',
  6: 'partial',
}

type CallsReceipt = { readonly transactionHash?: unknown; readonly status?: unknown }

/**
 * Reads the result of `wallet_getCallsStatus` (EIP-5792), including its first version: `CONFIRMED`, with failures in the
 * receipts only. An unknown status counts as pending, because the chain decides.
 */
export function readStatus(answer: unknown): CallsStatus {
  const status = property(answer, 'status')
  const receipts = property(answer, 'receipts')
  const list: readonly (CallsReceipt | null)[] = Array.isArray(receipts) ? receipts : []
  const hashes = list.flatMap((receipt) => readHash(receipt?.transactionHash) ?? [])
  if (typeof status === 'string' && /^confirmed$/i.test(status)) {
    const failed = list.filter((receipt) => /^(0x0|reverted|failure)$/i.test(String(receipt?.status))).length
    const state = failed === 0 ? 'confirmed' : failed === list.length ? 'reverted' : 'partial'
    return { state, hashes }
  }
  return { state: states[Math.floor(Number(status) / 100)] ?? 'pending', hashes }
}
