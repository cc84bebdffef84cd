import { decodeCall, seaportAbi } from '@sluice/seaport'
import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import type { AttackContext } from './attackContext.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever a provider sends
export type Json = any

export const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
export const erc721 = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function transferFrom(address from, address to, uint256 id)',
])
export const erc1155 = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])
const helper = parseAbi([
  'struct Item { uint8 itemType; address token; uint256 identifier; uint256 amount; }',
  'struct Items { Item[] items; address recipient; bool validateERC721Receiver; }',
  'function bulkTransfer(Items[] items, bytes32 conduitKey)',
])

const seaDropAbi = parseAbi([
  'function mintPublic(address nftContract, address feeRecipient, address minterIfNotPayer, uint256 quantity) payable',
])

/** Any function of the token ABIs above, whether or not the action has a use for it. */
export const encode = (
  abi: typeof erc20 | typeof erc721 | typeof erc1155,
  functionName: string,
  args: readonly unknown[],
): Hex =>
  encodeFunctionData({ abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])

export const incomplete = (data: unknown) => ({ status: 'incomplete', data })
export const step = (id: string, kind: 'transaction' | 'signature', items: readonly unknown[]) => ({
  id,
  action: 'Do it',
  description: 'Because',
  kind,
  items,
})

/** The last step's first item: what a plan is about. */
export const last = (answer: Json): Json => answer.steps.at(-1).items[0]
export const sign = (answer: Json): Json => last(answer).data.sign
export const order = (answer: Json): Json => sign(answer).value
export const tx = (answer: Json): Json => last(answer).data
/** The step with that id, with an item that can be replaced. */
export const stepOf = (answer: Json, id: string): Json => {
  const found = answer.steps.find((each: Json) => each.id === id)
  if (found === undefined) throw new RangeError(`The plan has no step ${id}.`)
  return found
}

/** An item of an order to sign; both amounts are the same. */
export const orderItem = (
  itemType: number,
  token: Address,
  id: bigint | number,
  amount: bigint | number,
) => ({
  itemType,
  token,
  identifierOrCriteria: `${id}`,
  startAmount: `${amount}`,
  endAmount: `${amount}`,
})
/** A payment in the chain's native coin. */
export const feeTo = (recipient: Address, amount: bigint) => ({
  ...orderItem(0, zeroAddress, 0, amount),
  recipient,
})

export const eip191 = (message: string) =>
  incomplete({
    sign: { signatureKind: 'eip191', message },
    post: { endpoint: '/execute/auth-signature/v1', method: 'POST', body: {} },
  })

/**
 * Values by the path that they are written to, e.g. `consideration.0.recipient`. `-1` is the last of a list, `*` each of
 * it, `+` a new one at its end, `amounts` the amount at the start and at the end. `undefined` removes the value; a
 * function computes the new value from the old one, or from the list that it is added to.
 */
export type Values = {
  readonly [path: string]:
    | string
    | number
    | bigint
    | boolean
    | object
    | undefined
    | ((before: Json) => unknown)
}

function put(target: Json, [key = '', ...rest]: readonly string[], value: unknown): void {
  const made = (before: unknown) => structuredClone(typeof value === 'function' ? value(before) : value)
  if (key === '*') for (const one of target) put(one, rest, value)
  else if (rest.length > 0) put(key === '-1' ? target.at(-1) : target[key], rest, value)
  else if (key === '+') target.push(made(target))
  else if (value === undefined) delete target[key]
  else
    for (const name of key === 'amounts' ? ['startAmount', 'endAmount'] : [key])
      target[name] = made(target[name])
}

function putAll(target: Json, values: Values): void {
  for (const [path, value] of Object.entries(values)) put(target, path.split('.'), value)
}

/** Changes a response in place. */
export type Change = (answer: Json) => unknown

/** Writes values into a plan, into one of its steps, or into the last step's first item: its data, what it signs, its order. */
export const inPlan =
  (values: Values): Change =>
  (answer) =>
    putAll(answer, values)
export const inStep =
  (id: string, values: Values): Change =>
  (answer) =>
    putAll(stepOf(answer, id), values)
export const inStepData =
  (id: string, values: Values): Change =>
  (answer) =>
    putAll(stepOf(answer, id).items[0].data, values)
export const inData =
  (values: Values): Change =>
  (answer) =>
    putAll(tx(answer), values)
export const inSign =
  (values: Values): Change =>
  (answer) =>
    putAll(sign(answer), values)
export const inOrder =
  (values: Values): Change =>
  (answer) =>
    putAll(order(answer), values)

/** The first of a list, to duplicate it. */
export const first = (all: Json): Json => all[0]

type Edit = Values | ((args: Json, data: Json) => unknown)

/**
 * Reads a call, lets its arguments be changed, and writes it again in canonical form.
 * @param more wei that go with it beside those that went before.
 */
const editorOf =
  (abi: typeof seaportAbi | typeof seaDropAbi) =>
  (change: Edit, more = 0n): Change =>
  (answer) => {
    const data = tx(answer)
    const { functionName, args } = decodeFunctionData({ abi: abi as Abi, data: data.data as Hex })
    const copy = structuredClone(args)
    if (typeof change === 'function') change(copy, data)
    else putAll(copy, change)
    if (more !== 0n) data.value = toHex(BigInt(data.value) + more)
    data.data = encodeFunctionData({ abi, functionName, args: copy } as Json)
  }

/** The same, of a call to Seaport, and of one to SeaDrop. */
export const editCall = editorOf(seaportAbi)
export const editMint = editorOf(seaDropAbi)

/** The same, of a fill of one order by the general route; a basic call is written as one first. */
export const editFill =
  (change: Edit, more = 0n): Change =>
  (answer) => {
    const data = tx(answer)
    const { call } = decodeCall(data.data as Hex, 8)
    if ('basic' in call) {
      const { components, originalItems, signature } = call.order
      const { counter: _, ...parameters } = components as typeof components & { counter?: bigint }
      data.data = encodeFunctionData({
        abi: seaportAbi,
        functionName: 'fulfillAdvancedOrder',
        args: [
          {
            parameters: { ...parameters, totalOriginalConsiderationItems: BigInt(originalItems) },
            numerator: 1n,
            denominator: 1n,
            signature,
            extraData: '0x',
          },
          [],
          call.basic.fulfillerConduitKey,
          zeroAddress,
        ],
      } as Json)
    } else if (call.name !== 'fulfillAdvancedOrder') throw new RangeError('No fill of one order.')
    editCall(change, more)(answer)
  }

/** Items of a plan, made for one context. */
export function partsFor({ account, conduit, conduitKey }: AttackContext) {
  const transaction = (to: Address, data: Hex, value = 0n) => ({
    from: account,
    to,
    data,
    value: toHex(value),
  })
  return {
    transaction,
    item: (to: Address, data: Hex, value = 0n) => incomplete(transaction(to, data, value)),
    approveOperator: (token: Address, operator: Address = conduit) =>
      incomplete(transaction(token, encode(erc721, 'setApprovalForAll', [operator, true]))),
    approveAmount: (token: Address, amount: bigint, spender: Address = conduit) =>
      incomplete(transaction(token, encode(erc20, 'approve', [spender, amount]))),
    /** Puts an item before all others. */
    before:
      (kind: 'transaction' | 'signature', item: unknown): Change =>
      (answer) =>
        answer.steps.unshift(structuredClone(step('extra', kind, [item]))),
    bulkTransfer: (
      groups: readonly {
        items: readonly { itemType: number; token: Address; identifier: bigint; amount: bigint }[]
        recipient: Address
        validateERC721Receiver: boolean
      }[],
      key: Hex = conduitKey,
    ) => encodeFunctionData({ abi: helper, functionName: 'bulkTransfer', args: [groups, key] } as Json),
  }
}
