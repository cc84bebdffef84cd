import type { MoneyState, TradeError } from '@sluice/core'
import type { Messages } from '../locales/messages.ts'

/**
 * What happened to the money, in a sentence. Where the same trade was started before, no more is said than that the wallet
 * was not asked this time: the first start may have moved money.
 */
export const moneyText = ({ code }: TradeError, money: MoneyState, messages: Messages): string =>
  code === 'busy' && money === 'untouched' ? messages.moved.unasked : messages.money[money]
