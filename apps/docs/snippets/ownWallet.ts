import type { Wallet } from '@sluice/core'

declare const device: {
  ask(method: string, params: unknown): Promise<string>
}

/** Anything that can sign and send. It is given checked values alone, and checks nothing itself. */
export const wallet: Wallet = {
  address: async () => (await device.ask('address', {})).toLowerCase() as `0x${string}`,
  chainId: async () => Number(await device.ask('chain', {})),
  switchChain: async (chainId) => {
    await device.ask('switch', { chainId })
  },
  sendTransaction: ({ to, data, value }) => device.ask('send', { to, data, value: value.toString() }),
  signTypedData: async (request) => (await device.ask('sign', request)) as `0x${string}`,
}
