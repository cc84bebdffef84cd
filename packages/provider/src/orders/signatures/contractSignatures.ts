import { zeroAddress } from '@sluice/seaport'
import { type Address, decodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { type Probe, probeContracts } from '../../chain/probe.ts'
import type { ChainDeps } from '../../deps.ts'
import type { SignedOrder } from './orderVerifier.ts'
import type { SignatureBudget } from './signatureBudget.ts'

/** Who vouches for an order, with the signature as Seaport takes it. */
export type Vouched = { readonly by: 'key' | 'contract'; readonly signature: Hex }

const eip1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
/** `isValidSignature`'s yes: its own selector, right-padded to a word. */
const yes = `0x1626ba7e${'0'.repeat(56)}`
/** What a signature of an account that is not deployed yet ends with (ERC-6492). */
const undeployed = '6492'.repeat(16)
/** Gas that a contract may use to say whether it signed, and that an account's deployment may use. */
const [answerGas, deployGas] = [500_000, 8_000_000]

const question = (account: Address, digest: Hex, signature: Hex): Probe => ({
  target: account,
  data: encodeFunctionData({ abi: eip1271, functionName: 'isValidSignature', args: [digest, signature] }),
  gas: answerGas,
})

/** One signature that a deployed contract is asked about (EIP-1271). */
export type ContractSignature = { readonly account: Address; readonly digest: Hex; readonly signature: Hex }

/**
 * Asks deployed contracts (EIP-1271), in order of input. One that reverts, halts, burns its gas, or answers anything
 * but exactly the magic value, says no.
 * @throws {NodeFault} when the node cannot be asked: that must not read as a no.
 */
export async function contractsSigned(
  { reads }: Pick<ChainDeps, 'reads'>,
  signatures: readonly ContractSignature[],
): Promise<readonly boolean[]> {
  const probes = signatures.map(({ account, digest, signature }) => question(account, digest, signature))
  const answers = await probeContracts(reads.client, probes)
  return answers.map((answer) => answer?.data === yes && answer.size === 32)
}

/** ERC-6492's `(factory, calldata, signature)`; `undefined` for any other signature. */
function unwrapUndeployed(
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
  { reads }: Pick<ChainDeps, 'reads'>,
  { account, digest }: ContractSignature,
  { factory, deployment, signature }: NonNullable<ReturnType<typeof unwrapUndeployed>>,
): Promise<boolean> {
  if (factory === zeroAddress) return false
  const [, answer] = await probeContracts(reads.client, [
    { target: factory, data: deployment, gas: deployGas, mayWrite: true },
    question(account, digest, signature),
  ])
  return answer?.data === yes && answer.size === 32
}

/**
 * Which orders, that no key of their makers signed, contracts vouch for: one that stands (EIP-1271), or one that is
 * not deployed yet (ERC-6492), whose inner signature Seaport takes once it is. In order of input; `undefined` where
 * none does, and a sentence where the budget does not allow the question. What no contract can answer for costs one
 * question a maker, for finding that out.
 * @throws {NodeFault} when the node cannot be asked.
 */
export async function contractsVouch(
  chain: ChainDeps,
  orders: readonly SignedOrder[],
  budget: SignatureBudget,
): Promise<readonly (Vouched | string | undefined)[]> {
  const codes = new Map<Address, boolean>()
  const lines = []
  // One after another: a post of many makers takes no more of the node at once than a post of one.
  for (const { domain, id, maker, signature } of orders) {
    const wrapped = unwrapUndeployed(signature)
    const isNew = !codes.has(maker)
    const isAsked = isNew || codes.get(maker) === true || wrapped !== undefined
    const refused = isAsked ? budget.take() : undefined
    if (isNew && refused === undefined) codes.set(maker, await chain.reads.hasCode(maker))
    const digest = chain.verifier.digest(domain, id)
    const asked = { account: maker, digest, signature: wrapped?.signature ?? signature }
    lines.push({ asked, wrapped, refused, stands: codes.get(maker) === true })
  }
  const standing = lines.filter(({ stands, refused }) => stands && refused === undefined)
  const answers = await contractsSigned(
    chain,
    standing.map(({ asked }) => asked),
  )
  const signed = new Set(standing.filter((_, index) => answers[index] === true))
  const vouched: (Vouched | string | undefined)[] = []
  for (const line of lines) {
    const { asked, wrapped, stands, refused } = line
    if (refused === undefined && !stands && wrapped !== undefined && (await wouldSign(chain, asked, wrapped)))
      signed.add(line)
    vouched.push(refused ?? (signed.has(line) ? { by: 'contract', signature: asked.signature } : undefined))
  }
  return vouched
}
