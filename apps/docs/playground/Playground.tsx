import {
  en,
  type Language,
  languages,
  loadMessages,
  type Messages,
  SluiceProvider,
  type Theme,
} from '@sluice/react'
import { useEffect, useState } from 'react'
import { Scope } from './Scope.tsx'
import { Stage } from './Stage.tsx'
import { findStack, type Stack } from './stack.ts'
import { ThemePanel } from './ThemePanel.tsx'

/** Every dialog against the local stack, in a look that is chosen here and given as code. */
export function Playground() {
  const [stack, setStack] = useState<Stack>()
  const [missing, setMissing] = useState(false)
  const [account, setAccount] = useState(0)
  const [language, setLanguage] = useState<Language>('en')
  const [messages, setMessages] = useState<Messages>(en)
  const [theme, setTheme] = useState<Theme>({ scheme: 'system', density: 'comfortable' })
  const look = () => {
    setMissing(false)
    findStack().then(setStack, () => setMissing(true))
  }
  useEffect(look, [])
  useEffect(() => {
    let current = true
    loadMessages(language).then((loaded) => {
      if (current) setMessages(loaded)
    })
    return () => {
      current = false
    }
  }, [language])
  const trader = stack?.accounts[account]
  return (
    <>
      <h1>Playground</h1>
      <p>
        Every dialog of the kit on the local stack, with accounts whose keys are public. Trades are real on
        that chain and worth nothing. Choose a dialog, open it, and copy its code or the theme.
      </p>
      {missing ? (
        <div className="playground-missing" role="alert">
          <p>
            The playground trades on a local stack, and none is running. Run <code>npm start</code> in a
            second terminal of the same checkout; the ports do not matter.
          </p>
          <button type="button" onClick={look}>
            Try again
          </button>
        </div>
      ) : null}
      {stack === undefined || trader === undefined ? (
        missing ? null : (
          <p role="status">Looking for the local stack …</p>
        )
      ) : (
        <div className="playground-columns">
          <ThemePanel theme={theme} onTheme={setTheme}>
            <label>
              Account
              <select value={account} onChange={(event) => setAccount(Number(event.target.value))}>
                {stack.accounts.map(({ name }, index) => (
                  <option key={name} value={index}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Language
              <select value={language} onChange={(event) => setLanguage(event.target.value as Language)}>
                {languages.map((one) => (
                  <option key={one} value={one}>
                    {new Intl.DisplayNames([one], { type: 'language' }).of(one)}
                  </option>
                ))}
              </select>
            </label>
          </ThemePanel>
          <SluiceProvider
            key={trader.address}
            client={stack.client}
            wallet={stack.walletOf(trader)}
            theme={theme}
            messages={messages}
          >
            <Scope>
              <Stage account={trader.address} />
            </Scope>
          </SluiceProvider>
        </div>
      )}
    </>
  )
}
