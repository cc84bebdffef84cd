import '@fontsource-variable/instrument-sans'
import { useRoute } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { nextTick, onMounted, watch } from 'vue'
import './brand.css'

/** The default theme has a button inside the button that folds a group; the outer one does the same alone. */
function unnestButtons(): void {
  for (const caret of document.querySelectorAll('.VPSidebarItem > .item[role="button"] > .caret')) {
    for (const name of ['role', 'tabindex', 'aria-label']) caret.removeAttribute(name)
    caret.setAttribute('aria-hidden', 'true')
  }
}

export default {
  extends: DefaultTheme,
  setup: () => {
    const route = useRoute()
    onMounted(unnestButtons)
    watch(
      () => route.path,
      () => nextTick(unnestButtons),
    )
  },
}
