import '../support/browser.ts'
import type { Wallet } from '@sluice/core'
import { type ReactNode, useEffect, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ConnectDialog } from '../../src/dialogs/ConnectDialog.tsx'
import { TransferDialog } from '../../src/dialogs/TransferDialog.tsx'
import { SluiceProvider, type SluiceProviderProps, useKit } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import { Button } from '../../src/primitives/Button.tsx'
import { Dialog } from '../../src/primitives/Dialog.tsx'
import { Inline } from '../../src/primitives/Inline.tsx'
import { deepActiveElement } from '../../src/primitives/shadowFocus.ts'
import { ConnectPrompt } from '../../src/progress/ConnectPrompt.tsx'
import { account, refOf } from '../support/answers.ts'
import { buttons, dialog, isOpen, press, says, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { withShop } from '../support/shop.tsx'

const shop = await withShop()
let drawn: { readonly element: HTMLElement; readonly remove: () => void } | undefined
afterEach(() => drawn?.remove())
const draw = (tree: ReactNode, props: Partial<SluiceProviderProps> = {}) => {
  drawn = shop.draw(tree, props)
  return drawn.element
}
const opener = <Button>Open</Button>
const open = (element: HTMLElement) => element.querySelector('button')?.click()

test('a part that fails to draw says so, and can be drawn again or closed', async () => {
  const logged = console.error
  console.error = () => {}
  const state = { broken: true }
  const Part = () => {
    if (state.broken) throw new Error('no such address')
    return <p>Here it is</p>
  }
  const element = draw(
    <Dialog title="Buy" trigger={opener}>
      <Part />
    </Dialog>,
  )
  open(element)
  await says(en.broken.title)
  expect(buttons()).toEqual({ [en.common.retry]: 'enabled', [en.common.close]: 'enabled' })
  state.broken = false
  press(en.common.retry)
  await says('Here it is')
  console.error = logged
})

test('what a dialog makes inert can be used again when it is closed', async () => {
  const element = draw(
    <Dialog title="Buy" trigger={opener}>
      <p>Text</p>
    </Dialog>,
  )
  open(element)
  await until(() => document.body.hasAttribute('inert'), 'an inert page')
  dialog().querySelector<HTMLButtonElement>('.sluice-dialog-close')?.click()
  await until(() => !isOpen() && !document.body.hasAttribute('inert'), 'the page')
})

test('while the wallet is asked, the page around can be used: the wallet may be a part of it', async () => {
  draw(
    <Dialog title="Buy" open busy>
      <p>Text</p>
    </Dialog>,
  )
  await says('Text')
  expect(dialog().getAttribute('aria-modal')).toBe('false')
  expect(document.body.hasAttribute('inert')).toBe(false)
})

test('a card that is a link does not follow it when something is pressed in a dialog of it', async () => {
  const followed: string[] = []
  const element = draw(
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: as hosts write it
    <div onClick={() => followed.push('card')}>
      <Dialog title="Buy" trigger={opener}>
        <Button>Inside</Button>
      </Dialog>
    </div>,
  )
  open(element)
  await says('Inside')
  press('Inside')
  expect(followed).toEqual(['card'])
})

function Steps(): ReactNode {
  const [step, setStep] = useState(1)
  return (
    <>
      <label>
        Note <input />
      </label>
      <button type="button" key={step} onClick={() => setStep(step + 1)}>
        {`Step ${step}`}
      </button>
    </>
  )
}

test('the heading has the focus when what had it is replaced, and a field that still exists keeps it', async () => {
  draw(
    <Dialog title="Buy" open>
      <Steps />
    </Dialog>,
  )
  await says('Step 1')
  const button = () => [...dialog().querySelectorAll('button')].at(-1)
  button()?.focus()
  press('Step 1')
  await until(() => deepActiveElement() === dialog().querySelector('h2'), 'the heading')
  const input = dialog().querySelector('input')
  input?.focus()
  press('Step 2')
  await says('Step 3')
  expect(deepActiveElement()).toBe(input)
})

const Shopping = ({ onAsk }: { readonly onAsk?: () => void }) => (
  <Dialog title="Buy" trigger={opener}>
    <Paying {...(onAsk === undefined ? {} : { onAsk })} />
  </Dialog>
)
const Paying = ({ onAsk }: { readonly onAsk?: () => void }) => (
  <ConnectPrompt
    connect={() => onAsk?.()}
    onConnect={() => dialog().querySelector<HTMLButtonElement>('.sluice-dialog-close')?.click()}
  />
)

/** A host with a connect dialog of the kit, which connects when it is told to. */
function Host(): ReactNode {
  const [asking, ask] = useState(false)
  return (
    <>
      <Shopping onAsk={() => ask(true)} />
      <ConnectDialog open={asking} onOpenChange={ask} onConnect={() => {}} />
    </>
  )
}

test('the focus stays near what opened a dialog, also when that leaves the page only after the dialog', async () => {
  let sell: () => void = () => {}
  const Token = () => {
    const [isSold, setSold] = useState(false)
    sell = () => setSold(true)
    return (
      <section id="trade">
        {isSold ? (
          <h3>Sold</h3>
        ) : (
          <p>
            <Dialog title="Sell" trigger={<Button>Accept</Button>}>
              <p>Text</p>
            </Dialog>
          </p>
        )}
      </section>
    )
  }
  const element = draw(<Token />)
  const accept = element.querySelector('button')
  accept?.focus()
  accept?.click()
  await says('Text')
  dialog().querySelector<HTMLButtonElement>('.sluice-dialog-close')?.click()
  await until(() => deepActiveElement() === accept, 'the focus on what opened it')
  sell()
  await until(() => deepActiveElement() === element.querySelector('#trade'), 'the focus near it')
})

test('the focus passes over what is no longer drawn around the button that opened a dialog', async () => {
  let sell: () => void = () => {}
  const Token = () => {
    const [isSold, setSold] = useState(false)
    const [isOpened, setOpen] = useState(false)
    sell = () => setSold(true)
    return (
      <section id="trade">
        <div style={isSold ? { display: 'none' } : {}}>
          {isSold ? null : <Button onClick={() => setOpen(true)}>Accept</Button>}
        </div>
        <Dialog title="Sell" open={isOpened} onOpenChange={setOpen}>
          <p>Text</p>
        </Dialog>
      </section>
    )
  }
  const element = draw(<Token />)
  element.querySelector('button')?.focus()
  open(element)
  await says('Text')
  sell()
  await until(() => element.querySelector('button') === null, 'the sale')
  dialog().querySelector<HTMLButtonElement>('.sluice-dialog-close')?.click()
  await until(() => deepActiveElement() === element.querySelector('#trade'), 'the focus near it')
})

test('giving up to connect gives up what asked for it', async () => {
  const element = draw(<Host />)
  open(element)
  await says(en.connect.title)
  press(en.common.connect)
  await until(() => isOpen() && !written().includes(en.connect.title), 'the wallets')
  dialog().querySelector<HTMLButtonElement>('.sluice-dialog-close')?.click()
  await until(() => !isOpen(), 'no dialog')
})

test.each([
  ['opens again once a wallet is connected', undefined, [true, false, true]],
  ['stays closed where the host says that its user gave up', false, [true, false]],
])('a dialog that was left for the host’s own way to connect %s', async (_how, answer, changes) => {
  const seen: (boolean | string)[] = []
  const state: { connect?: () => void } = {}
  const client = shop.client()
  const Learn = () => {
    const { account: known } = useKit()
    useEffect(() => {
      if (known !== undefined) seen.push(known)
    }, [known])
    return null
  }
  const Page = () => {
    const [wallet, setWallet] = useState<Wallet>()
    state.connect = () => setWallet(shop.wallet())
    return (
      <SluiceProvider client={client} wallet={wallet} onConnect={async () => answer}>
        <Learn />
        <TransferDialog tokens={[refOf(1)]} trigger={opener} onOpenChange={(next) => seen.push(next)} />
      </SluiceProvider>
    )
  }
  const element = draw(<Page />)
  open(element)
  await says(en.connect.title)
  press(en.common.connect)
  await until(() => !isOpen(), 'no dialog')
  state.connect?.()
  // Effects of a part run before those of the kit around it, in one go.
  await until(() => seen.includes(account), 'the account')
  expect(seen.filter((one) => one !== account)).toEqual(changes)
})

test('inline, a dialog stands in its place and has nothing to close', async () => {
  const element = draw(
    <Inline>
      <Dialog title="Buy">
        <p>Text</p>
      </Dialog>
    </Inline>,
    { tree: 'light' },
  )
  await until(() => element.textContent?.includes('Text') === true, 'the text')
  expect(isOpen()).toBe(false)
  expect(element.querySelector('[data-inline] button')).toBeNull()
  expect(document.querySelector('[inert]')).toBeNull()
})
