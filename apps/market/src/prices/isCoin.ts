import type { Chain } from '@sluice/core'

/** Whether a currency is the native coin of a chain, wrapped or not. */
export const isCoin = ({ wrappedNative }: Pick<Chain, 'wrappedNative'>, contract: string): boolean =>
  /^0x0{40}$/.test(contract) || contract.toLowerCase() === wrappedNative
