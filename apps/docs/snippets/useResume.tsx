import { useMessages, useResume } from '@sluice/react'

/** Says once what became of what a reload interrupted; `ResumeNote` does the same. */
export function WhileAway() {
  const messages = useMessages()
  const { settled, dismiss } = useResume()
  if (settled.length === 0) return null
  return (
    <aside>
      {settled.map(({ entry }) => (
        <p key={entry.id}>{messages.resume.states[entry.state]}</p>
      ))}
      <button type="button" onClick={dismiss}>
        {messages.common.close}
      </button>
    </aside>
  )
}
