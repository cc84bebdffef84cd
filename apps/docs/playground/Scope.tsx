import { ShadowScope } from '@sluice/react/components'
import kit from '@sluice/react/styles.css?inline'
import type { ReactNode } from 'react'
import own from './scope.css?inline'

const styles = { text: `${kit}\n${own}` }

/** The kit as it is, beside a site that resets every button: no style of the papers reaches in. */
export const Scope = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <ShadowScope styles={styles}>{children}</ShadowScope>
)
