import { zeroAddress } from '@sluice/seaport'
import { type Address, decodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { callBatch } from '../chain/multicall.ts'
import { isContractError } from '../chain/reads.ts'
import type { ChainDeps } from '../deps.ts'
import type { SignedOrder } from './verifier.ts'

/** Who vouches for an order, with the signature as Seaport takes it. */
export type Vouched = { readonly by: 'key' | 'contract'; readonly signature: Hex }

const eip1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
/** `isValidSignature`'s yes: its own selector, right-padded to a word. */
const yes = `0x1626ba7e${'0'.repeat(56)}`
/** What a signature of an account that is not deployed yet ends with (ERC-6492). */
const undeployed = '6492'.repeat(16)
/** Gas that a contract may use to say whether it signed. */
const answerGas = 500_000n
const deployGas = 8_000_000n

const question = (digest: Hex, signature: Hex): Hex =>
  encodeFunctionData({ abi: eip1271, functionName: 'isValidSignature', args: [digest, signature] })

/** Asks a deployed contract (EIP-1271). One that reverts, or answers what no bytes4 is, says no. */
export async function contractSigned(
  { reads }: Pick<ChainDeps, 'reads'>,
  account: Address,
  digest: Hex,
  signature: Hex,
): Promise<boolean> {
  try {
    const { data } = await reads.client.call({
      to: account,
      data: question(digest, signature),
      gas: answerGas,
      batch: false,
    })
    return data === yes
  } catch (cause) {
    // A node that is down must not read as a no.
    if (isContractError(cause)) return false
    throw cause
  }
}

/** ERC-6492's `(factory, calldata, signature)`; `undefined` for any other signature. */
export function unwrapUndeployed(
  signature: Hex,
): { readonly factory: Address; readonly deployment: Hex; readonly signature: Hex } | undefined {
  if (!signature.endsWith(undeployed)) return undefined
  try {
    const [factory, deployment, inner] = decodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      signature.slice(0, -undeployed.length) as Hex,
    )
    return { factory: factory.toLowerCase() as Address, deployment, signature: inner }
  } catch {
    // It ends like one and is none.
    return undefined
  }
}

/** Deploys the account inside the question and asks it there, so that nothing stays behind. */
async function wouldSign(
  { reads, config }: ChainDeps,
  account: Address,
  digest: Hex,
  wrapped: NonNullable<ReturnType<typeof unwrapUndeployed>>,
): Promise<boolean> {
  if (wrapped.factory === zeroAddress) return false
  try {
    const [, answer] = await callBatch(
      reads.client,
      config.multicall3,
      [
        { target: wrapped.factory, data: wrapped.deployment },
        { target: account, data: question(digest, wrapped.signature) },
      ],
      deployGas,
    )
    return answer === yes
  } catch (cause) {
    if (isContractError(cause)) return false
    throw cause
  }
}

/**
 * Whether a contract vouches for an order that its maker's key did not sign: one that stands (EIP-1271), or one that
 * is not deployed yet (ERC-6492), whose inner signature Seaport takes once it is. `undefined` when it does not.
 * @param hasCode whether an account is a contract.
 */
export async function contractVouches(
  chain: ChainDeps,
  { domain, id, maker, signature }: SignedOrder,
  hasCode: (account: Address) => Promise<boolean>,
): Promise<Vouched | undefined> {
  const wrapped = unwrapUndeployed(signature)
  const stands = await hasCode(maker)
  if (!stands && wrapped === undefined) return undefined
  const digest = chain.verifier.digest(domain, id)
  const inner = wrapped?.signature ?? signature
  const signed = stands
    ? await contractSigned(chain, maker, digest, inner)
    : wrapped !== undefined && (await wouldSign(chain, maker, digest, wrapped))
  return signed ? { by: 'contract', signature: inner } : undefined
}
