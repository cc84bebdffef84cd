import { type Address, concatHex, keccak256 } from 'viem'
import { checkNeeds, gatherNeeds, judgeApproval, type Need } from './approval.ts'
import { bidNeeds, bidSide, checkBidCurrencies } from './bid.ts'
import { checkBuy, judgeBuy } from './buy.ts'
import { refuseCall } from './call.ts'
import { checkCancel, judgeCancel, judgeCancelSignature } from './cancel.ts'
import { mergeEffects, noEffects } from './effects.ts'
import type {
  BidIntent,
  BuyIntent,
  CancelIntent,
  Intent,
  ListIntent,
  SellIntent,
  TransferIntent,
} from './intent.ts'
import {
  acceptCall,
  allSpenders,
  block,
  find,
  type JudgeInput,
  type Judgement,
  openJudgement,
  type SignatureEntry,
  type TransactionEntry,
} from './judgement.ts'
import { listingNeeds, listingSide } from './listing.ts'
import { refuseMessage } from './request.ts'
import { checkSell, judgeSell } from './sell.ts'
import { checkOrders, judgeOrderSignature, type OrderSide, type SignedOwn } from './signing.ts'
import { checkTransfer, judgeBulkTransfer, judgeTransfer } from './transfer.ts'
import type { CheckedItem, Finding, Purpose, Verdict } from './verdict.ts'
import { judgeWrap, wrappedOf } from './wrap.ts'

export type { JudgeInput } from './judgement.ts'

/**
 * Judges a provider's plan against what the user agreed to. Pure: same input, same verdict. Every item is
 * read strictly, bound to one slot of what was agreed, and rebuilt from our own data; whatever is left over,
 * unread or unproven blocks the whole plan.
 */
export function judge(input: JudgeInput): Verdict {
  const judgement = openJudgement(input)
  try {
    checkEnvelope(judgement)
    route(judgement)
    checkOrder(judgement)
  } catch (cause) {
    block(judgement, 'FLOW_UNDECIDED', 'steps', cause instanceof Error ? cause.name : typeof cause)
  }
  return close(judgement)
}

const isCall = (entry: Judgement['entries'][number]): entry is TransactionEntry =>
  entry.kind === 'transaction' && !entry.complete && entry.data !== undefined
const isRequest = (entry: Judgement['entries'][number]): entry is SignatureEntry =>
  entry.kind === 'signature' && !entry.complete && entry.data !== undefined

/** Chain and sender are the user's; what the provider says about gas is not used. */
function checkEnvelope(judgement: Judgement): undefined {
  const { intent, chain, facts, policy, entries } = judgement
  if (intent.chainId !== chain.id) block(judgement, 'FLOW_CHAIN', 'steps', chain.id, intent.chainId)
  for (const entry of entries.filter(isCall)) {
    const { chainId, from, gas, maxFeePerGas, maxPriorityFeePerGas } = entry.data
    if (chainId != null && chainId !== intent.chainId)
      block(judgement, 'FLOW_CHAIN', `${entry.path}.data.chainId`, chainId, intent.chainId)
    if (from != null && from !== intent.account)
      block(judgement, 'TX_FROM', `${entry.path}.data.from`, from, intent.account)
    if (gas != null || maxFeePerGas != null || maxPriorityFeePerGas != null)
      find(judgement, 'info', 'TX_FEE', `${entry.path}.data`)
  }
  const { accountCode } = facts
  if (
    typeof accountCode === 'object' &&
    !policy.delegates.includes(accountCode.delegate.toLowerCase() as Address)
  )
    find(judgement, 'ask', 'FLOW_DELEGATE', 'steps', accountCode.delegate)
}

function route(judgement: Judgement): undefined {
  switch (judgement.intent.action) {
    case 'buy':
      return routeBuy(judgement as Judgement<BuyIntent>)
    case 'sell':
      return routeSell(judgement as Judgement<SellIntent>)
    case 'list':
      return routeList(judgement as Judgement<ListIntent>)
    case 'bid':
      return routeBid(judgement as Judgement<BidIntent>)
    case 'cancel':
      return routeCancel(judgement as Judgement<CancelIntent>)
    case 'transfer':
      return routeTransfer(judgement as Judgement<TransferIntent>)
    default:
      return judgement.intent satisfies never
  }
}

/** Splits the calls: to Seaport, to a token that may be approved here, and all others, which are refused. */
function splitCalls(judgement: Judgement, tokens: ReadonlySet<Address>) {
  const seaport: TransactionEntry[] = []
  const approvals: TransactionEntry[] = []
  for (const entry of judgement.entries.filter(isCall)) {
    if (judgement.seaports.has(entry.data.to)) seaport.push(entry)
    else if (tokens.has(entry.data.to)) approvals.push(entry)
    else refuse(judgement, entry)
  }
  return { seaport, approvals }
}

const trusts = ({ policy: { level }, facts }: Judgement): boolean =>
  level.mode === 'trust' && facts.now < Date.parse(level.expires)

/**
 * A stranger's call. A policy typed out as "trust" leaves it to the user, with nothing proven; the level
 * "simulate" leaves one to a listed router, with the code that was listed, to a simulation.
 */
function refuse(judgement: Judgement, entry: TransactionEntry): undefined {
  if (awaitSimulation(judgement, entry)) return
  if (!trusts(judgement)) return refuseCall(judgement, entry)
  find(judgement, 'ask', 'TX_TO', `${entry.path}.data.to`, entry.data.to)
  const purposes: Record<Intent['action'], Purpose> = {
    buy: 'buy',
    sell: 'sell',
    list: 'approve-token',
    bid: 'approve-currency',
    cancel: 'cancel',
    transfer: 'transfer',
  }
  acceptCall(judgement, entry, {
    to: entry.data.to,
    data: entry.data.data,
    value: entry.data.value ?? 0n,
    purpose: purposes[judgement.intent.action],
    effects: noEffects,
    claims: [],
  })
}

function awaitSimulation(judgement: Judgement, entry: TransactionEntry): boolean {
  const { policy, facts, intent } = judgement
  const { to, data, value = 0n } = entry.data
  const router = policy.routers.find(({ address }) => address === to)
  if (policy.level.mode !== 'simulate' || router === undefined) return false
  const code = facts.codes?.get(to)
  if (code !== router.codeHash) {
    block(judgement, 'TX_CODE', `${entry.path}.data.to`, code, router.codeHash)
    return true
  }
  const { stepIndex, itemIndex, path } = entry
  const call = { kind: 'transaction', chainId: intent.chainId, account: intent.account, to, data } as const
  judgement.awaiting.push({ stepIndex, itemIndex, path, call: { ...call, value: value ?? 0n } })
  block(judgement, 'SIM_UNAVAILABLE', `${path}.data.to`, to)
  return true
}

/** A signature that no slot asks for; text is looked at more closely, because it hides most. */
function refuseSignatures(judgement: Judgement): undefined {
  for (const entry of judgement.entries.filter(isRequest)) {
    const { sign } = entry.data
    if (sign?.signatureKind === 'eip191') refuseMessage(judgement, entry, sign.message)
    else {
      block(judgement, 'TD_UNKNOWN', `${entry.path}.data.sign.primaryType`, sign?.primaryType)
      block(judgement, 'FLOW_EXTRA_STEP', entry.path)
    }
  }
}

const currenciesOf = (judgement: Judgement): readonly Address[] =>
  judgement.chain.paymentTokens.map((token) => token.address.toLowerCase() as Address)

function routeBuy(judgement: Judgement<BuyIntent>): undefined {
  const { limits } = judgement.intent
  const tokens = new Set(limits === undefined ? currenciesOf(judgement) : limits.keys())
  const { seaport, approvals } = splitCalls(judgement, tokens)
  const needs = [...seaport.flatMap((entry) => judgeBuy(judgement, entry))]
  // The purchase may still be missing: then the approval goes as far as the user agreed to pay, no further.
  const awaited = needs.length === 0 && judgement.pending && limits !== undefined
  const open: readonly Need[] = awaited
    ? [...limits].flatMap(([token, amount]) =>
        allSpenders(judgement).map((spender) => ({ kind: 'erc20' as const, token, spender, amount })),
      )
    : gatherNeeds(needs)
  for (const entry of approvals) judgeApproval(judgement, entry, open, 'rewrite')
  refuseSignatures(judgement)
  if (!awaited) checkNeeds(judgement, open)
  checkBuy(judgement)
}

function routeSell(judgement: Judgement<SellIntent>): undefined {
  const { items, minimums } = judgement.intent
  const collections = items.map(({ contract }) => contract)
  const tokens = new Set([...collections, ...(minimums?.keys() ?? currenciesOf(judgement))])
  const { seaport, approvals } = splitCalls(judgement, tokens)
  const needs = seaport.flatMap((entry) => judgeSell(judgement, entry))
  const awaited = needs.length === 0 && judgement.pending
  const open = awaited ? operatorNeeds(judgement, items) : gatherNeeds(needs)
  for (const entry of approvals) judgeApproval(judgement, entry, open, 'exact')
  refuseSignatures(judgement)
  if (!awaited) checkNeeds(judgement, open)
  checkSell(judgement)
}

/** Approvals that may come before what needs them has been filled in: of the agreed tokens, to our conduits. */
const operatorNeeds = (
  judgement: Judgement,
  items: readonly { readonly contract: Address; readonly tokenId: bigint }[],
): readonly Need[] =>
  gatherNeeds(
    items.flatMap(({ contract, tokenId }) =>
      allSpenders(judgement).map((spender) => ({
        kind: 'operator' as const,
        token: contract,
        spender,
        tokenIds: [tokenId],
      })),
    ),
  )

function signAll(
  judgement: Judgement<ListIntent> | Judgement<BidIntent>,
  side: OrderSide,
): readonly SignedOwn[] {
  return judgement.entries.filter(isRequest).flatMap((entry) => {
    if (entry.data.sign?.signatureKind !== 'eip191') return judgeOrderSignature(judgement, entry, side)
    refuseMessage(judgement, entry, entry.data.sign.message)
    return []
  })
}

function routeList(judgement: Judgement<ListIntent>): undefined {
  const { listings } = judgement.intent
  const signed = signAll(judgement, listingSide(judgement))
  const { seaport, approvals } = splitCalls(judgement, new Set(listings.map(({ contract }) => contract)))
  for (const entry of seaport) refuseFunction(judgement, entry)
  const awaited = signed.length === 0 && judgement.pending
  const needs = awaited ? operatorNeeds(judgement, listings) : gatherNeeds(listingNeeds(judgement, signed))
  for (const entry of approvals) judgeApproval(judgement, entry, needs, 'rewrite')
  if (!awaited) checkNeeds(judgement, needs)
  checkOrders(judgement, listings.length)
}

function routeBid(judgement: Judgement<BidIntent>): undefined {
  const { bids } = judgement.intent
  checkBidCurrencies(judgement)
  const signed = signAll(judgement, bidSide(judgement))
  const wrapped = wrappedOf(judgement)
  const { seaport, approvals } = splitCalls(judgement, new Set(bids.map(({ currency }) => currency)))
  for (const entry of seaport) refuseFunction(judgement, entry)
  const awaited = signed.length === 0 && judgement.pending
  const needs: readonly Need[] = gatherNeeds(
    awaited
      ? bids.flatMap(({ currency: token, gross: amount }) =>
          allSpenders(judgement).map((spender) => ({ kind: 'erc20' as const, token, spender, amount })),
        )
      : bidNeeds(judgement, signed),
  )
  for (const entry of approvals) {
    const wraps =
      entry.data.to === wrapped && (entry.data.data.startsWith('0xd0e30db0') || (entry.data.value ?? 0n) > 0n)
    if (wraps) judgeWrap(judgement, entry)
    else judgeApproval(judgement, entry, needs, 'rewrite')
  }
  if (!awaited) checkNeeds(judgement, needs)
  checkOrders(judgement, bids.length)
}

/** A call to Seaport in an action that needs none: `validate` would stand for a signature. */
function refuseFunction(judgement: Judgement, entry: TransactionEntry): undefined {
  block(judgement, 'TX_SELECTOR', `${entry.path}.data.data`, entry.data.data.slice(0, 10))
  block(judgement, 'FLOW_EXTRA_STEP', entry.path)
}

function routeCancel(judgement: Judgement<CancelIntent>): undefined {
  const { seaport } = splitCalls(judgement, new Set())
  for (const entry of seaport) judgeCancel(judgement, entry)
  for (const entry of judgement.entries.filter(isRequest)) judgeCancelSignature(judgement, entry)
  checkCancel(judgement)
}

function routeTransfer(judgement: Judgement<TransferIntent>): undefined {
  const { transferHelper } = judgement.policy
  const collections = new Set(judgement.intent.items.map(({ contract }) => contract))
  const needs: Need[] = []
  const approvals: TransactionEntry[] = []
  for (const entry of judgement.entries.filter(isCall)) {
    const { to, data } = entry.data
    if (to === transferHelper) needs.push(...judgeBulkTransfer(judgement, entry))
    else if (!collections.has(to)) refuse(judgement, entry)
    else if (data.startsWith('0xa22cb465') || data.startsWith('0x095ea7b3')) approvals.push(entry)
    else judgeTransfer(judgement, entry)
  }
  const awaited = needs.length === 0 && judgement.pending
  const open = awaited ? operatorNeeds(judgement, judgement.intent.items) : gatherNeeds(needs)
  for (const entry of approvals) judgeApproval(judgement, entry, open, 'rewrite')
  refuseSignatures(judgement)
  if (!awaited) checkNeeds(judgement, open)
  checkTransfer(judgement)
}

const isPreparation = ({ purpose }: CheckedItem): boolean =>
  purpose === 'wrap' || purpose === 'approve-currency' || purpose === 'approve-token'

const inOrder = (a: CheckedItem, b: CheckedItem): number =>
  a.stepIndex - b.stepIndex || a.itemIndex - b.itemIndex

/** Preparations come before what they prepare: an approval after the trade would only be left over. */
function checkOrder(judgement: Judgement): undefined {
  judgement.items.sort(inOrder)
  let traded = judgement.done.some((item) => !isPreparation(item))
  for (const item of judgement.items) {
    if (!isPreparation(item)) traded = true
    else if (traded) block(judgement, 'FLOW_REORDER', `steps.${item.stepIndex}.items.${item.itemIndex}`)
  }
}

function close(judgement: Judgement): Verdict {
  const { items, settled, done, policy, awaiting } = judgement
  const unread = judgement.findings.some(({ code, severity }) => code === 'TX_TO' && severity === 'ask')
  const findings = unread ? judgement.findings.map(entrusted) : judgement.findings
  const severities = new Set(findings.map(({ severity }) => severity))
  const decision = severities.has('block') ? 'block' : severities.has('ask') ? 'ask' : 'allow'
  const kept = decision === 'block' ? [] : items
  const proven = policy.level.mode !== 'trust' && decision !== 'block'
  return Object.freeze({
    decision,
    proof: proven ? (judgement.usedFacts ? 'static+read' : 'static') : 'none',
    findings: Object.freeze([...findings]),
    items: Object.freeze([...kept]),
    settled: Object.freeze(decision === 'block' ? [] : [...settled]),
    effects: mergeEffects([...done, ...kept].map((item) => item.effects)),
    digest: keccak256(concatHex(kept.map((item) => item.digest))),
    ...(awaiting.length === 0 ? {} : { awaiting: Object.freeze([...awaiting]) }),
  })
}

/** Under "trust" what an unread call leaves unproven is for the user to say. */
const entrusted = (finding: Finding): Finding =>
  finding.code === 'FLOW_FALSE_COMPLETE' && finding.severity === 'block'
    ? { ...finding, severity: 'ask' }
    : finding
