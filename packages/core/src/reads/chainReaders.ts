/** What reads the chain. One load. */
export { readDataFee, readGas, readGasPrice } from '../chain/gas.ts'
export { callData, readQuantity, readWord, selectors } from '../chain/reads.ts'
export { createReader } from '../chain/rpc.ts'
