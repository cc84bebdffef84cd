import { erc20Abi, erc721Abi, erc1155Abi, seaportAbi } from '@sluice/seaport'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  type PublicClient,
  zeroAddress,
} from 'viem'
import type { Live, LiveFacts, OrderState, Question } from './context.ts'

type Call = { readonly target: Address; readonly callData: Hex; readonly read: (data: Hex) => unknown }

const key = (...parts: readonly (string | bigint)[]): string => parts.join('|')

const keyOf = (question: Question): string => {
  switch (question.ask) {
    case 'native-balance':
      return key('balance', zeroAddress, question.account)
    case 'balance':
      return key('balance', question.token, question.account)
    case 'allowance':
      return key('allowance', question.token, question.account, question.spender)
    case 'owner':
      return key('owner', question.token, question.tokenId)
    case 'units':
      return key('units', question.token, question.tokenId, question.account)
    case 'operator':
      return key('operator', question.token, question.account, question.operator)
    case 'counter':
      return key('counter', question.seaport, question.account)
    case 'order':
      return key('order', question.seaport, question.orderId)
    default:
      return question satisfies never
  }
}

function callOf(question: Question, multicall: Address): Call {
  switch (question.ask) {
    case 'native-balance': {
      const one = { abi: multicall3Abi, functionName: 'getEthBalance' } as const
      return {
        target: multicall,
        callData: encodeFunctionData({ ...one, args: [question.account] }),
        read: (data) => decodeFunctionResult({ ...one, data }),
      }
    }
    case 'balance': {
      const one = { abi: erc20Abi, functionName: 'balanceOf' } as const
      return {
        target: question.token,
        callData: encodeFunctionData({ ...one, args: [question.account] }),
        read: (data) => decodeFunctionResult({ ...one, data }),
      }
    }
    case 'allowance': {
      const one = { abi: erc20Abi, functionName: 'allowance' } as const
      return {
        target: question.token,
        callData: encodeFunctionData({ ...one, args: [question.account, question.spender] }),
        read: (data) => decodeFunctionResult({ ...one, data }),
      }
    }
    case 'owner': {
      const one = { abi: erc721Abi, functionName: 'ownerOf' } as const
      return {
        target: question.token,
        callData: encodeFunctionData({ ...one, args: [question.tokenId] }),
        read: (data) => decodeFunctionResult({ ...one, data }).toLowerCase(),
      }
    }
    case 'units': {
      const one = { abi: erc1155Abi, functionName: 'balanceOf' } as const
      return {
        target: question.token,
        callData: encodeFunctionData({ ...one, args: [question.account, question.tokenId] }),
        read: (data) => decodeFunctionResult({ ...one, data }),
      }
    }
    case 'operator': {
      const one = { abi: erc721Abi, functionName: 'isApprovedForAll' } as const
      return {
        target: question.token,
        callData: encodeFunctionData({ ...one, args: [question.account, question.operator] }),
        read: (data) => decodeFunctionResult({ ...one, data }),
      }
    }
    case 'counter': {
      const one = { abi: seaportAbi, functionName: 'getCounter' } as const
      return {
        target: question.seaport,
        callData: encodeFunctionData({ ...one, args: [question.account] }),
        read: (data) => decodeFunctionResult({ ...one, data }),
      }
    }
    case 'order': {
      const one = { abi: seaportAbi, functionName: 'getOrderStatus' } as const
      return {
        target: question.seaport,
        callData: encodeFunctionData({ ...one, args: [question.orderId] }),
        read: (data): OrderState => {
          const [, cancelled, filled, size] = decodeFunctionResult({ ...one, data })
          return { cancelled, filled, size }
        },
      }
    }
    default:
      return question satisfies never
  }
}

function factsOf(answers: ReadonlyMap<string, unknown>): LiveFacts {
  const amount = (at: string): bigint => {
    const value = answers.get(at)
    return typeof value === 'bigint' ? value : 0n
  }
  return {
    balance: (token, account) => amount(key('balance', token, account)),
    allowance: (token, account, spender) => amount(key('allowance', token, account, spender)),
    owner: (token, tokenId) => answers.get(key('owner', token, tokenId)) as Address | undefined,
    units: (token, tokenId, account) => amount(key('units', token, tokenId, account)),
    isOperator: (token, account, operator) => answers.get(key('operator', token, account, operator)) === true,
    counter: (seaport, account) => answers.get(key('counter', seaport, account)) as bigint | undefined,
    order: (seaport, orderId) => answers.get(key('order', seaport, orderId)) as OrderState | undefined,
  }
}

/** Calls per `eth_call`; nodes cap the gas and the answer of one. */
const batch = 250

/**
 * Reads live facts through Multicall3, so that all answers of a batch come from one block.
 * An unreachable node throws: silence must never read as "does not own".
 */
export function createLive(client: PublicClient, multicall: Address): Live {
  const readBatch = async (calls: readonly Call[], keys: readonly string[], into: Map<string, unknown>) => {
    const results = await client.readContract({
      abi: multicall3Abi,
      address: multicall,
      functionName: 'aggregate3',
      args: [calls.map(({ target, callData }) => ({ target, callData, allowFailure: true }))],
    })
    results.forEach(({ success, returnData }, index) => {
      const call = calls[index]
      const at = keys[index]
      if (!success || call === undefined || at === undefined || returnData === '0x') return
      try {
        into.set(at, call.read(returnData))
      } catch {
        // A contract that answers in another shape than the standard's has told us nothing.
        into.set(at, undefined)
      }
    })
  }
  return {
    async read(questions) {
      const unique = new Map(questions.map((question) => [keyOf(question), question]))
      const keys = [...unique.keys()]
      const calls = [...unique.values()].map((question) => callOf(question, multicall))
      const answers = new Map<string, unknown>()
      const starts = Array.from({ length: Math.ceil(calls.length / batch) }, (_, index) => index * batch)
      await Promise.all(
        starts.map((start) =>
          readBatch(calls.slice(start, start + batch), keys.slice(start, start + batch), answers),
        ),
      )
      return factsOf(answers)
    },
    async hasCode(account) {
      const code = await client.getCode({ address: account })
      return code !== undefined && code !== '0x'
    },
    gasPrice: () => client.getGasPrice(),
  }
}
