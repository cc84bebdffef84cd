import { reviewCard, visibleText } from '@sluice/guards'
import { recoverMessageAddress } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import * as honest from '../../../guards/test/honest/honest.ts'
import * as who from '../../../guards/test/support/actors.ts'
import { checkFixture } from '../../../guards/test/support/checkFixture.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import type { Review } from '../../src/run/execution.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'
import type { Reply } from '../support/provider.ts'

const endpoint = '/execute/auth-signature/v1'
const settings = {
  messages: 'confirm',
  endpoints: ['/order/v3', '/order/v4', endpoint],
  site: 'shop.example',
} as const

/** What a listing is found to be with a text to sign before it, at a client that lets texts be confirmed. */
const found = (
  message: string,
  post: unknown = { endpoint, method: 'POST', body: { kind: 'auth' } },
  policy = settings,
) => {
  const fixture = honest.LIST()
  const sign = { signatureKind: 'eip191', message }
  fixture.response.steps.unshift(
    honest.step('auth', 'signature', [honest.incomplete({ sign, post } as never)]),
  )
  return checkFixture({ ...fixture, policy: who.policyOf(policy) })
}
const codes = (verdict: ReturnType<typeof found>) =>
  verdict.findings.flatMap(({ code, severity }) => (severity === 'info' ? [] : [`${severity} ${code}`]))

const signIn = (change: Partial<Record<'domain' | 'account' | 'uri' | 'chainId', string>> = {}) => {
  const {
    domain = 'shop.example',
    account = who.user,
    uri = 'https://shop.example/login',
    chainId = '1',
  } = change
  return `${domain} wants you to sign in with your Ethereum account:\n${account}\n\nURI: ${uri}\nVersion: 1\nChain ID: ${chainId}\nNonce: 32891756\nIssued At: 2026-01-01T00:00:00Z`
}

describe('a message to sign', () => {
  test('is rejected unless the policy allows it', () => {
    const fixture = honest.LIST()
    fixture.response.steps.unshift(
      honest.step('auth', 'signature', [
        honest.incomplete({ sign: { signatureKind: 'eip191', message: 'EOA' }, post: { endpoint } } as never),
      ]),
    )
    expect(checkFixture(fixture).decision).toBe('block')
  })

  test('always asks for confirmation, and is shown whole in the review', () => {
    const text = `Sign in to the shop.\n${'A long text. '.repeat(100)}`
    const verdict = found(text)
    expect(codes(verdict)).toEqual(['confirm MSG_TEXT'])
    expect(verdict.decision).toBe('confirm')
    expect(reviewCard('list', verdict).messages).toEqual([text])
  })

  test.each([
    ['a digest', `0x${'ab'.repeat(32)}`],
    ['a digest without 0x', 'ab'.repeat(32)],
    ['a digest in a sentence', `Your code is 0x${'AB'.repeat(32)}.`],
    ['a digest in groups', 'abababab '.repeat(8).trim()],
    ['a digest with invisible characters in it', 'ab\u200b'.repeat(32)],
    ['32 bytes that are no letters', '\u0080'.repeat(16)],
    ['nothing', ''],
  ])('%s is rejected, because its signature could be used for those bytes', (_name, message) => {
    expect(codes(found(message))).toContain('block MSG_HASHLIKE')
  })

  test.each(['0x68656c6c6f', '1234567890', 'EOA', 'exactly thirty-two bytes of text', signIn()])(
    '%s is signed as the text that it is',
    (message) => {
      expect(codes(found(message))).toEqual(['confirm MSG_TEXT'])
    },
  )

  test.each([
    [{ domain: 'other.example' }, 'other.example'],
    [{ domain: 'https://other.example:8443' }, 'other.example:8443'],
    [{ domain: 'shop.example.evil.example' }, 'shop.example.evil.example'],
    [{ account: who.attacker }, who.attacker],
    [{ uri: 'https://other.example/' }, 'https://other.example/'],
    [{ chainId: '137' }, 'chain 137'],
  ])('a sign-in for %o is shown as a sign-in', (change, actual) => {
    const verdict = found(signIn(change))
    expect(codes(verdict)).toEqual(['confirm MSG_TEXT', 'confirm MSG_SITE'])
    expect(verdict.findings.find(({ code }) => code === 'MSG_SITE')?.actual).toBe(actual)
  })

  test('is posted only where the policy allows, and never as an order or a cancellation', () => {
    for (const path of ['/elsewhere/v1', '/order/v3', '//evil.example', undefined])
      expect(codes(found('EOA', { endpoint: path, body: {} }))).toContain('block POST_ENDPOINT')
    expect(codes(found('EOA', null))).toContain('block POST_ENDPOINT')
  })

  test('is shown with every invisible and direction-changing character', () => {
    expect(visibleText('pay \u202e42\u200b\u0000 é\n中 😀')).toBe('pay ⟨U+202E⟩42⟨U+200B⟩⟨U+0000⟩ é\n中 😀')
    expect(visibleText('a\u00a0b\tc\r')).toBe('a⟨U+00A0⟩b⟨U+0009⟩c⟨U+000D⟩')
  })

  test('a policy with another value for messages is rejected', () => {
    expect(() => who.policyOf({ messages: 'allow' as never })).toThrow('"policy.messages"')
  })
})

describe('a provider that requires a message before a listing', () => {
  const market = useMarket()
  let seller: ScriptedWallet
  beforeAll(() => {
    seller = market.wallet(0)
    market.front.on('/execute/list/v5', async (request): Promise<Reply> => {
      const { body } = await market.forward(request)
      const sign = { signatureKind: 'eip191', message: 'EOA' }
      const item = {
        status: 'incomplete',
        data: { sign, post: { endpoint, method: 'POST', body: { id: 'a' } } },
      }
      const steps = [{ id: 'auth', action: '', description: '', kind: 'signature', items: [item] }]
      return { body: { ...body, steps: [...steps, ...(body.steps as unknown[])] } }
    })
    market.front.on(endpoint, { body: { auth: 'ok' } })
  })
  const list = async (policy: object, confirm?: (review: Review) => boolean) => {
    const token = await market.mint(seller)
    return listTokens(market.client({ policy }), {
      wallet: seller,
      listings: [{ token, weiPrice: 10n ** 18n }],
      ...(confirm && { confirm }),
    }).done
  }

  test('gets it signed after a confirmation and posted with its body, and the listing follows', async () => {
    const cards: (readonly string[])[] = []
    const { status, error } = await list(settings, ({ verdict, action }) => {
      cards.push(reviewCard(action, verdict).messages)
      return true
    })
    expect(error).toBeUndefined()
    expect(status).toBe('complete')
    expect(cards[0]).toEqual(['EOA'])
    expect(seller.messages.map(({ message }) => message)).toEqual(['EOA'])
    const post = market.front.requests.find(({ path }) => path === endpoint)
    expect(post?.body).toEqual({ id: 'a' })
    const signature = post?.query.get('signature') as `0x${string}`
    expect((await recoverMessageAddress({ message: 'EOA', signature })).toLowerCase()).toBe(seller.account)
  })

  test('gets no signature without a user, after a rejection, or with a policy that forbids it', async () => {
    const before = seller.messages.length
    expect((await list(settings)).error?.code).toBe('blocked')
    expect((await list(settings, () => false)).error?.code).toBe('declined')
    expect((await list({}, () => true)).error?.code).toBe('blocked')
    expect(seller.messages.length).toBe(before)
  })
})
