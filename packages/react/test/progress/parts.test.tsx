import { createClient, type Execution, type ExecutionItem } from '@sluice/core'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { looksLike, type Recipient, useRecipient } from '../../src/hooks/useRecipient.ts'
import { type NameResolver, SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { de } from '../../src/locales/de.ts'
import { en } from '../../src/locales/en.ts'
import { fr } from '../../src/locales/fr.ts'
import { mediaKindOf, TokenMedia, type TokenMediaProps } from '../../src/media/TokenMedia.tsx'
import { FlowView } from '../../src/progress/FlowView.tsx'
import { RunView } from '../../src/progress/RunView.tsx'
import { StepList } from '../../src/progress/StepList.tsx'
import { openPage, type Page, until } from '../support/page.ts'

const chains = [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example', blockTime: 12_000 }]
/** No account has dealt with another. */
const fetch = async () => new Response('{"activities":[],"continuation":null}')
const client = createClient({ chains, fetch })
const inKit = (children: ReactNode, resolveName?: NameResolver) => (
  <SluiceProvider client={client} {...(resolveName === undefined ? {} : { resolveName })}>
    {children}
  </SluiceProvider>
)
const drawn = (children: ReactNode) => renderToStaticMarkup(inKit(children))

describe('TokenMedia', () => {
  const at = 'https://media.example/7'
  const media = (props: Partial<TokenMediaProps>) => <TokenMedia image={`${at}.png`} alt="Seven" {...props} />

  test.each([
    [`${at}.png`, 'picture'],
    [`${at}`, 'picture'],
    [`${at}.MP4?x=1`, 'video'],
    [`${at}.ogg`, 'audio'],
    [`${at}.glb`, 'model'],
    [`${at}.html`, 'page'],
    ['data:image/svg+xml;base64,PHN2Zy8+', 'picture'],
    ['data:text/html,<p>', 'page'],
    ['data:video/mp4;base64,', 'video'],
    ['data:text/javascript,alert(1)', undefined],
    ['javascript:alert(1)', undefined],
    ['http://media.example/7.png', undefined],
    ['ipfs://7', undefined],
  ])('%s is a %s', (address, kind) => {
    expect(mediaKindOf(address)).toBe(kind)
  })

  test('a video shows its picture and loads nothing of its own until the viewer asks', () => {
    const html = drawn(media({ media: `${at}.mp4` }))
    expect(html).toMatch(/<img[^>]*7\.png/)
    expect(html).toContain(en.media.video)
    expect(html).not.toContain('.mp4')
  })

  test('a sound stands below the picture, loads when it is played, and sends no referrer', () => {
    const html = drawn(media({ media: `${at}.mp3` }))
    expect(html).toMatch(/<img[^>]*7\.png/)
    expect(html).toMatch(/<iframe[^>]*&lt;audio[^>]*preload=&quot;none&quot;/)
    expect(html).toContain('&lt;meta name=&quot;referrer&quot; content=&quot;no-referrer&quot;&gt;')
  })

  test.each(['https://[', 'https://', 'https://media.example:99999/7.mp4', 'http://[::1', 'https://%'])(
    '%s is not an address and shows a placeholder',
    (address) => {
      expect(mediaKindOf(address)).toBeUndefined()
      expect(drawn(media({ image: address, media: address }))).toMatch(/role="img" aria-label="Seven"/)
    },
  )

  test('what may not be shown is a placeholder with a name', () => {
    const html = drawn(media({ image: 'javascript:alert(1)', tokenId: '7' }))
    expect(html).toMatch(/role="img" aria-label="Seven"/)
    expect(html).not.toContain('javascript')
  })

  describe('what runs', () => {
    const held: { page?: Page } = {}
    beforeAll(async () => {
      held.page = await openPage()
    })
    afterAll(() => held.page?.close())
    const shown = async (props: Partial<TokenMediaProps>) => {
      held.page?.mount(inKit(<section id={String(props.tokenId)}>{media(props)}</section>))
      const section = () => document.getElementById(String(props.tokenId))
      await until(() => section()?.querySelector('img') != null, 'the picture')
      return section as () => HTMLElement
    }

    test('a page is a picture until the viewer asks, and then in a sandbox that lets nothing run', async () => {
      const section = await shown({ media: `${at}.html`, tokenId: 'p' })
      expect(section().querySelector('iframe')).toBeNull()
      section().querySelector('button')?.click()
      await until(() => section().querySelector('iframe') !== null, 'the page')
      expect(section().querySelector('iframe')?.getAttribute('sandbox')).toBe('')
    })

    test('a video plays when the viewer asks, without sound and without a referrer', async () => {
      const section = await shown({ media: `${at}.mp4?a="b"`, tokenId: 'v' })
      section().querySelector('button')?.click()
      await until(() => section().querySelector('iframe') !== null, 'the video')
      const frame = section().querySelector('iframe')
      expect(frame?.getAttribute('sandbox')).toBe('')
      const inside = frame?.getAttribute('srcdoc') ?? ''
      expect(inside).toContain('<meta name="referrer" content="no-referrer">')
      expect(inside).toMatch(
        /<video src="https:\/\/media\.example\/7\.mp4\?a=&#34;b&#34;" controls[^>]* muted/,
      )
      expect(inside).not.toMatch(/autoplay/i)
    })

    test('a medium that fails to draw leaves a placeholder, and the page around it', async () => {
      const logged = console.error
      console.error = () => {}
      const section = await shown({
        media: `${at}.glb`,
        tokenId: 'broken',
        renderModel: () => {
          throw new Error('no such model')
        },
      })
      section().querySelector('button')?.click()
      await until(() => section().querySelector('[role="img"]') !== null, 'the placeholder')
      console.error = logged
    })

    test('a picture that fails is loaded again, a few times, and a picture in the page is not', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const fail = async (section: () => HTMLElement) => {
        await until(() => section().querySelector('img') !== null, 'the picture')
        section().querySelector('img')?.dispatchEvent(new Event('error'))
        await until(() => section().querySelector('img') === null, 'the placeholder')
      }
      try {
        const section = await shown({ tokenId: 'slow' })
        for (let attempt = 0; attempt < 4; attempt += 1) {
          await fail(section)
          await until(() => vi.getTimerCount() > 0, 'the next attempt')
          vi.advanceTimersByTime(20_000)
        }
        await fail(section)
        expect(vi.getTimerCount()).toBe(0)
        await fail(await shown({ image: 'data:image/png;base64,AAAA', tokenId: 'inline' }))
        expect(vi.getTimerCount()).toBe(0)
      } finally {
        vi.useRealTimers()
      }
    })

    test('a model is drawn by the host, when the viewer asks; without a host it is a picture', async () => {
      const without = await shown({ media: `${at}.glb`, tokenId: 'm0' })
      expect(without().querySelector('button')).toBeNull()
      const asked: string[] = []
      const renderModel = (address: string) => {
        asked.push(address)
        return <b>three dimensions</b>
      }
      const section = await shown({ media: `${at}.glb`, tokenId: 'm1', renderModel })
      expect(asked).toEqual([])
      section().querySelector('button')?.click()
      await until(() => section().querySelector('b') !== null, 'the model')
      expect(asked[0]).toBe(`${at}.glb`)
    })
  })
})

describe('StepList', () => {
  test('says what is prepared and what is done in one place, so that a screen reader reads it', async () => {
    const page = await openPage()
    const list = (phase?: string) => {
      const items = [
        { status: 'incomplete', phase, purpose: 'buy', hashes: [], orderIds: [], orderIndexes: [] },
      ]
      const steps = phase === undefined ? [] : [{ id: 'sale', kind: 'transaction', items }]
      return inKit(<StepList execution={{ chainId: 1, status: 'running', steps } as unknown as Execution} />)
    }
    const root = page.mount(null)
    const places = () => [...document.querySelectorAll('[role="status"]')]
    flushSync(() => root.render(list()))
    const [place] = places()
    expect(place?.textContent).toBe(en.steps.preparing)
    flushSync(() => root.render(list('confirming')))
    expect(place?.textContent).toContain(en.steps.progress(0, 1))
    expect(places()).toEqual([place])
    root.unmount()
  })

  const listed = (item: Partial<ExecutionItem>) =>
    drawn(
      <StepList
        execution={
          {
            chainId: 1,
            status: 'running',
            steps: [
              {
                id: 'sale',
                kind: 'transaction',
                items: [
                  {
                    status: 'incomplete',
                    purpose: 'buy',
                    hashes: [],
                    orderIds: [],
                    orderIndexes: [],
                    ...item,
                  },
                ],
              },
            ],
          } as unknown as Execution
        }
      />,
    )

  test('a chain that the user has to choose is named', () => {
    const html = listed({ phase: 'switching_by_hand' })
    expect(html).toContain(': choose Test (chain ID 1) in your wallet')
    expect(html).not.toContain('{')
  })

  test.each(Object.keys(en.steps.phases) as ExecutionItem['phase'][])('%s is said, and heard', (phase) => {
    const html = listed({ phase, ...(phase === 'complete' ? { status: 'complete' } : {}) })
    const [before = ''] = en.steps.phases[phase].split('{chain}')
    const said = phase === 'prompted' ? en.steps.purposes.buy.wallet : before
    expect(html).toContain(said)
    expect(html).toMatch(phase === 'complete' ? /role="status">1 of 1/ : /role="status">Buy: .*0 of 1/)
  })

  test('what was sent says how soon to expect news, no sooner than a block comes, and where to look', () => {
    const html = listed({ phase: 'sent', explorerUrl: 'https://explorer.example/tx/1' })
    expect(html).toContain('Blocks come about 12 seconds apart.')
    expect(html).toMatch(/href="https:\/\/explorer\.example\/tx\/1"/)
    expect(listed({ phase: 'prompted' })).not.toContain('12 seconds')
  })

  test('a block time of one second is said as well as one of twelve', () => {
    const said = ({ steps }: typeof en, time: string) => steps.pace(time)
    expect(said(en, '1 second')).toBe('Blocks come about 1 second apart.')
    // The word before the time is the same for one and for several: it is not "toutes les" or "alle".
    expect(said(fr, '1 seconde')).toMatch(/: environ 1 seconde\.$/)
    expect(said(de, '1 Sekunde')).toMatch(/: etwa 1 Sekunde\.$/)
  })

  test('a purchase that only mints is called a mint', () => {
    const effects = { give: [], get: [], fees: [], authority: [] }
    const html = listed({ phase: 'prompted', effects })
    expect(html).toContain(en.steps.mint.wallet)
    expect(html).toMatch(/role="status">Mint: /)
  })

  test('a wallet that does not answer, and a transaction that waits for another, say so', () => {
    expect(listed({ phase: 'prompted', overdue: true })).toContain(en.steps.overdue)
    expect(listed({ phase: 'sent', behind: true })).toContain(en.steps.behind)
    expect(listed({ phase: 'sent' })).not.toContain(en.steps.behind)
  })
})

describe('a run that is still being prepared', () => {
  const preparing = (startedAt: number, steps: readonly object[] = [], stop = () => {}) => {
    const execution = {
      id: 'run',
      action: 'buy',
      chainId: 1,
      status: 'planning',
      agreed: [],
      past: [],
      startedAt,
      steps,
    }
    const flow = { status: 'running', execution: execution as unknown as Execution, stop } as const
    return inKit(<RunView flow={flow} complete={en.buy.complete} names={new Map()} onLeave={() => {}} />)
  }

  test('says so once it takes long, promises nothing, and can be stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const opened = await openPage()
    const root = opened.mount(null)
    const text = () => document.body.textContent
    const button = () =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === en.steps.stopPreparing)
    const stop = vi.fn()
    try {
      flushSync(() => root.render(preparing(Date.now(), [], stop)))
      expect(text()).toContain(en.steps.preparing)
      expect(text()).not.toContain(en.steps.slow)
      expect(button()).toBeUndefined()
      flushSync(() => vi.advanceTimersByTime(20_000))
      await until(() => text()?.includes(en.steps.slow) === true, 'the words')
      button()?.click()
      expect(stop).toHaveBeenCalledOnce()
    } finally {
      root.unmount()
      vi.useRealTimers()
    }
  })

  test('says it no more once its steps are known', () => {
    const items = [
      { status: 'incomplete', phase: 'sent', purpose: 'buy', hashes: [], orderIds: [], orderIndexes: [] },
    ]
    const html = renderToStaticMarkup(preparing(0, [{ id: 'sale', kind: 'transaction', items }]))
    expect(html).not.toContain(en.steps.slow)
    expect(html).not.toContain(en.steps.stopPreparing)
  })
})

describe('a purchase that is complete', () => {
  const [first, second] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`] as const
  const shown = (skipped?: readonly string[], left = 2) => {
    const claims = [
      { slot: 'item:0', units: 1n, order: first },
      { slot: 'item:1', units: 1n, order: second },
    ].slice(0, left)
    const item = { status: 'complete', phase: 'complete', purpose: 'buy', claims, skipped, orderIds: [] }
    const agreed = ['item:0', 'item:1'].map((slot) => ({ slot, units: 1, optional: false }))
    const steps = [{ id: 'sale', kind: 'transaction', items: [item] }]
    const execution = { action: 'buy', chainId: 1, status: 'complete', agreed, past: [], steps }
    const flow = {
      status: 'complete',
      execution: execution as unknown as Execution,
      reset: () => {},
    } as const
    return drawn(<RunView flow={flow} complete={en.cart.complete} names={new Map()} onLeave={() => {}} />)
  }

  test('says that all is there where all of it came', () => {
    expect(shown()).toContain(en.cart.complete.title)
    expect(shown()).not.toContain(en.progress.rest.gone)
  })

  test('says how much came where an order was gone when the transaction was mined', () => {
    const html = shown([second])
    expect(html).toContain('1 of 2 was bought.')
    expect(html).toContain(en.progress.rest.gone)
    expect(html).not.toContain(en.cart.complete.title)
  })

  test('says how much came where the marketplace left an order out of the plan', () => {
    const html = shown(undefined, 1)
    expect(html).toContain('1 of 2 was bought.')
    expect(html).toContain(en.progress.rest.open)
    expect(html).not.toContain(en.cart.complete.title)
  })
})

test.each([
  ['prompted', true],
  ['switching', true],
  ['switching_by_hand', true],
  ['reconnecting', true],
  ['sent', false],
  ['mined', false],
] as const)('what waits for the wallet can be stopped: %s', (phase, stoppable) => {
  const item = { status: 'incomplete', phase, purpose: 'buy', orderIds: [] }
  const steps = [{ id: 'sale', kind: 'transaction', items: [item] }]
  const execution = { action: 'buy', chainId: 1, status: 'running', agreed: [], past: [], steps }
  const flow = { status: 'running', execution: execution as unknown as Execution, stop: () => {} } as const
  const html = drawn(<RunView flow={flow} complete={en.buy.complete} names={new Map()} onLeave={() => {}} />)
  expect(html.includes(en.steps.stop)).toBe(stoppable)
})

test('what became of a trade is said in a place that was there while it ran, so that a screen reader reads it', async () => {
  const page = await openPage()
  const item = { status: 'complete', phase: 'complete', purpose: 'buy', orderIds: [] }
  const steps = [{ id: 'sale', kind: 'transaction', items: [item] }]
  const view = (status: 'running' | 'complete') => {
    const execution = {
      action: 'buy',
      chainId: 1,
      status,
      agreed: [],
      past: [],
      steps,
    } as unknown as Execution
    const flow = { status, execution, stop: () => {}, reset: () => {} } as const
    return inKit(<RunView flow={flow} complete={en.buy.complete} names={new Map()} onLeave={() => {}} />)
  }
  const root = page.mount(null)
  flushSync(() => root.render(view('running')))
  const places = [...document.querySelectorAll('[role="status"]')].filter((one) => one.textContent === '')
  flushSync(() => root.render(view('complete')))
  expect(places.map((one) => one.isConnected && one.textContent)).toEqual([
    en.buy.complete.title + en.buy.complete.body,
  ])
  root.unmount()
})

test('a receipt keeps the names of tokens that left the list which named them', async () => {
  const page = await openPage()
  const contract = `0x${'c0'.repeat(20)}` as const
  const effects = { give: [], get: [{ kind: 'erc721', contract, tokenId: 7n, amount: 1n }], fees: [] }
  const item = { status: 'complete', phase: 'complete', purpose: 'buy', effects, orderIds: [] }
  const steps = [{ id: 'sale', kind: 'transaction', items: [item] }]
  const execution = { action: 'buy', chainId: 1, status: 'complete', agreed: [], past: [], steps }
  const flow = { status: 'complete', execution: execution as unknown as Execution, reset: () => {} } as const
  const view = (names: ReadonlyMap<string, string>) =>
    inKit(<FlowView flow={flow} complete={en.cart.complete} names={names} onClose={() => {}} />)
  const root = page.mount(view(new Map([[`${contract}:7`, 'Tidelines #7']])))
  const text = () => document.body.textContent ?? ''
  await until(() => text().includes('Tidelines #7'), 'the name', text)
  flushSync(() => root.render(view(new Map())))
  expect(text()).toContain('Tidelines #7')
  await page.close()
})

describe('a recipient', () => {
  const ada = `0x${'ad'.repeat(20)}` as const

  test('a name stands for the account that the host finds behind it, and for nobody where there is none', async () => {
    const page = await openPage()
    const asked: string[] = []
    const seen: Recipient[] = []
    const Typed = ({ to }: { readonly to: string }) => {
      seen.push(useRecipient({ to, enabled: true }))
      return null
    }
    const resolveName: NameResolver = async (name) => {
      asked.push(name)
      return name === 'ada.eth' ? ada.toUpperCase().replace('0X', '0x') : null
    }
    page.mount(inKit(<Typed to=" Ada.eth " />, resolveName))
    await until(() => seen.at(-1)?.address === ada, 'the account behind the name')
    expect(seen[0]).toMatchObject({ named: true, resolving: true, address: undefined })
    page.mount(inKit(<Typed to="nobody.eth" />, resolveName))
    await until(() => seen.at(-1)?.resolving === false && asked.includes('nobody.eth'), 'an answer')
    expect(seen.at(-1)).toMatchObject({ named: true, address: undefined })
    expect(asked).toEqual(['ada.eth', 'nobody.eth'])
    await page.close()
  })

  test('two addresses are alike when a hurried reader takes one for the other', () => {
    const alike = `0xadad${'0'.repeat(32)}adad` as const
    expect(looksLike(ada, alike)).toBe(true)
    expect(looksLike(ada, ada)).toBe(false)
    expect(looksLike(ada, `0xadae${'0'.repeat(32)}adad`)).toBe(false)
  })
})
