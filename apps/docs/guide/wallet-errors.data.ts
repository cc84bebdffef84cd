import { readReference, type WalletGroup } from '../generator/reference.ts'

declare const data: readonly WalletGroup[]

export { data }

export default { load: (): readonly WalletGroup[] => readReference().wallets }
