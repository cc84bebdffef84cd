import { eip1193Wallet } from '@sluice/core'
import { expect, test } from 'vitest'
import { askForAccount, needsConnecting } from '../src/wallets/useHasAccount.ts'

const account = `0x${'ab'.repeat(20)}`

/** A browser's wallet whose owner locks and unlocks it, or removes the page in it. */
function browserWallet() {
  const state = { answer: async (): Promise<unknown> => [account], methods: [] as string[] }
  const request = ({ method }: { readonly method: string }) => {
    state.methods.push(method)
    return state.answer()
  }
  // The page makes another wallet of the provider whenever its accounts change.
  return { state, wallet: () => eip1193Wallet({ request }) }
}

const answerOf = (wallet: ReturnType<typeof eip1193Wallet>) =>
  new Promise<boolean>((tell) => askForAccount(wallet, tell))

test('a wallet that is locked or forgot the page is to be connected, and one that is unlocked again is not', async () => {
  const { state, wallet } = browserWallet()
  state.answer = async () => []
  const locked = wallet()
  expect(needsConnecting(locked, await answerOf(locked))).toBe(true)
  state.answer = async () => [account]
  const unlocked = wallet()
  expect(needsConnecting(unlocked, await answerOf(unlocked))).toBe(false)
  expect(state.methods, 'no window of the wallet opens').toEqual(['eth_accounts', 'eth_accounts'])
})

test('a wallet that fails to say whether it has an account is to be connected', async () => {
  const { state, wallet } = browserWallet()
  state.answer = async () => {
    throw new Error('The extension was reloaded.')
  }
  expect(await answerOf(wallet())).toBe(false)
})

test('nobody has to connect while the wallet is asked, and somebody does where no wallet was chosen', () => {
  expect(needsConnecting(browserWallet().wallet(), undefined)).toBe(false)
  expect(needsConnecting(undefined, undefined)).toBe(true)
})

test('the answer of a wallet that is no longer the one of the page is not told', async () => {
  const { state, wallet } = browserWallet()
  const told: boolean[] = []
  const gate: { open: (accounts: readonly string[]) => void } = { open: () => {} }
  state.answer = () =>
    new Promise((resolve) => {
      gate.open = resolve
    })
  const stop = askForAccount(wallet(), (hasAccount) => told.push(hasAccount))
  stop()
  gate.open([])
  state.answer = async () => [account]
  askForAccount(wallet(), (hasAccount) => told.push(hasAccount))
  await expect.poll(() => told).toEqual([true])
})
