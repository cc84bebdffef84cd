import { formatUnits } from 'viem'
import { approveAmount, type Call } from '../answers.ts'
import type { Scene } from '../scene.ts'
import type { Protocol } from './protocol.ts'

/** A currency of the scene in the words of quotes. */
export const currencyOf = ({ chain, usdc }: Scene, address: string) => ({
  chainId: chain.id,
  address,
  ...(address === usdc
    ? { symbol: 'USDC', name: 'USD Coin', decimals: 6 }
    : { symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 }),
})

/** The API of Relay: a quote with steps, which the client carries out. */
export const relay: Protocol = {
  swap: ({ said, approval, call, extras }, scene) => {
    const check = { endpoint: '/intents/status?requestId=0x01', method: 'GET' }
    const item = ({ to, data, value }: Call) => ({
      status: 'incomplete',
      data: { from: scene.user, to, data, value: String(value), chainId: scene.chain.id },
      check,
    })
    const head = {
      action: 'Confirm in your wallet',
      description: 'Confirm in your wallet',
      requestId: '0x01',
    }
    const transaction = (id: string, sent: Call) => ({
      ...head,
      id,
      kind: 'transaction',
      items: [item(sent)],
    })
    const amountOf = (address: string, amount: bigint) => {
      const currency = currencyOf(scene, address)
      return { currency, amount: String(amount), amountFormatted: formatUnits(amount, currency.decimals) }
    }
    const approve = approveAmount(approval.token, approval.spender, approval.amount)
    const quote = {
      steps: [
        ...extras.map((extra) =>
          extra.kind === 'transaction'
            ? transaction('approve', extra.call)
            : {
                ...head,
                id: 'authorize1',
                kind: 'signature',
                items: [
                  {
                    status: 'incomplete',
                    data: {
                      sign: {
                        signatureKind: 'eip712',
                        domain: extra.typed.domain,
                        types: extra.typed.types,
                        primaryType: extra.typed.primaryType,
                        value: extra.typed.message,
                      },
                      post: { endpoint: '/authorize', method: 'POST', body: {} },
                    },
                  },
                ],
              },
        ),
        transaction('approve', approve),
        transaction('swap', call),
      ],
      fees: {},
      details: {
        operation: 'swap',
        sender: scene.user,
        recipient: said.recipient,
        currencyIn: amountOf(said.pay, said.amount),
        currencyOut: amountOf(said.get, said.gets),
      },
    }
    return ({ path }) => {
      if (path.startsWith('/quote')) return quote
      if (path.startsWith('/intents/status')) return { status: 'success', inTxHashes: [], txHashes: [] }
      return path.startsWith('/transactions/') ? { message: 'Success' } : undefined
    }
  },
}
