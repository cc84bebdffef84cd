import { useKit, useResume } from '@sluice/react'

/** Says once what became of what a reload interrupted; `ResumeNote` does the same. */
export function WhileAway() {
  const { words } = useKit()
  const { settled, dismiss } = useResume()
  if (settled.length === 0) return null
  return (
    <aside>
      {settled.map(({ entry }) => (
        <p key={entry.id}>{words.resume.states[entry.state]}</p>
      ))}
      <button type="button" onClick={dismiss}>
        {words.common.close}
      </button>
    </aside>
  )
}
