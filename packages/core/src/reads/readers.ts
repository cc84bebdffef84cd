/** What reads lists, the chain and the event stream. One load. */
export { readList } from '../api/readList.ts'
export { listenMarket } from '../api/stream.ts'
export { readDataFee, readGas, readGasPrice } from '../chain/gas.ts'
export { callData, readQuantity, readWord, selectors } from '../chain/reads.ts'
export { createReader } from '../chain/rpc.ts'
