/** A style sheet that any number of shadow trees share. */
export type Styles = {
  /** Gives a shadow tree the sheet; once, however often it is called. */
  readonly adopt: (root: ShadowRoot) => void
}

/**
 * One constructed style sheet, which a policy such as `style-src 'self'` allows. If a browser cannot construct one,
 * each shadow tree has a `<style>` element with the nonce instead.
 *
 * @param nonce the one of the page's `Content-Security-Policy`, for those browsers only.
 */
export function createStyles(text: string, nonce?: string): Styles {
  const made: { sheet?: CSSStyleSheet } = {}
  const sheetOf = () => {
    if (made.sheet === undefined) {
      made.sheet = new CSSStyleSheet()
      made.sheet.replaceSync(text)
    }
    return made.sheet
  }
  return {
    adopt: (root) => {
      if ('adoptedStyleSheets' in root && 'replaceSync' in CSSStyleSheet.prototype) {
        const sheet = sheetOf()
        if (!root.adoptedStyleSheets.includes(sheet))
          root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
        return
      }
      if ([...root.children].some((child) => child.textContent === text && child.localName === 'style'))
        return
      const style = root.ownerDocument.createElement('style')
      if (nonce !== undefined) style.nonce = nonce
      style.textContent = text
      root.prepend(style)
    },
  }
}
