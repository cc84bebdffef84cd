import { askNode } from '@sluice/devnet'
import type { Page } from 'playwright-core'
import { createWalletClient, type Hex, hexToBytes, http, numberToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

type WalletChain = { readonly id: number; readonly rpcUrl: string }

/** One thing the wallet was asked to approve. */
export type Prompt = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly chainId: number
}

/**
 * What happens to the next prompt: a signature, a rejection, or what a test decides. `unestimated` sends without
 * asking the chain whether it would succeed; `starved` with too little gas to succeed; `replaced` sends, and cancels
 * the transaction, as its user does in the wallet, once the page has read it.
 */
export type Answer =
  | 'approve'
  | 'refuse'
  | 'unestimated'
  | 'starved'
  | 'replaced'
  | { readonly code: number; readonly message: string }

type Call = { readonly to: Hex; readonly data?: Hex; readonly value?: Hex; readonly gas?: Hex }

class RpcFailure extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * A browser wallet whose window is a script: it announces itself by EIP-6963 and signs with a real key
 * on a real chain. The extension's window is the only thing that is not real.
 */
export class ScriptedWallet {
  readonly prompts: Prompt[] = []
  readonly account: PrivateKeyAccount
  private readonly answers: Answer[] = []
  private readonly chains: readonly WalletChain[]
  private chainId: number
  private connected = false
  private before: ((prompt: Prompt) => Promise<void>) | undefined
  /** Sends another transaction with the nonce of the one that waits. */
  private replacement: (() => Promise<void>) | undefined

  constructor(options: { privateKey: Hex; chains: readonly WalletChain[]; chainId: number }) {
    this.account = privateKeyToAccount(options.privateKey)
    this.chains = options.chains
    this.chainId = options.chainId
  }

  /** Queues what the next prompts meet; approval when the queue is empty. */
  next(...answers: Answer[]): void {
    this.answers.push(...answers)
  }

  /** Runs before each prompt is answered, to change the world while the user reads. */
  whilePrompting(act: ((prompt: Prompt) => Promise<void>) | undefined): void {
    this.before = act
  }

  /** Keeps prompts open until the returned function is called, so that the running state can be looked at. */
  hold(): () => void {
    let release = () => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    this.whilePrompting(() => released)
    return () => {
      this.whilePrompting(undefined)
      release()
    }
  }

  /** Forgets the prompts so far and the queued answers. */
  forget(): void {
    this.prompts.length = 0
    this.answers.length = 0
    this.before = undefined
  }

  /** Changes the chain in the wallet, as its owner may at any time. */
  standOn(chainId: number): void {
    this.chainId = chainId
  }

  /** Announces the wallet in a page; call before the page navigates. */
  async install(page: Page, name = 'Scripted Wallet'): Promise<void> {
    await page.exposeFunction('__scriptedWallet', async (method: string, params: unknown[]) => {
      try {
        return { result: await this.handle(method, params) }
      } catch (cause) {
        const code = cause instanceof RpcFailure ? cause.code : -32603
        return { error: { code, message: cause instanceof Error ? cause.message : String(cause) } }
      }
    })
    await page.addInitScript((walletName) => {
      type Bridge = (
        method: string,
        params: unknown[],
      ) => Promise<{ result?: unknown; error?: { code: number; message: string } }>
      const listeners = new Map<string, Set<(value: unknown) => void>>()
      const provider = {
        request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
          const bridge = (window as unknown as { __scriptedWallet: Bridge }).__scriptedWallet
          const answer = await bridge(method, params)
          if (answer.error !== undefined)
            throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
          if (method === 'wallet_switchEthereumChain')
            for (const listener of listeners.get('chainChanged') ?? [])
              listener((params[0] as { chainId: string }).chainId)
          return answer.result
        },
        on(event: string, listener: (value: unknown) => void) {
          const set = listeners.get(event) ?? new Set()
          listeners.set(event, set.add(listener))
        },
        removeListener(event: string, listener: (value: unknown) => void) {
          listeners.get(event)?.delete(listener)
        },
      }
      const detail = Object.freeze({
        info: Object.freeze({
          uuid: '7f0d6f0e-5e0c-4ae8-9b34-0a6d4c1c7b11',
          name: walletName,
          icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="%23334"/></svg>',
          rdns: 'test.scripted.wallet',
        }),
        provider,
      })
      const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    }, name)
  }

  private async prompt(method: string, params: readonly unknown[]): Promise<Answer> {
    const prompt = { method, params, chainId: this.chainId }
    this.prompts.push(prompt)
    await this.before?.(prompt)
    const answer = this.answers.shift() ?? 'approve'
    if (answer === 'refuse') throw new RpcFailure(4001, 'User rejected the request.')
    if (typeof answer === 'object') throw new RpcFailure(answer.code, answer.message)
    return answer
  }

  private rpcUrl(): string {
    const chain = this.chains.find(({ id }) => id === this.chainId)
    if (chain === undefined) throw new RpcFailure(4902, `Unrecognized chain ${this.chainId}`)
    return chain.rpcUrl
  }

  private async handle(method: string, params: unknown[]): Promise<unknown> {
    const address = this.account.address.toLowerCase()
    switch (method) {
      case 'eth_requestAccounts':
        this.connected = true
        return [address]
      case 'eth_accounts':
        return this.connected ? [address] : []
      case 'eth_chainId':
        return numberToHex(this.chainId)
      case 'wallet_switchEthereumChain': {
        const id = Number((params[0] as { chainId: string }).chainId)
        if (!this.chains.some((chain) => chain.id === id))
          throw new RpcFailure(4902, `Unrecognized chain ${id}`)
        this.chainId = id
        return null
      }
      case 'wallet_getCapabilities':
      case 'wallet_sendCalls':
        throw new RpcFailure(-32601, `${method} is not available`)
      case 'eth_signTypedData_v4': {
        await this.prompt(method, params)
        const typed = JSON.parse(params[1] as string)
        const { EIP712Domain: _, ...types } = typed.types
        return this.account.signTypedData({ ...typed, types })
      }
      case 'personal_sign':
        await this.prompt(method, params)
        return this.account.signMessage({ message: { raw: params[0] as Hex } })
      case 'eth_sendTransaction': {
        return this.send(params[0] as Call, await this.prompt(method, params))
      }
      default: {
        const found = await this.forward(method, params)
        if (method === 'eth_getTransactionByHash' && found !== null) await this.replacement?.()
        return found
      }
    }
  }

  private async send(call: Call, answer: Answer): Promise<Hex> {
    const client = createWalletClient({ account: this.account, transport: http(this.rpcUrl()) })
    const asked = answer === 'approve' ? call.gas : (call.gas ?? numberToHex(800_000))
    const gas = answer === 'starved' ? numberToHex(entryGas(call.data ?? '0x')) : asked
    const common = { chain: null, ...(gas === undefined ? {} : { gas: BigInt(gas) }) }
    if (answer !== 'replaced')
      return client.sendTransaction({
        ...common,
        to: call.to,
        data: call.data ?? '0x',
        value: BigInt(call.value ?? '0x0'),
      })
    const count = (await this.forward('eth_getTransactionCount', [this.account.address, 'pending'])) as Hex
    const nonce = Number(count)
    const fee = 4_000_000_000n
    await this.forward('evm_setAutomine', [false])
    await this.forward('evm_setIntervalMining', [0])
    const first = await client.sendTransaction({
      ...common,
      nonce,
      to: call.to,
      data: call.data ?? '0x',
      value: BigInt(call.value ?? '0x0'),
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee / 4n,
    })
    this.replacement = async () => {
      this.replacement = undefined
      await client.sendTransaction({
        ...common,
        nonce,
        to: this.account.address,
        value: 0n,
        maxFeePerGas: fee * 3n,
        maxPriorityFeePerGas: fee * 2n,
      })
      await this.forward('evm_setAutomine', [true])
      await this.forward('evm_mine', [])
    }
    return first
  }

  private async forward(method: string, params: unknown[]): Promise<unknown> {
    const { result, error } = await askNode(this.rpcUrl(), method, params)
    if (error !== undefined) throw new RpcFailure(error.code, error.message)
    return result
  }
}

/** Gas that suffices to start a call (EIP-2028, EIP-7623) and not to do anything in it. */
function entryGas(data: Hex): number {
  const bytes = hexToBytes(data)
  const tokens = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 4), 0)
  return 21_000 + 10 * tokens + 2_000
}
