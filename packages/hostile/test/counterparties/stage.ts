import { type Hardfork, type LocalChain, localAccounts, rpc, startChain } from '@sluice/devnet'
import {
  buildBid,
  buildListing,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type OrderComponents,
  orderTypedData,
  type SignedOrder,
  seaportAbi,
  seaportDomain,
} from '@sluice/seaport'
import {
  type Abi,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** An account with a key on the stage. */
export type Person = { readonly name: string; readonly address: Address; readonly key: PrivateKeyAccount }

/** A call with its sender. */
export type StageCall = { readonly to: Address; readonly data: Hex; readonly value?: bigint }

/** A token on the stage. */
export type StageToken = {
  readonly contract: Address
  readonly tokenId: bigint
  readonly kind: 'erc721' | 'erc1155'
}

/** What an account owns of everything on the stage. Keys are currencies, and `contract:tokenId` for tokens. */
export type Holdings = ReadonlyMap<string, bigint>

/** A real chain whose blocks are mined by hand, and the accounts that trade on it. */
export type Stage = Awaited<ReturnType<typeof openStage>>

export const keyOf = ({ contract, tokenId }: Pick<StageToken, 'contract' | 'tokenId'>): string =>
  `${contract}:${tokenId}`

/** The number of tokens that each account owns of an ERC-721 collection at the start. */
const tokensEach = 4
/** Token ids of the ERC-1155 collection. */
const printIds = [1n, 2n, 3n, 4n, 5n, 6n]

/** Starts a chain with Seaport, currencies and collections, and turns off automatic mining. */
export async function openStage(hardfork?: Hardfork) {
  const chain: LocalChain = await startChain({ seedTokens: 24, hardfork })
  const { contracts, rpcUrl, id: chainId } = chain
  const ask = <T>(method: string, params: readonly unknown[] = []) => rpc<T>(rpcUrl, method, params)
  const people = ['user', 'ben', 'cleo', 'dan', 'eve'].map((name, index): Person => {
    const key = privateKeyToAccount(localAccounts()[index]?.privateKey as Hex)
    return { name, key, address: key.address.toLowerCase() as Address }
  })
  const [user, ...makers] = people as [Person, ...Person[]]
  const [art, photos, editions] = contracts.collections.map(({ address }) => address) as [
    Address,
    Address,
    Address,
  ]
  const { weth, usdc, conduit, conduitKey, seaport } = contracts
  const currencies: readonly Address[] = [zeroAddress, weth, usdc]
  await ask('evm_setAutomine', [false])

  const read = async <T>(
    to: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ): Promise<T> => {
    const data = encodeFunctionData({ abi, functionName, args })
    const answer = await ask<Hex>('eth_call', [{ to, data }, 'latest'])
    return decodeFunctionResult({ abi, functionName, data: answer }) as T
  }
  const baseFee = async () => {
    const block = await ask<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false])
    return BigInt(block.baseFeePerGas)
  }
  const sendNow = async (
    { key }: Person,
    { to, data, value = 0n }: StageCall,
    isFirst: boolean,
  ): Promise<Hex> => {
    const [base, nonce] = await Promise.all([
      baseFee(),
      ask<Hex>('eth_getTransactionCount', [key.address, 'pending']),
    ])
    const signed = await key.signTransaction({
      type: 'legacy',
      chainId,
      to,
      data,
      value,
      gas: 2_000_000n,
      gasPrice: base * (isFirst ? 6n : 3n) + 1_000_000_000n,
      nonce: Number(nonce),
    })
    return ask<Hex>('eth_sendRawTransaction', [signed])
  }
  let lastSend: Promise<unknown> = Promise.resolve()
  /**
   * Signs and sends, one transaction after the other, so that no two of an account take the same nonce. A higher gas
   * price comes first in a block.
   */
  const send = (by: Person, call: StageCall, isFirst = false): Promise<Hex> => {
    const sending = lastSend.then(() => sendNow(by, call, isFirst))
    // The caller gets the error; the next one does not wait for it to be handled.
    lastSend = sending.then(
      () => undefined,
      () => undefined,
    )
    return sending
  }
  const mine = () => ask('evm_mine')
  const gasPaid = async (hashes: readonly Hex[]): Promise<bigint> => {
    const receipts = await Promise.all(
      hashes.map((hash) =>
        ask<{ gasUsed: Hex; effectiveGasPrice: Hex } | null>('eth_getTransactionReceipt', [hash]),
      ),
    )
    return receipts.reduce(
      (sum, receipt) =>
        receipt === null ? sum : sum + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
      0n,
    )
  }
  const tokens: readonly StageToken[] = [
    ...[art, photos].flatMap((contract) =>
      people.flatMap((_, owner) =>
        Array.from({ length: tokensEach }, (__, index): StageToken => {
          return { contract, tokenId: BigInt(owner * tokensEach + index + 1), kind: 'erc721' }
        }),
      ),
    ),
    ...printIds.map((tokenId): StageToken => ({ contract: editions, tokenId, kind: 'erc1155' })),
  ]
  /** Everything at once: one call of the node instead of one for each token. */
  const holdings = async ({ address }: Person): Promise<Holdings> => {
    const { multicall3 } = contracts
    const encode = (target: Address, abi: Abi, functionName: string, args: readonly unknown[]) => ({
      target,
      allowFailure: false,
      callData: encodeFunctionData({ abi, functionName, args }),
    })
    const calls = [
      ...currencies.map((currency) =>
        currency === zeroAddress
          ? encode(multicall3, multicall3Abi, 'getEthBalance', [address])
          : encode(currency, erc20Abi as Abi, 'balanceOf', [address]),
      ),
      ...tokens.map(({ contract, tokenId, kind }) =>
        kind === 'erc1155'
          ? encode(contract, erc1155Abi as Abi, 'balanceOf', [address, tokenId])
          : encode(contract, erc721Abi as Abi, 'ownerOf', [tokenId]),
      ),
    ]
    const answers = await read<readonly { readonly returnData: Hex }[]>(
      multicall3,
      multicall3Abi,
      'aggregate3',
      [calls],
    )
    const words = answers.map(({ returnData }) => BigInt(returnData))
    const money = currencies.map((currency, index) => [currency as string, words[index]!] as const)
    const owned = tokens.map((token, index) => {
      const word = words[currencies.length + index]!
      return [keyOf(token), token.kind === 'erc1155' ? word : word === BigInt(address) ? 1n : 0n] as const
    })
    return new Map([...money, ...owned])
  }
  const orderStatus = async (orderHash: Hex) => {
    const [, cancelled, filled, size] = await read<readonly [boolean, boolean, bigint, bigint]>(
      seaport,
      seaportAbi as Abi,
      'getOrderStatus',
      [orderHash],
    )
    return { cancelled, filled, size }
  }
  const now = async () => {
    const block = await ask<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
    return BigInt(block.timestamp)
  }
  let salt = 1n
  const common = async ({ address }: Person) => {
    const time = await now()
    salt += 1n
    return {
      maker: address,
      fees: [],
      startTime: time - 600n,
      endTime: time + 86_400n,
      salt,
      conduitKey,
      counter: await read<bigint>(seaport, seaportAbi as Abi, 'getCounter', [address]),
    }
  }
  const sign = async ({ key }: Person, components: OrderComponents): Promise<SignedOrder> => ({
    components,
    signature: await key.signTypedData(orderTypedData(seaportDomain(chainId, '1.6'), components)),
  })
  type Ask = Omit<Parameters<typeof buildListing>[0], keyof Awaited<ReturnType<typeof common>>>
  type Bid = Omit<Parameters<typeof buildBid>[0], keyof Awaited<ReturnType<typeof common>>>
  return {
    chain,
    contracts,
    people,
    user,
    makers,
    art,
    photos,
    editions,
    currencies,
    tokens,
    seaport,
    conduit,
    conduitKey,
    weth,
    usdc,
    ask,
    read,
    send,
    mine,
    now,
    gasPaid,
    holdings,
    orderStatus,
    list: async (maker: Person, terms: Ask) =>
      sign(maker, buildListing({ ...(await common(maker)), ...terms })),
    bid: async (maker: Person, terms: Bid) => sign(maker, buildBid({ ...(await common(maker)), ...terms })),
    /** Does something on the chain and reverts all of it. */
    undone: async <T>(work: () => Promise<T>): Promise<T> => {
      const snapshot = await ask<Hex>('evm_snapshot')
      // The newest block has the current time, as on a live chain: the state was loaded, or reverted to.
      const [time, latest] = [BigInt(Math.floor(Date.now() / 1_000)), await now()]
      await ask('evm_setTime', [Number(time > latest ? time : latest + 1n)])
      await mine()
      try {
        return await work()
      } finally {
        await ask('anvil_dropAllTransactions')
        await ask('evm_revert', [snapshot])
      }
    },
    stop: chain.stop,
  }
}
