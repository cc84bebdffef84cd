import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type SpecimenName, specimenNames } from '../playground/specimenNames.ts'
import { root } from './exportsOf.ts'

const pictures = join(root, 'apps/docs/public/pictures')

/** The component as the market shows it, in the scheme of the reader. */
export const pictureOf = (name: string): readonly string[] =>
  ['light', 'dark'].every((scheme) => existsSync(join(pictures, `${name}-${scheme}.webp`)))
    ? [
        ['light', 'dark']
          .map(
            (scheme) =>
              `<img class="picture ${scheme}-only" src="/pictures/${name}-${scheme}.webp" alt="${name} on the local market, ${scheme} scheme">`,
          )
          .join('\n'),
      ]
    : []

const isSpecimen = (name: string): name is SpecimenName => specimenNames.some((one) => one === name)

/** The component itself, drawn by React in a light and a dark theme. */
export const specimenOf = (name: string): readonly string[] =>
  isSpecimen(name)
    ? [
        `<script setup>
import ReactPage from '../../.vitepress/theme/ReactPage.vue'

const load = async () => {
  const [{ mount }, { Specimen }] = await Promise.all([
    import('../../playground/mount.tsx'),
    import('../../playground/Specimen.tsx'),
  ])
  return (element) => mount(element, () => Specimen({ name: '${name}' }))
}
</script>`,
        '<ReactPage :load="load" />',
      ]
    : []
