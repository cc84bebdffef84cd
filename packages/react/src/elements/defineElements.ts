import { attributeNames } from './attributes.ts'
import { elementNames } from './ElementView.tsx'
import { createKitStore, type ElementLook, type KitSettings, type KitStore, mountKit } from './KitElement.tsx'

/** `<sluice-kit>`: the client, the wallet and the look of the elements inside it. */
export type SluiceKitElement = HTMLElement & {
  /** Gives what attributes cannot say. */
  configure(settings: KitSettings): void
}

/**
 * Registers `<sluice-kit>` and the elements inside it. Once for a page; names that an earlier call registered stay as
 * they are.
 *
 * @param look each element draws in a shadow tree of its own.
 */
export function defineElements(look: ElementLook, registry: CustomElementRegistry = customElements): void {
  if (registry.get('sluice-kit') !== undefined) return
  class Kit extends HTMLElement implements SluiceKitElement {
    readonly store: KitStore = createKitStore()
    #unmount: (() => void) | undefined

    connectedCallback(): void {
      this.style.display = 'contents'
      const root = mountKit(this, this.store, look)
      const { shadowRoot } = this
      if (shadowRoot !== null && shadowRoot.querySelector('slot') === null)
        shadowRoot.append(document.createElement('slot'))
      this.#unmount = () => root.unmount()
    }

    disconnectedCallback(): void {
      this.#unmount?.()
    }

    configure(settings: KitSettings): void {
      this.store.change(settings)
    }
  }
  registry.define('sluice-kit', Kit)
  for (const name of elementNames)
    registry.define(
      name,
      class extends HTMLElement {
        static readonly observedAttributes = attributeNames
        #kit: Kit | undefined

        connectedCallback(): void {
          const kit = this.closest('sluice-kit')
          if (!(kit instanceof Kit)) {
            console.error(`<${name}> stands outside <sluice-kit>.`)
            return
          }
          this.#kit = kit
          kit.store.add(this)
        }

        disconnectedCallback(): void {
          this.#kit?.store.remove(this)
        }

        attributeChangedCallback(): void {
          this.#kit?.store.refresh()
        }
      },
    )
}
