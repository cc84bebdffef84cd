import { lowerHex } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'

/** An account of the local chains. The keys are public: never use them anywhere else. */
export type LocalAccount = { readonly name: string; readonly address: Address; readonly privateKey: Hex }

const mnemonic = 'test test test test test test test test test test test junk'
const names = [
  'Ada',
  'Ben',
  'Chloe',
  'Dev',
  'Elif',
  'Farid',
  'Grace',
  'Hugo',
  'Operator',
  'Deployer',
] as const

/** One of the {@link localAccounts}. @throws {RangeError} for an index that none of them has. */
export function localAccount(index: number): LocalAccount {
  const account = localAccounts()[index]
  if (account === undefined) throw new RangeError(`The local chains have no account ${index}.`)
  return account
}

/** The ten well-known accounts of a development chain, each with native coin. */
export function localAccounts(): readonly LocalAccount[] {
  return names.map((name, addressIndex) => {
    const account = mnemonicToAccount(mnemonic, { addressIndex })
    const key = account.getHdKey().privateKey
    if (key === null) throw new Error(`The account ${name} has no key.`)
    return { name, address: lowerHex(account.address), privateKey: bytesToHex(key) }
  })
}
