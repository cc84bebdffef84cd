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

// biome-ignore lint/suspicious/noExplicitAny: a response can have any shape
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

/** Encodes a call to any function of the token ABIs above, with arguments that may be of any type. */
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

/** Returns the first item of the last step, which is what the plan is for. */
export const last = (answer: Json): Json => answer.steps.at(-1).items[0]
/** Returns what that item asks to sign. */
export const sign = (answer: Json): Json => last(answer).data.sign
/** Returns the order that it asks to sign. */
export const order = (answer: Json): Json => sign(answer).value
/** Returns the transaction of that item. */
export const tx = (answer: Json): Json => last(answer).data
/** Returns the step with this id. */
export const stepOf = (answer: Json, id: string): Json => {
  const found = answer.steps.find((each: Json) => each.id === id)
  if (found === undefined) throw new RangeError(`The plan has no step ${id}.`)
  return found
}

/** Makes an item of an order to sign, with a fixed amount. */
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
/** Makes a payment in the native coin. */
export const feeTo = (recipient: Address, amount: bigint) => ({
  ...orderItem(0, zeroAddress, 0, amount),
  recipient,
})

/** Makes an item that asks to sign a text. */
export const eip191 = (message: string) =>
  incomplete({
    sign: { signatureKind: 'eip191', message },
    post: { endpoint: '/execute/auth-signature/v1', method: 'POST', body: {} },
  })

/**
 * Values by the path that they are written to, e.g. `consideration.0.recipient`. In a path, `-1` is the last entry of an
 * array, `*` every entry, `+` a new entry at its end, and `amounts` both the start and the end amount. `undefined` removes
 * the value. A function computes the new value from the old one, or from the array that it is added to.
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

/** Writes values into the plan. */
export const inPlan =
  (values: Values): Change =>
  (answer) =>
    putAll(answer, values)
/** Writes values into a step. */
export const inStep =
  (id: string, values: Values): Change =>
  (answer) =>
    putAll(stepOf(answer, id), values)
/** Writes values into the data of a step's first item. */
export const inStepData =
  (id: string, values: Values): Change =>
  (answer) =>
    putAll(stepOf(answer, id).items[0].data, values)
/** Writes values into the data of the last step's first item. */
export const inData =
  (values: Values): Change =>
  (answer) =>
    putAll(tx(answer), values)
/** Writes values into what that item asks to sign. */
export const inSign =
  (values: Values): Change =>
  (answer) =>
    putAll(sign(answer), values)
/** Writes values into the order that it asks to sign. */
export const inOrder =
  (values: Values): Change =>
  (answer) =>
    putAll(order(answer), values)

/** Returns the first entry of an array, to duplicate it. */
export const first = (all: Json): Json => all[0]

type Edit = Values | ((args: Json, data: Json) => unknown)

/**
 * Makes a change that decodes a call, changes its arguments, and encodes it again in canonical form.
 * @param more Wei that are added to the value of the call.
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

/** Changes a call to Seaport; see {@link editorOf}. */
export const editCall = editorOf(seaportAbi)
/** Changes a call to SeaDrop; see {@link editorOf}. */
export const editMint = editorOf(seaDropAbi)

/** Changes a call to `fulfillAdvancedOrder`. A basic fill is first encoded as one. */
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
    } else if (call.name !== 'fulfillAdvancedOrder')
      throw new RangeError('The call does not fill exactly one order.')
    editCall(change, more)(answer)
  }

/** Returns functions that make items of a plan for one context. */
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
    /** Inserts an item before all others. */
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
