import { lowerHex, zeroAddress } from '@sluice/seaport'
import { type Address, decodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { type Probe, probeContracts } from '../../chain/probe.ts'
import type { ChainDeps } from '../../deps.ts'
import type { SignedOrder } from './orderVerifier.ts'
import type { SignatureBudget } from './signatureBudgets.ts'

/** Who signed an order, with the signature as Seaport takes it; `book` where another book keeps it until a fill. */
export type VerifiedSignature = { readonly by: 'key' | 'contract' | 'book'; readonly signature: Hex }

const eip1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
/** What `isValidSignature` returns for a valid signature: its own selector, right-padded to a word. */
const eip1271MagicValue = `0x1626ba7e${'0'.repeat(56)}`
/** What a signature of an account that is not deployed yet ends with. */
const erc6492Suffix = '6492'.repeat(16)
/** Gas limits of `isValidSignature`, and of an account's deployment. */
const [verificationGas, deploymentGas] = [500_000, 8_000_000]

/** Orders of one contract that it is asked about first: when it signed none of them, it is not asked about its others. */
const sampleSize = 8
const notAsked = `The contract accepted no signature of its first ${sampleSize} orders of this post, so this order was not checked.`

const isValidSignature = (account: Address, digest: Hex, signature: Hex): Probe => ({
  target: account,
  data: encodeFunctionData({ abi: eip1271, functionName: 'isValidSignature', args: [digest, signature] }),
  gas: verificationGas,
})

/** One signature that a deployed contract is asked about (EIP-1271). */
export type ContractSignature = { readonly account: Address; readonly digest: Hex; readonly signature: Hex }

/**
 * Verifies signatures with deployed contracts (EIP-1271), in order of input. A signature is invalid if its contract
 * reverts, runs out of gas, or returns anything but exactly the magic value.
 * @throws {NodeFault} when the node cannot be asked: that does not mean that a signature is invalid.
 */
export async function verifyContractSignatures(
  { reads }: Pick<ChainDeps, 'reads'>,
  signatures: readonly ContractSignature[],
): Promise<readonly boolean[]> {
  const probes = signatures.map(({ account, digest, signature }) =>
    isValidSignature(account, digest, signature),
  )
  const answers = await probeContracts(reads.client, probes)
  return answers.map((answer) => answer?.data === eip1271MagicValue && answer.size === 32)
}

/** ERC-6492's `(factory, calldata, signature)`; `undefined` for any other signature. */
function unwrapUndeployed(
  signature: Hex,
): { readonly factory: Address; readonly deployment: Hex; readonly signature: Hex } | undefined {
  if (!signature.endsWith(erc6492Suffix)) return undefined
  try {
    const [factory, deployment, inner] = decodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      signature.slice(0, -erc6492Suffix.length) as Hex,
    )
    return { factory: lowerHex(factory), deployment, signature: inner }
  } catch {
    // Ends with the suffix, but is not encoded as ERC-6492 says.
    return undefined
  }
}

/** Deploys the account within the simulated call and asks it there, so that nothing changes on chain. */
async function verifyUndeployed(
  { reads }: Pick<ChainDeps, 'reads'>,
  { account, digest }: ContractSignature,
  { factory, deployment, signature }: NonNullable<ReturnType<typeof unwrapUndeployed>>,
): Promise<boolean> {
  if (factory === zeroAddress) return false
  const [, answer] = await probeContracts(reads.client, [
    { target: factory, data: deployment, gas: deploymentGas, mayWrite: true },
    isValidSignature(account, digest, signature),
  ])
  return answer?.data === eip1271MagicValue && answer.size === 32
}

/** One order, with what its maker is asked and why it is not. */
type Line = {
  readonly asked: ContractSignature
  readonly wrapped: ReturnType<typeof unwrapUndeployed>
  readonly isDeployed: boolean
  readonly rejected: string | undefined
}

/**
 * Verifies orders that no key of their makers signed with contracts: a deployed one (EIP-1271), or one that is not
 * deployed yet (ERC-6492), whose inner signature Seaport accepts once it is. A maker without code costs one question of
 * the budget.
 * @returns in order of input, `undefined` where nobody signed, and a sentence where the budget allows no question.
 * @throws {NodeFault} when the node cannot be asked.
 */
export async function verifyByContracts(
  chain: ChainDeps,
  orders: readonly SignedOrder[],
  budget: SignatureBudget,
): Promise<readonly (VerifiedSignature | string | undefined)[]> {
  const deployed = new Map<Address, boolean>()
  const lines: Line[] = []
  // One after another, so that a post of many makers takes no more of the node at once than a post of one.
  for (const { domain, id, maker, signature } of orders) {
    const wrapped = unwrapUndeployed(signature)
    const isNew = !deployed.has(maker)
    const isAsked = isNew || deployed.get(maker) === true || wrapped !== undefined
    const rejected = isAsked ? budget.take() : undefined
    if (isNew && rejected === undefined) deployed.set(maker, await chain.reads.hasCode(maker))
    const digest = chain.verifier.digest(domain, id)
    const asked = { account: maker, digest, signature: wrapped?.signature ?? signature }
    lines.push({ asked, wrapped, rejected, isDeployed: deployed.get(maker) === true })
  }
  const ofDeployed = lines.filter(({ isDeployed, rejected }) => isDeployed && rejected === undefined)
  const signed = new Set<Line>()
  const ask = async (asked: readonly Line[]): Promise<void> => {
    const answers = await verifyContractSignatures(
      chain,
      asked.map((line) => line.asked),
    )
    for (const [index, line] of asked.entries()) if (answers[index] === true) signed.add(line)
  }
  const accounts = [...new Set(ofDeployed.map(({ asked }) => asked.account))]
  const groups = accounts.map((account) => ofDeployed.filter(({ asked }) => asked.account === account))
  await ask(groups.flatMap((group) => group.slice(0, sampleSize)))
  const isSigner = (group: readonly Line[]): boolean => group.some((line) => signed.has(line))
  await ask(groups.filter(isSigner).flatMap((group) => group.slice(sampleSize)))
  const skipped = new Set(
    groups.filter((group) => !isSigner(group)).flatMap((group) => group.slice(sampleSize)),
  )
  const verified: (VerifiedSignature | string | undefined)[] = []
  for (const line of lines) {
    const { asked, wrapped, isDeployed, rejected } = line
    const isCounterfactual = rejected === undefined && !isDeployed && wrapped !== undefined
    if (isCounterfactual && (await verifyUndeployed(chain, asked, wrapped))) signed.add(line)
    const why = skipped.has(line) ? notAsked : rejected
    verified.push(why ?? (signed.has(line) ? { by: 'contract', signature: asked.signature } : undefined))
  }
  return verified
}
