import { Boundary, Button, Cart } from '@sluice/react/components'

/** A page stays, whatever fails in a part of it. */
export const CartOfPage = () => (
  <Boundary fallback={(retry) => <Button onClick={retry}>Try again</Button>}>
    <Cart open />
  </Boundary>
)
