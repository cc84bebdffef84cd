import type { ChainState, RequiredReads } from '@sluice/guards'
import type { OrderStatus, PublicDrop } from '@sluice/guards/internal'
import { type Fee, royaltyInfoShares, royaltyViewShares } from '@sluice/seaport'
import { isBytes32, lowerHex } from '@sluice/seaport/hex'
import { type Address, concatHex, domainSeparator, type Hex, isHex, keccak256 } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { ChainReader } from './chainReader.ts'
import { readConduit } from './conduit.ts'
import { batchedOn } from './multicall.ts'
import {
  callData,
  readAccountCode,
  readAddress,
  readHead,
  readHolding,
  readKind,
  readOrderStatus,
  readQuantity,
  readValidator,
  readWord,
  readWords,
  selectors,
} from './reads.ts'

/** The price that royalties are read for if none is given: it divides well and fits every contract. */
const royaltyUnit = 10n ** 18n

/** Seconds by which the clocks of device and chain may differ. */
const clocksDiffer = 600

/**
 * Reads the chain state that checking a plan requires, all at the same time. What no node answers stays unknown, so that
 * the guards ask or block; nothing is guessed.
 */
export async function readChainState(
  reader: ChainReader | undefined,
  chain: Chain,
  account: Address,
  needs: RequiredReads | undefined,
): Promise<ChainState> {
  if (reader === undefined || needs === undefined) return nothingKnown()
  const read = batchedOn(chain, reader)
  const { head, kindAnswers, orderStatusAt, drops, validators, domains, conduits, code, ...maps } =
    await resolveAll({
      head: known(readHead(read)),
      kindAnswers: collect(needs.kinds, (collection) => [
        collection,
        known(readKind(read, collection).then((kind) => kind ?? 'none')),
      ]),
      counters: collect(needs.counters, (seaport) => [seaport, known(counter(read, seaport, account))]),
      makerCounters: readMakerCounters(read, needs.makerCounters ?? []),
      allowances: collect(needs.allowances, ([token, spender]) => [
        `${token}:${spender}`,
        known(readWord(read, token, callData(selectors.allowance, account, spender))),
      ]),
      operators: collect(needs.operators, ([collection, operator]) => [
        `${collection}:${operator}`,
        known(flag(read, collection, account, operator)),
      ]),
      balances: collect(needs.balances, (token) => [token, known(balance(read, token, account))]),
      royalties: collect(needs.royalties, ([contract, tokenId, gross]) => [
        `${contract}:${tokenId}`,
        known(royalty(read, chain, contract, tokenId, gross ?? royaltyUnit)),
      ]),
      orderStatusAt: collect(
        needs.orderStatus.flatMap((order) => seaportsOf(chain).map((seaport) => [seaport, order] as const)),
        ([seaport, order]) => [`${seaport}:${order}`, known(readOrderStatus(read, seaport, order))],
      ),
      tokenApprovals: collect(needs.tokenApprovals, ([contract, tokenId]) => [
        `${contract}:${tokenId}`,
        known(approvedOf(read, contract, tokenId)),
      ]),
      drops: collect(needs.drops ?? [], ([seaDrop, collection]) => [
        collection,
        known(publicDrop(read, seaDrop, collection)),
      ]),
      validators: collect(needs.validators ?? [], (collection) => [
        collection,
        known(readValidator(read, collection)),
      ]),
      codes: collect(needs.codes, (contract) => [contract, known(actingCode(read, contract))]),
      domains: collect(needs.seaports ?? [], (seaport) => [seaport, known(isSeaport(read, chain, seaport))]),
      conduits: collect(needs.conduits ?? [], (conduit) => [
        conduit.address,
        known(readConduit(read, chain, conduit)),
      ]),
      code: needs.accountCode ? known(readAccountCode(read, account)) : undefined,
    })
  const kindMap = new Map(
    [...kindAnswers].flatMap(([collection, kind]) => (kind === 'none' ? [] : [[collection, kind] as const])),
  )
  // Contracts without a valid answer are read again, which an honest plan does not need.
  const invalid = [...kindAnswers, ...domains].flatMap(([address, kind]) =>
    kind === 'none' ? [address] : [],
  )
  const unanswered = (needs.currencies ?? []).filter(
    (currency) =>
      ![...maps.allowances.keys(), ...maps.balances.keys()].some((key) => key.startsWith(currency)),
  )
  const [others, absent] = await Promise.all(
    [invalid, unanswered].map((contracts) =>
      collect(contracts, (contract) => [contract, known(codeHash(read, contract))]),
    ),
  )
  const unknownContracts = new Map([
    ...(others ?? []),
    ...[...(absent ?? [])].filter(([, hash]) => hash === '0x'),
  ])
  const holdings = await collect(needs.holdings, (token) => [
    `${token.contract}:${token.tokenId}`,
    known(holding(read, token, kindMap.get(token.contract), account)),
  ])
  const chainNow = head?.time
  const deviceNow = Date.now()
  const ahead = Math.ceil(((chainNow ?? 0) - deviceNow) / 1_000)
  return {
    ...maps,
    // The later of both clocks: an order must not start in the chain's future.
    now: Math.max(deviceNow, chainNow ?? 0),
    ahead: ahead > clocksDiffer ? ahead : undefined,
    chainNow,
    baseFee: head?.baseFee,
    kinds: kindMap,
    holdings,
    orderStatus: statusPerOrder(chain, needs.orderStatus, orderStatusAt),
    orderStatusAt,
    drops: drops.size > 0 ? drops : undefined,
    validators: validators.size > 0 ? validators : undefined,
    conduits: conduits.size > 0 ? conduits : undefined,
    unknownContracts,
    accountCode: code,
  }
}

/** Returns the state without a node: nothing is known. */
function nothingKnown(): ChainState {
  const none = new Map<never, never>()
  return {
    now: Date.now(),
    counters: none,
    kinds: none,
    allowances: none,
    operators: none,
    balances: none,
    holdings: none,
    royalties: none,
    orderStatus: none,
    accountCode: undefined,
  }
}

/** Resolves to what the promises of an object resolve to, by their names. */
async function resolveAll<T extends Readonly<Record<string, unknown>>>(
  promises: T,
): Promise<{ readonly [K in keyof T]: Awaited<T[K]> }> {
  const entries = Object.entries(promises).map(async ([name, promise]) => [name, await promise] as const)
  return Object.fromEntries(await Promise.all(entries)) as { readonly [K in keyof T]: Awaited<T[K]> }
}

/** Resolves to what was read, or to `undefined` if no node answered. */
const known = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined)

async function collect<T, K, V>(
  wanted: readonly T[],
  read: (item: T) => readonly [K, Promise<V | undefined>],
): Promise<ReadonlyMap<K, V>> {
  const entries = await Promise.all(
    wanted.map(async (item) => {
      const [key, value] = read(item)
      return [key, await value] as const
    }),
  )
  return new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}

const counter = (read: ChainReader, seaport: Address, maker: Address) =>
  readWord(read, seaport, callData(selectors.getCounter, maker))

/** Reads the counters of makers, each by `seaport:maker`. What no node answers is left out. */
export const readMakerCounters = (
  read: ChainReader,
  makers: RequiredReads['makerCounters'],
): Promise<ReadonlyMap<string, bigint>> =>
  collect(makers, ([seaport, maker]) => [`${seaport}:${maker}`, known(counter(read, seaport, maker))])

const balance = (read: ChainReader, token: Address, account: Address): Promise<bigint | undefined> =>
  /^0x0{40}$/.test(token)
    ? readQuantity(read, 'eth_getBalance', [account, 'latest'])
    : readWord(read, token, callData(selectors.balanceOf, account))

async function flag(read: ChainReader, collection: Address, account: Address, operator: Address) {
  const word = await readWord(read, collection, callData(selectors.isApprovedForAll, account, operator))
  return word === undefined ? undefined : word === 1n
}

async function holding(
  read: ChainReader,
  token: { readonly contract: Address; readonly tokenId: bigint },
  kind: 'erc721' | 'erc1155' | undefined,
  account: Address,
): Promise<bigint | undefined> {
  const actual = kind ?? (await readKind(read, token.contract))
  return actual === undefined ? undefined : readHolding(read, token, actual, account)
}

const approvedOf = (read: ChainReader, contract: Address, tokenId: bigint): Promise<Address | undefined> =>
  readAddress(read, contract, callData(selectors.getApproved, tokenId))

/** Returns the terms of a collection's public mint; SeaDrop returns zeros where there is none. */
async function publicDrop(
  read: ChainReader,
  seaDrop: Address,
  collection: Address,
): Promise<PublicDrop | undefined> {
  const words = await readWords(read, seaDrop, callData(selectors.getPublicDrop, collection))
  const [price, startTime, endTime, , feeBps] = words ?? []
  if (price === undefined || startTime === undefined || endTime === undefined || feeBps === undefined)
    return undefined
  return { price, startTime, endTime, feeBps: Number(feeBps) }
}

async function codeHash(read: ChainReader, contract: Address): Promise<Hex | undefined> {
  const code = await read.call('eth_getCode', [contract, 'latest'])
  if (code === '0x') return '0x'
  return typeof code === 'string' && isHex(code) ? keccak256(code) : undefined
}

/** Slot in which a proxy keeps the address of its implementation (EIP-1967). */
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** As {@link codeHash}; a proxy does what its implementation says, so that both are hashed together. */
async function actingCode(read: ChainReader, contract: Address): Promise<Hex | undefined> {
  const [code, slot] = await Promise.all([
    codeHash(read, contract),
    read.call('eth_getStorageAt', [contract, implementationSlot, 'latest']),
  ])
  if (code === undefined || !isBytes32(slot)) return undefined
  if (/^0x0*$/.test(slot)) return code
  const implementation = await codeHash(read, `0x${slot.slice(26).toLowerCase()}`)
  return implementation === undefined ? undefined : keccak256(concatHex([code, implementation]))
}

/** Returns whether it is the Seaport of this chain and version: its domain (`information()`) is the one we sign for. */
async function isSeaport(read: ChainReader, chain: Chain, seaport: Address): Promise<'seaport' | 'none'> {
  const [, domainHash] = (await readWords(read, seaport, selectors.information)) ?? []
  const version = Object.entries(chain.seaport).find(([, address]) => address?.toLowerCase() === seaport)?.[0]
  const domain = { name: 'Seaport', version, chainId: chain.id, verifyingContract: seaport }
  return domainHash === BigInt(domainSeparator({ domain })) ? 'seaport' : 'none'
}

/**
 * Returns the royalties of a sale as shares of the price: from the chain's royalty engine, which knows the overrides of
 * the royalty registry, else from the token's contract (ERC-2981).
 */
async function royalty(
  read: ChainReader,
  { royaltyEngine }: Chain,
  contract: Address,
  tokenId: bigint,
  gross: bigint,
): Promise<readonly Fee[] | undefined> {
  const price = gross > 0n ? gross : royaltyUnit
  const [viewed, own] = await Promise.all([
    royaltyEngine === undefined
      ? undefined
      : readWords(read, royaltyEngine, callData(selectors.getRoyaltyView, contract, tokenId, price)),
    readWords(read, contract, callData(selectors.royaltyInfo, tokenId, price)),
  ])
  const shares = royaltyViewShares(viewed ?? [], price) ?? royaltyInfoShares(own ?? [], price)
  return shares.length === 0 ? undefined : shares
}

const seaportsOf = (chain: Chain): readonly Address[] =>
  Object.values(chain.seaport).flatMap((address) => (address ? [lowerHex(address)] : []))

/** Returns the status of each order from the Seaport that knows it; "unknown to both" is a status too. */
function statusPerOrder(
  chain: Chain,
  orders: readonly Hex[],
  statuses: ReadonlyMap<string, OrderStatus>,
): ReadonlyMap<Hex, OrderStatus> {
  return new Map(
    orders.flatMap((order) => {
      const answered = seaportsOf(chain).flatMap((seaport) => statuses.get(`${seaport}:${order}`) ?? [])
      const known = answered.find(({ cancelled, filled, size }) => cancelled || filled > 0n || size > 0n)
      const status = known ?? answered[0]
      return status === undefined ? [] : [[order, status] as const]
    }),
  )
}
