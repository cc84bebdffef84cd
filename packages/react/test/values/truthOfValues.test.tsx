import { createClient } from '@sluice/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { AssetAmount } from '../../src/values/AssetAmount.tsx'
import { When } from '../../src/values/When.tsx'
import { collection, refOf } from '../support/answers.ts'

const client = createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }] })
const [chain] = client.chains
const drawn = (element: ReactNode) =>
  renderToStaticMarkup(<SluiceProvider client={client}>{element}</SluiceProvider>).replace(/<[^>]+>/g, '')

describe('the true number of a token', () => {
  const shown = (name: string, tokenId = 50n): string => {
    if (chain === undefined) throw new Error('The client has no chain')
    const names = new Map([[refOf(String(tokenId)), name]])
    const of = { kind: 'erc721', contract: collection, tokenId, amount: 1n } as const
    return drawn(<AssetAmount of={of} chain={chain} names={names} />)
  }

  test.each([
    'Bored Ape #5012',
    'Bored Ape #1250',
    'Bored Ape 1250',
    'Bored Ape 12 50',
    'Bored Ape 1.50',
    'Bored Ape #50 of 99',
    'Bored Ape #50 #7',
    'Bored Ape',
  ])('stands beside the name %j', (name) => {
    expect(shown(name)).toContain(`${name} #50 · `)
  })

  test.each(['Bored Ape #50', 'Bored Ape 50', '#50', '50'])('is not said twice after %j', (name) => {
    expect(shown(name)).not.toContain(' · ')
  })

  test('stands beside the name that ends with a part of it', () => {
    expect(shown('Bored Ape #5', 50n)).toContain('#50 · ')
  })
})

test('a moment beyond any date is shown as the number it is', () => {
  expect(drawn(<When at={1e20} />)).toBe('100000000000000000')
  expect(drawn(<When at={8.64e15} />)).not.toBe('')
})
