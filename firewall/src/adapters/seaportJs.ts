import type { Adapter, Setting } from '../adapter.ts'
import { packagesOf } from '../packagesOf.ts'
import { seaportOrders } from '../protocols/seaportOrders.ts'

const name = '@opensea/seaport-js'
const packages = packagesOf('firewall')

type UseCase = { executeAllActions(): Promise<{ wait?(): Promise<unknown> }> }
type Seaport = {
  fulfillOrder(options: object): Promise<UseCase>
  createOrder(input: object, account: string): Promise<UseCase>
}
type SeaportJs = { Seaport: new (signer: unknown, options: object) => Seaport }
type Ethers = {
  JsonRpcProvider: new (url: string, network: undefined, options: object) => { getSigner(): Promise<unknown> }
}

async function open({ walletUrl, scene }: Setting): Promise<Seaport> {
  const { Seaport } = packages.load<SeaportJs>(name)
  const { JsonRpcProvider } = packages.load<Ethers>('ethers')
  const signer = await new JsonRpcProvider(walletUrl, undefined, { pollingInterval: 50 }).getSigner()
  const { conduit, conduitKey, seaport } = scene.chain.contracts
  return new Seaport(signer, {
    overrides: { contractAddress: seaport, defaultConduitKey: conduitKey },
    conduitKeyToConduit: { [conduitKey]: conduit },
  })
}

async function fulfill(setting: Setting): Promise<void> {
  const order: unknown = await (await fetch(`${setting.url}/order`)).json()
  const seaport = await open(setting)
  const { executeAllActions } = await seaport.fulfillOrder({ order, accountAddress: setting.scene.user })
  await (await executeAllActions()).wait?.()
}

export const adapter: Adapter = {
  name,
  version: packages.versionOf(name),
  protocol: seaportOrders,
  driven:
    '`fulfillOrder` with an order that the caller fetched from the server, and `createOrder`; a signer of ethers.',
  actions: {
    buy: { says: ['order'], run: fulfill },
    sell: { says: ['order'], run: fulfill },
    list: {
      says: ['token', 'price', 'currency', 'times'],
      run: async (setting) => {
        const { user, intents } = setting.scene
        const { collection, tokenId, price, startTime, endTime } = intents.list
        const seaport = await open(setting)
        const { executeAllActions } = await seaport.createOrder(
          {
            offer: [{ itemType: 2, token: collection, identifier: String(tokenId) }],
            consideration: [{ amount: String(price), recipient: user }],
            startTime: String(startTime),
            endTime: String(endTime),
          },
          user,
        )
        await executeAllActions()
      },
    },
  },
  lacks: {
    transfer: 'It trades, and transfers nothing by itself.',
    swap: 'It trades tokens of collections.',
  },
}
