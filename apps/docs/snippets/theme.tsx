import type { Client } from '@sluice/core'
import { SluiceProvider, type Theme } from '@sluice/react'
import type { ReactNode } from 'react'

const theme: Theme = {
  scheme: 'system',
  density: 'compact',
  colors: { accent: { light: '#5b21b6', dark: '#c4b5fd' }, 'on-accent': { light: '#fff', dark: '#1e1b4b' } },
  measures: { radius: '6px', 'radius-control': '4px' },
}

export const Branded = ({ client, children }: { client: Client; children: ReactNode }) => (
  <SluiceProvider client={client} theme={theme}>
    {children}
  </SluiceProvider>
)
