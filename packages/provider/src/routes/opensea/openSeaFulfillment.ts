import { seaportAbi } from '@sluice/seaport'
import {
  type Abi,
  type AbiFunction,
  decodeFunctionData,
  type Hex,
  hexToBigInt,
  toFunctionSignature,
} from 'viem'
import { ApiError } from '../../apiError.ts'
import { readOrders } from '../../storage/orders/orders.ts'
import type { RouteContext } from '../routeContexts.ts'
import { protocolDataOf } from './openSeaOrder.ts'

/** A plan of ours, as far as it is read here. */
export type TransactionPlan = {
  readonly steps?: readonly {
    readonly id: string
    readonly kind: string
    readonly items: readonly { readonly data: object; readonly orderIds?: readonly Hex[] }[]
  }[]
  readonly errors?: readonly { readonly message: string }[]
  readonly path?: readonly object[]
}
type Transaction = { readonly to: Hex; readonly data: Hex; readonly value?: Hex }

/** The transactions of a plan's step that are to be sent. */
export const transactionsOf = ({ steps = [] }: TransactionPlan, id: string) =>
  (steps.find((step) => step.id === id)?.items ?? []).flatMap(({ data, orderIds = [] }) =>
    'to' in data ? [{ ...(data as Transaction), orderIds }] : [],
  )

/** Amounts of any depth in decimal. */
function inDecimal(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(inDecimal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inDecimal(each)]))
}

const abi: Abi = seaportAbi

/** A call of Seaport by the names of its arguments: the SDK encodes it again, with the values in this order. */
function namedCall(data: Hex) {
  const { functionName, args = [] } = decodeFunctionData({ abi, data })
  const called = abi.find((one): one is AbiFunction => one.type === 'function' && one.name === functionName)
  if (called === undefined) throw new Error(`Seaport has no function ${functionName}.`)
  return {
    function: toFunctionSignature(called),
    input_data: Object.fromEntries(
      called.inputs.map(({ name = '' }, index) => [name, inDecimal(args[index])]),
    ),
  }
}

/** The one sale of a plan as OpenSea's `fulfillment_data`. @throws {ApiError} when it takes more than one transaction. */
export async function fulfillmentData({ chain: { db, config } }: RouteContext, plan: TransactionPlan) {
  const sales = transactionsOf(plan, 'sale')
  const [sale] = sales
  if (sale === undefined || sales.length > 1)
    throw new ApiError('noFulfilment', 'Unable to generate fulfillment for the order')
  const orders = await readOrders(db, config.id, sale.orderIds)
  return {
    protocol: 'seaport1.6',
    fulfillment_data: {
      transaction: {
        chain: config.id,
        to: sale.to,
        value: hexToBigInt(sale.value ?? '0x0').toString(),
        ...namedCall(sale.data),
      },
      orders: orders.map(({ components, signature }) => protocolDataOf(components, signature)),
    },
  }
}
