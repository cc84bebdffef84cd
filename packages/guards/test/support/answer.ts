import { bulkTypedData, type OrderComponents, orderTypedData, seaportDomain } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { conduit, user } from './actors.ts'

export const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function deposit() payable',
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
export const helper = parseAbi([
  'struct Item { uint8 itemType; address token; uint256 identifier; uint256 amount; }',
  'struct Items { Item[] items; address recipient; bool validateERC721Receiver; }',
  'function bulkTransfer(Items[] items, bytes32 conduitKey)',
])

export const transaction = (to: Address, data: Hex, value = 0n) => ({
  from: user,
  to,
  data,
  value: toHex(value),
})
export const incomplete = (data: unknown) => ({ status: 'incomplete', data })
export const step = (id: string, kind: 'transaction' | 'signature', items: unknown[]) => ({
  id,
  action: 'Do it',
  description: 'Because',
  kind,
  items,
})
export const sale = (...calls: { to: Address; data: Hex; value: bigint }[]) =>
  step(
    'sale',
    'transaction',
    calls.map(({ to, data, value }) => incomplete(transaction(to, data, value))),
  )

export const approveOperator = (token: Address, operator: Address = conduit) =>
  incomplete(
    transaction(
      token,
      encodeFunctionData({ abi: erc721, functionName: 'setApprovalForAll', args: [operator, true] }),
    ),
  )
export const approveAmount = (token: Address, amount: bigint, spender: Address = conduit) =>
  incomplete(
    transaction(token, encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, amount] })),
  )

/** An order as JSON, the way providers write it: small numbers as numbers, large ones as strings. */
export const orderJson = (order: OrderComponents): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(order, (key, value) =>
      typeof value !== 'bigint'
        ? value
        : key === 'startTime' || key === 'endTime'
          ? Number(value)
          : `${value}`,
    ),
  )

const json = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, each) =>
      typeof each !== 'bigint' ? each : key.endsWith('Time') ? Number(each) : `${each}`,
    ),
  )

export const signOrder = (order: OrderComponents, post: Record<string, unknown> = {}) => {
  const { domain, types, primaryType, message } = orderTypedData(seaportDomain(1, '1.6'), order)
  return incomplete({
    sign: {
      signatureKind: 'eip712',
      domain: { ...domain },
      types: json(types),
      primaryType,
      value: { kind: 'single-token', ...json(message) },
    },
    post: {
      endpoint: '/order/v3',
      method: 'POST',
      body: { order: { kind: 'seaport-v1.6', data: orderJson(order) }, orderbook: 'reservoir', ...post },
    },
  })
}

export const signBulk = (orders: readonly OrderComponents[]) => {
  const { domain, types, primaryType, message } = bulkTypedData(seaportDomain(1, '1.6'), orders)
  return incomplete({
    sign: {
      signatureKind: 'eip712',
      domain: { ...domain },
      types: json(types),
      primaryType,
      value: json(message),
    },
    post: {
      endpoint: '/order/v4',
      method: 'POST',
      body: {
        items: orders.map((order, orderIndex) => ({
          order: { kind: 'seaport-v1.6', data: orderJson(order) },
          bulkData: { kind: 'seaport-v1.6', data: { orderIndex, merkleProof: [] } },
        })),
      },
    },
  })
}
