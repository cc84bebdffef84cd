import '@sluice/react/elements'
import { loadMessages } from '@sluice/react'

const kit = document.querySelector('sluice-kit')
kit?.configure({ theme: { scheme: 'dark', density: 'compact' }, messages: await loadMessages('de') })
kit?.addEventListener('sluice:done', ({ detail }) => console.log(detail.action, detail.hashes))
kit?.addEventListener('sluice:failed', ({ detail }) => console.warn(detail.action, detail.code))
