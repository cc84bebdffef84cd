import type { Chain, ReviewCard } from '@sluice/core'
import type { Mandate } from '@sluice/core/mandate'
import { z } from 'zod'
import { amountText } from '../amountText.ts'
import { doneAnswer, errorAnswer } from './answer.ts'
import type { Previews } from './previews.ts'
import { type Tool, tool } from './tool.ts'
import { startTrade, tradeInput } from './tradeInput.ts'

/** Returns the tools that trade: previews, their confirmation, and what the mandate has left. */
export const tradeTools = (mandate: Mandate, chain: Chain, previews: Previews): readonly Tool[] => [
  tool(
    'preview_trade',
    'Checks a trade and shows its review card, without signing or sending anything. Answers a confirmationId for confirm_trade.',
    tradeInput,
    async (input) => {
      const { id, expiresAt, card } = await previews.open((run) =>
        startTrade(mandate, input, chain.wrappedNative, run),
      )
      return {
        text: `${cardText(card, chain)}\nTo do exactly this, call confirm_trade with confirmationId ${id} before ${new Date(expiresAt).toISOString()}.`,
        data: { confirmationId: id, expiresAt, card },
      }
    },
  ),
  tool(
    'confirm_trade',
    'Does exactly what a preview showed. A confirmationId works once, for a short time.',
    z.strictObject({ confirmationId: z.uuid() }),
    async ({ confirmationId }) => {
      const execution = await previews.confirm(confirmationId)
      return execution.error === undefined ? doneAnswer(execution) : errorAnswer(execution.error)
    },
  ),
  tool('mandate', 'Says what the mandate has left.', z.strictObject({}), async () => {
    const state = await mandate.state()
    const left = state.spend.map(
      ({ currency, left }) => `${amountText(chain.paymentTokens, currency, left)} left`,
    )
    return { text: state.ended ? 'The mandate has ended.' : left.join('\n'), data: { ...state } }
  }),
]

type Deltas = ReviewCard['give']

/** Returns a review card as text. Symbols come from the chain's configuration, never from a provider. */
function cardText({ trust, give, get, permissions, until }: ReviewCard, chain: Chain): string {
  const assets = (deltas: Deltas) =>
    deltas.map(({ kind, contract, tokenId, amount }) =>
      kind === 'native' || kind === 'erc20'
        ? amountText(chain.paymentTokens, contract, amount)
        : `${amount} of ${contract}:${tokenId ?? 'any'}`,
    )
  const line = (label: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${label}: ${list.join(', ')}`]
  return [
    `Checked: ${trust}`,
    ...line('You give', assets(give)),
    ...line('You get', assets(get)),
    ...line(
      'Stays allowed',
      permissions.map(({ kind, contract, spender }) => `${kind} of ${contract} to ${spender}`),
    ),
    ...line('Valid until', until === undefined ? [] : [new Date(Number(until) * 1_000).toISOString()]),
  ].join('\n')
}
