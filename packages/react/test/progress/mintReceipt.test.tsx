import { createClient, type Execution } from '@sluice/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { NextStepButtons, ReceiptView } from '../../src/progress/ReceiptView.tsx'
import { collection, eth, native, orderId } from '../support/answers.ts'

const client = createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }] })
const money = { kind: 'native', contract: native, amount: eth } as const
const made = { kind: 'erc721', contract: collection, amount: 1n } as const
const listed = { ...made, tokenId: 7n }
const nothing = { fees: [], authority: [] }
const mint = { ...nothing, give: [money], get: [made] }
const purchase = {
  ...nothing,
  give: [money],
  get: [listed],
  trades: [{ orderId: orderId(1), item: 0, token: listed, price: money }],
}
const runOf = (...effects: readonly object[]) =>
  ({
    action: 'buy',
    chainId: 1,
    past: [],
    steps: [{ items: effects.map((one) => ({ status: 'complete', purpose: 'buy', effects: one })) }],
  }) as unknown as Execution
/** A complete purchase whose receipts show these new tokens. */
const shownBy = (execution: Execution, minted: readonly string[]) =>
  ({
    ...execution,
    steps: execution.steps.map((step) => ({
      ...step,
      items: step.items.map((item) => ({ ...item, minted })),
    })),
  }) as Execution
const text = (execution: Execution) =>
  renderToStaticMarkup(
    <SluiceProvider client={client}>
      <ReceiptView execution={execution} names={new Map([[collection, 'First Light']])} />
      <NextStepButtons
        execution={execution}
        next={{ onViewTokens: () => {}, onViewToken: () => {} }}
        onLeave={() => {}}
      />
    </SluiceProvider>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('the receipt of a mint says that its token was minted, and leads to the tokens of the account', () => {
  expect(text(runOf(mint))).toMatch(/^ Minted New token in First Light .* Paid 1 ETH See your tokens $/)
})

test('the receipt of a mint and a purchase names each under its own word', () => {
  expect(text(runOf(mint, purchase))).toMatch(/^ Bought #7 .* Minted New token in First Light .* Paid 2 ETH/)
})

test('the receipt of a mint has the number that the chain shows, and leads to that token', () => {
  expect(text(shownBy(runOf(mint), [`${collection}:12`]))).toMatch(/^ Minted #12 .* Paid 1 ETH View token $/)
})

test('a new token of which the chain shows no number is given none, beside one that has its number', () => {
  const two = { ...mint, get: [{ ...made, amount: 2n }] }
  expect(text(shownBy(runOf(two), [`${collection}:12`]))).toMatch(
    /^ Minted #12 .* New token in First Light .* See your tokens $/,
  )
})

test('a number of another contract is not taken for one of the new token', () => {
  expect(text(shownBy(runOf(mint), [`${native}:12`]))).toMatch(/^ Minted New token in First Light /)
})
