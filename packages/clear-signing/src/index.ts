export { seaportDescriptors } from './describe/seaportDescriptors.ts'
export { ClearSigningError, type Descriptor, parseDescriptor, withIncluded } from './model/descriptor.ts'
export {
  createRenderer,
  type Line,
  type Renderer,
  type SignedCall,
  type SignedMessage,
  type Text,
} from './render/createRenderer.ts'
export type { Names } from './render/writeValue.ts'
