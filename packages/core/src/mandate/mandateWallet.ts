import type { CheckedItem, Intent } from '@sluice/guards'
import { callDigest, withGas } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import { readDataFee, readGas, readGasPrice } from '../chain/gas.ts'
import { createReader } from '../chain/rpc.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { isRefusal, walletError } from '../wallets/walletError.ts'
import { beyondMandate } from './checkIntent.ts'
import { checkItem } from './checkItem.ts'
import type { MandateEntry } from './entry.ts'
import type { Ledger } from './ledger.ts'
import { settle } from './settle.ts'
import type { ParsedTerms } from './terms.ts'

/** One action under a mandate: what it wants, and what the guards proved of its plan so far. */
export type Session = {
  readonly client: Client
  readonly chain: Chain
  readonly terms: ParsedTerms
  readonly ledger: Ledger
  /** What the run wants, once it is known. */
  readonly intent: () => Intent | undefined
  /** Items that the guards checked, by the digest of what is sent or signed. */
  readonly reviewed: ReadonlyMap<Hex, CheckedItem>
}

/** Requests that a node answers without the account's key. */
const isRead = (method: string): boolean => /^(eth|net|web3)_/.test(method) && !/send|sign/i.test(method)

/**
 * Returns what was read before the wallet is asked.
 * @throws {TradeError} `provider_unreachable`, which says that nothing was sent.
 */
const beforePrompt = <T>(read: Promise<T>): Promise<T> =>
  read.catch((cause: unknown) => {
    throw new TradeError(
      'provider_unreachable',
      'No node could be asked what the transaction may cost in gas. The wallet was not asked.',
      { cause, data: { nothingSent: true } },
    )
  })

/**
 * Returns a wallet that asks another one for nothing beyond a mandate. What a prompt may take is reserved before the
 * prompt opens, and stays reserved unless the wallet refused for certain: a signature it says it did not give is nobody's,
 * but a call that it says it did not send is looked up on the chain first. It sends single transactions and signs orders:
 * no batches, no texts, and no chain is added or switched to.
 */
export function mandateWallet(wallet: Wallet, session: Session): Wallet {
  const { client, chain, terms, ledger } = session
  const { request, watch } = wallet
  const readOnly: RpcRequest | undefined =
    request &&
    (async (call) => {
      if (isRead(call.method)) return request(call)
      throw beyondMandate('blocked', 'actions', `The mandate does not allow the request ${call.method}.`)
    })
  const reader = createReader(client, chain, wallet, new AbortController().signal)

  /** Reserves what a reviewed item may take at most, for the journal's entry of the prompt, then asks. */
  const ask = async <T>(
    digest: Hex,
    journal: string | undefined,
    fee: bigint,
    prompt: () => Promise<T>,
  ): Promise<T> => {
    const intent = session.intent()
    const item = session.reviewed.get(digest)
    if (item === undefined || intent === undefined || journal === undefined)
      throw beyondMandate('blocked', 'actions', 'The wallet is asked for something that was not checked.')
    const commitment = checkItem(terms, intent, item, Date.now())
    await settle(client, chain, reader, ledger)
    const takes = commitment.spends.length + commitment.allows.length > 0 || fee > 0n
    const kept = item.purpose === 'wrap'
    const reserved: MandateEntry | undefined = takes
      ? await ledger.reserve({ ...commitment, fee, kept, journal })
      : undefined
    try {
      return await prompt()
    } catch (cause) {
      if (reserved !== undefined && item.kind === 'signature' && isRefusal(walletError(cause)))
        await ledger.forget(reserved.id)
      throw cause
    }
  }

  return {
    ...(readOnly === undefined ? {} : { request: readOnly }),
    ...(watch === undefined ? {} : { watch: (hash, signal) => watch.call(wallet, hash, signal) }),
    address: () => wallet.address(),
    chainId: () => wallet.chainId(),
    switchChain: async () => {
      throw beyondMandate('blocked', 'chainId', `The mandate holds on chain ${chain.id} alone.`)
    },
    sendTransaction: async (call, entry) => {
      const [estimate, price, dataFee] = await beforePrompt(
        Promise.all([readGas(reader, call, undefined), readGasPrice(reader), readDataFee(reader, call.data)]),
      )
      if (estimate === undefined)
        throw beyondMandate('blocked', 'networkFee', 'No node says what the transaction may cost in gas.')
      const gas = call.gas ?? (estimate * 5n) / 4n
      const fee = gas * price.most + 2n * dataFee
      const digest = callDigest(call.chainId, call.to, call.value, call.data)
      return ask(digest, entry, fee, () => wallet.sendTransaction(withGas(call, gas), entry))
    },
    signTypedData: (typedData, entry) =>
      ask(typedData.digest, entry, 0n, () => wallet.signTypedData(typedData, entry)),
  }
}
