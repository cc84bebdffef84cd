import { register } from 'tsx/esm/api'

register()
await import('../../src/metadata/pictureProcess.ts')
