import { Button } from '@sluice/react/components'

/** Looks and sizes as the dialogs' own, in the kit's theme. */
export const Choice = ({
  onKeep,
  onCancel,
}: {
  readonly onKeep: () => void
  readonly onCancel: () => void
}) => (
  <>
    <Button onClick={onKeep}>Keep it</Button>
    <Button kind="danger" small onClick={onCancel}>
      Cancel it
    </Button>
  </>
)
