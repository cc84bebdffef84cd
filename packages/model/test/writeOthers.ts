import type { CancelIntent, TransferIntent } from '@sluice/guards'
import {
  buildListing,
  cancelOrders,
  erc721Abi,
  erc1155Abi,
  type OrderComponents,
  orderHash,
  seaportAddress,
  transferHelperAbi,
  transferHelperAddress,
} from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { CancelCase, CancelStep, OrderNumber } from '../src/cancel.ts'
import { collectionOf } from '../src/operators.ts'
import type { SendCall, TransferCase, TransferStep } from '../src/transfer.ts'
import { remembered } from './remembered.ts'
import {
  addresses,
  bareChain,
  callStep,
  collections,
  contractOf,
  counter,
  foreignZone,
  movers,
  now,
  operatorStep,
  ownZone,
  permissionsOf,
  seaport,
  stepOf,
  tokenIdOf,
  unexpectedStep,
} from './world.ts'
import type { Written } from './writeTrade.ts'

const receiverOf = (to: SendCall['to']): Address => (to === 'exchange' ? seaport : addresses[to])

function writeSend({ form, moves, holder, to, hasData, through, value }: SendCall) {
  const receiver = receiverOf(to)
  const [first] = moves
  const from = addresses[holder]
  const bytes: Hex = hasData ? '0x1234' : '0x'
  const contract = contractOf(first?.token ?? 'E1')
  if (form === 'helper') {
    const items = moves.map(({ token, units }) => ({
      itemType: collectionOf(token) === 'E' ? 3 : 2,
      token: contractOf(token),
      identifier: tokenIdOf(token),
      amount: units,
    }))
    const args = [
      [{ items, recipient: receiver, validateERC721Receiver: true }],
      movers[through].key,
    ] as const
    const data = encodeFunctionData({ abi: transferHelperAbi, functionName: 'bulkTransfer', args })
    return { to: transferHelperAddress, data, value }
  }
  const ids = moves.map(({ token }) => tokenIdOf(token))
  const amounts = moves.map(({ units }) => units)
  const [id = 0n] = ids
  const [amount = 0n] = amounts
  const data =
    form === 'batch'
      ? encodeFunctionData({
          abi: erc1155Abi,
          functionName: 'safeBatchTransferFrom',
          args: [from, receiver, ids, amounts, bytes],
        })
      : form === 'units'
        ? encodeFunctionData({
            abi: erc1155Abi,
            functionName: 'safeTransferFrom',
            args: [from, receiver, id, amount, bytes],
          })
        : encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, receiver, id] })
  return { to: contract, data, value }
}

function writeTransferStep(step: TransferStep): object {
  if (step.does === 'unexpected') return unexpectedStep(step)
  if (step.does === 'send') return callStep(step, writeSend(step))
  return operatorStep(step)
}

const writeSteps = remembered(writeTransferStep)

/** Writes a transfer as what the guards are given. */
export function writeTransfer({ intent, plan, operators }: TransferCase): Written {
  return {
    intent: {
      chainId: 1,
      account: addresses.account,
      action: 'transfer',
      to: receiverOf(intent.to),
      items: intent.items.map(({ token, units }) => ({
        contract: contractOf(token),
        tokenId: tokenIdOf(token),
        quantity: units,
      })),
    } satisfies TransferIntent,
    response: { steps: plan.map(writeSteps) },
    chainState: {
      ...bareChain,
      ...permissionsOf(new Map(), operators),
    },
  }
}

const orderOf = (order: OrderNumber, offerer: Address): OrderComponents =>
  buildListing({
    maker: offerer,
    gross: 100n,
    currency: '0x0000000000000000000000000000000000000000',
    quantity: 1n,
    fees: [],
    startTime: now - 60n,
    endTime: now + 86_400n,
    salt: BigInt(order),
    conduitKey: movers.conduit.key,
    counter,
    token: collections.A,
    tokenId: BigInt(order + 1),
    kind: 'erc721',
    zone: ownZone,
  })
const own = ([0, 1, 2, 3] as const).map((order) => orderOf(order, addresses.account))
const ids = own.map((order) => orderHash(order))
/** Which order has an id. */
export const numberOf = (id: string): number => ids.indexOf(id as Hex)

const endpoints = { cancel: '/execute/cancel-signature/v1', order: '/order/v3', unknown: '/steal/v1' }

function writeCancelStep(step: CancelStep): object {
  if (step.does === 'unexpected') return unexpectedStep(step)
  if (step.does === 'raise')
    return callStep(step, { to: seaportAddress[step.at], data: '0x5b34b966', value: step.value })
  if (step.does === 'cancel') {
    const orders = step.orders.map((order) => orderOf(order, addresses[step.offerer]))
    return callStep(step, { ...cancelOrders(seaportAddress[step.at], orders), value: step.value })
  }
  const orderHashes = step.orders.map((order) => ids[order] as Hex)
  return stepOf(step, 'signature', {
    sign: {
      signatureKind: 'eip712',
      domain: {
        name: 'SignedZone',
        version: '1.0.0',
        chainId: 1,
        verifyingContract: step.zone === 'own' ? ownZone : foreignZone,
      },
      types: { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }] },
      primaryType: 'OrderHashes',
      value: { orderHashes },
    },
    post: {
      endpoint: endpoints[step.endpoint],
      method: 'POST',
      body: { orderIds: orderHashes, orderKind: 'seaport-v1.6' },
    },
  })
}

const writeCancelSteps = remembered(writeCancelStep)

/** Writes a cancellation as what the guards are given. */
export function writeCancel({ intent, plan, ends, zones }: CancelCase): Written {
  const all = [0, 1, 2, 3] as const
  const status = all.flatMap((order) => {
    if (ends[order] === 'unread') return []
    const filled = ends[order] === 'filled' ? 1n : 0n
    return [[ids[order] as Hex, { cancelled: ends[order] === 'cancelled', filled, size: filled }] as const]
  })
  const terms = all.map((order) => {
    const endTime = ends[order] === 'expired' ? now : now + 86_400n
    return [
      ids[order] as Hex,
      { endTime, counter: ends[order] === 'counter raised' ? counter - 1n : counter },
    ] as const
  })
  return {
    intent: {
      chainId: 1,
      account: addresses.account,
      action: 'cancel',
      orderIds: intent.orders.map((order) => ids[order] as Hex),
      mode: intent.mode,
      version: intent.version,
    } satisfies CancelIntent,
    response: { steps: plan.map(writeCancelSteps) },
    chainState: {
      ...bareChain,
      chainNow: Number(now) * 1_000,
      orderStatus: new Map(status),
      ownOrders: new Map(terms),
      zones: new Map(
        all.flatMap((order) =>
          zones[order] === 'unread'
            ? []
            : [
                [
                  ids[order] as Hex,
                  zones[order] === 'own' ? ownZone : ('0x0000000000000000000000000000000000000000' as const),
                ] as const,
              ],
        ),
      ),
    },
  }
}
