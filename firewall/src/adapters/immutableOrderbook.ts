import { peersFolder } from '@sluice/bench/peers'
import type { Adapter, Setting } from '../adapter.ts'
import { packagesOf } from '../packagesOf.ts'
import { immutable, listingId } from '../protocols/immutable.ts'

const name = '@imtbl/orderbook'
const packages = packagesOf(peersFolder())

type Action =
  | { readonly type: 'TRANSACTION'; buildTransaction(): Promise<object> }
  | {
      readonly type: 'SIGNABLE'
      readonly message: { readonly domain: object; readonly types: object; readonly value: object }
    }
type Orderbook = {
  fulfillOrder(id: string, taker: string, fees: readonly object[]): Promise<{ actions: readonly Action[] }>
  prepareListing(
    options: object,
  ): Promise<{ actions: readonly Action[]; orderComponents: object; orderHash: string }>
  createListing(options: object): Promise<unknown>
}
type Signer = {
  sendTransaction(request: object): Promise<{ wait(): Promise<unknown> }>
  signTypedData(domain: object, types: object, value: object): Promise<string>
}
type Ethers = {
  JsonRpcProvider: new (url: string, network: undefined, options: object) => { getSigner(): Promise<Signer> }
}

async function open({ url, walletUrl, scene }: Setting) {
  const { Orderbook } = packages.load<{ Orderbook: new (config: object) => Orderbook }>(name)
  const { JsonRpcProvider } = packages.load<Ethers>('ethers')
  const orderbook = new Orderbook({
    baseConfig: { environment: 'sandbox' },
    overrides: {
      jsonRpcProviderUrl: scene.chain.rpcUrl,
      seaportContractAddress: scene.chain.contracts.seaport15,
      zoneContractAddress: scene.zone,
      chainName: 'imtbl-zkevm-testnet',
      apiEndpoint: url,
    },
  })
  const signer = await new JsonRpcProvider(walletUrl, undefined, { pollingInterval: 50 }).getSigner()
  /** As the documentation has it: sends what is to be sent, in order, and returns the last signature. */
  const carryOut = async (actions: readonly Action[]): Promise<string | undefined> => {
    let signature: string | undefined
    for (const action of actions)
      if (action.type === 'SIGNABLE')
        signature = await signer.signTypedData(
          action.message.domain,
          action.message.types,
          action.message.value,
        )
      else await (await signer.sendTransaction(await action.buildTransaction())).wait()
    return signature
  }
  return { orderbook, carryOut }
}

async function fulfill(setting: Setting): Promise<void> {
  const { orderbook, carryOut } = await open(setting)
  const { actions } = await orderbook.fulfillOrder(listingId, setting.scene.user, [])
  await carryOut(actions)
}

export const adapter: Adapter = {
  name,
  version: packages.versionOf(name),
  protocol: immutable,
  driven:
    '`fulfillOrder` with the service’s id of an order and no fees of the taker; `prepareListing` and `createListing`; on Seaport 1.5.',
  actions: {
    buy: { says: [], run: fulfill },
    sell: { says: [], run: fulfill },
    list: {
      says: ['token', 'price', 'currency', 'times'],
      run: async (setting) => {
        const { user, intents } = setting.scene
        const { collection, tokenId, price, startTime, endTime } = intents.list
        const { orderbook, carryOut } = await open(setting)
        const { actions, orderComponents, orderHash } = await orderbook.prepareListing({
          makerAddress: user,
          sell: { type: 'ERC721', contractAddress: collection, tokenId: String(tokenId) },
          buy: { type: 'NATIVE', amount: String(price) },
          orderStart: new Date(Number(startTime) * 1000),
          orderExpiry: new Date(Number(endTime) * 1000),
        })
        const orderSignature = await carryOut(actions)
        await orderbook.createListing({ orderComponents, orderHash, orderSignature, makerFees: [] })
      },
    },
  },
  lacks: {
    transfer: 'It trades, and transfers nothing by itself.',
    swap: 'It trades tokens of collections.',
  },
}
