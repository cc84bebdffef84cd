import { visibleText } from '@sluice/core'

// A text to be signed, with every character of it seen: 'pay⟨U+202E⟩42'.
export const shown = visibleText('pay\u202e42')
