import { forgetChange, getUnfinishedChanges } from '@sluice/core'
import { client, wallet } from './wallet.ts'

// The old orders stay canceled, and nobody is asked for the new ones any more.
for (const { id } of await getUnfinishedChanges(client, { account: await wallet.address() }))
  await forgetChange(client, id)
