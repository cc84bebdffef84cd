import { getRates } from '@sluice/core'
import { zeroAddress } from 'viem'
import { client } from './wallet.ts'

const rates = await getRates(client)
const ether = rates.find(({ contract }) => contract === zeroAddress)
console.log(ether?.values.usd, ether?.updatedAt ?? 'a fixed rate')
