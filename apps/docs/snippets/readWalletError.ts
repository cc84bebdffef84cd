import { readWalletError } from '@sluice/core'

declare const thrown: unknown

const { kind, sent } = readWalletError(thrown)
export const refused = kind === 'refused' && sent === 'no'
