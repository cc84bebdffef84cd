import { randomUUID } from 'node:crypto'
import { toHex, zeroAddress } from 'viem'
import type { SwapAnswer } from '../answers.ts'
import type { Scene } from '../scene.ts'
import { CannotSay, type Protocol } from './protocol.ts'
import { currencyOf } from './relay.ts'

const tool = { key: 'exchange', name: 'Exchange', logoURI: '' }

function chainOf({ chain }: Scene) {
  const nativeToken = {
    address: zeroAddress,
    chainId: chain.id,
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    priceUSD: '4000',
    coinKey: 'ETH',
  }
  return {
    id: chain.id,
    key: 'bas',
    chainType: 'EVM',
    name: 'Base',
    coin: 'ETH',
    mainnet: true,
    nativeToken,
    diamondAddress: chain.contracts.seaport,
    metamask: {
      chainId: toHex(chain.id),
      chainName: 'Base',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [chain.rpcUrl],
      blockExplorerUrls: ['https://explorer.example/'],
    },
  }
}

/** A step as the API writes it, with the data to sign where a lie needs it. */
function stepOf({ said, approval, extras }: SwapAnswer, scene: Scene) {
  const { chain, user } = scene
  const tokenOf = (address: string) => ({ ...currencyOf(scene, address), priceUSD: '1' })
  const amounts = {
    fromAmount: String(said.amount),
    toAmount: String(said.gets),
    toAmountMin: String(said.gets),
  }
  const typedData = extras.flatMap((extra) => (extra.kind === 'signature' ? [extra.typed] : []))
  return {
    id: 'step',
    type: 'lifi',
    tool: tool.key,
    toolDetails: tool,
    integrator: 'shop',
    action: {
      fromChainId: chain.id,
      toChainId: chain.id,
      fromToken: tokenOf(said.pay),
      toToken: tokenOf(said.get),
      fromAmount: String(said.amount),
      slippage: 0.005,
      fromAddress: user,
      toAddress: said.recipient,
    },
    estimate: {
      tool: tool.key,
      ...amounts,
      approvalAddress: approval.spender,
      executionDuration: 1,
      gasCosts: [],
      feeCosts: [],
    },
    includedSteps: [],
    ...(typedData.length > 0 && { typedData }),
  }
}

/** The API of LI.FI: a route that the client executes, asking for each step’s transaction. */
export const lifi: Protocol = {
  swap: (answer, scene) => {
    const { said, approval, call, extras } = answer
    if (extras.some(({ kind }) => kind === 'transaction'))
      throw new CannotSay('A step has one transaction, and the client writes the approval itself.')
    if (approval.amount !== said.amount)
      throw new CannotSay('The client writes the approval itself, for the amount of the step.')
    const step = stepOf(answer, scene)
    const { action, estimate } = step
    const route = {
      // The client keeps routes by their id for as long as its process lives.
      id: randomUUID(),
      fromChainId: action.fromChainId,
      fromAmountUSD: '1',
      fromAmount: action.fromAmount,
      fromToken: action.fromToken,
      fromAddress: scene.user,
      toChainId: action.toChainId,
      toAmountUSD: '1',
      toAmount: estimate.toAmount,
      toAmountMin: estimate.toAmountMin,
      toToken: action.toToken,
      toAddress: said.recipient,
      gasCostUSD: '0',
      steps: [step],
    }
    const transactionRequest = {
      from: scene.user,
      to: call.to,
      data: call.data,
      value: toHex(call.value),
      chainId: scene.chain.id,
    }
    const done = {
      chainId: scene.chain.id,
      txHash: `0x${'11'.repeat(32)}`,
      txLink: '',
      amount: estimate.toAmount,
    }
    return ({ path }) => {
      if (path === '/chains') return { chains: [chainOf(scene)] }
      if (path === '/advanced/routes')
        return { routes: [route], unavailableRoutes: { filteredOut: [], failed: [] } }
      if (path === '/advanced/stepTransaction') return { ...step, transactionRequest }
      if (path === '/status')
        return {
          status: 'DONE',
          substatus: 'COMPLETED',
          tool: tool.key,
          sending: { ...done, token: action.fromToken },
          receiving: { ...done, token: action.toToken },
        }
      return undefined
    }
  },
}
