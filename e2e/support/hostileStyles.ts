/** What style sheets of pages do to bare elements. Each is one that the dialogs may meet. */
export const hostileStyles: Readonly<Record<string, string>> = {
  'everything unset': '* { all: unset }',
  'everything unset, with the last word': '* { all: unset !important }',
  'boxes and text on everything':
    '* { margin: 3px !important; padding: 5px !important; border: 2px solid red !important; font: italic 22px serif !important; letter-spacing: 4px !important; text-transform: uppercase !important; box-sizing: content-box !important }',
  'rules for each element': `
    header { position: fixed; inset: 0 0 auto; height: 90px; z-index: 9999; background: gold }
    h2 { font: 900 60px/1 Georgia; text-align: center; text-shadow: 2px 2px red; margin: 40px }
    button { all: unset; background: magenta; border-radius: 0; width: 300px; float: right; min-height: 80px }
    p { font-size: 28px; line-height: 3; max-width: 10ch; color: lime }
    input, select { width: 90px; height: 12px; border: 5px dotted; background: black; color: yellow }
    dialog, [role="dialog"] { display: none; width: 100px }
    img { width: 10px; filter: invert(1); border-radius: 50% }
    svg { width: 200px; height: 200px; fill: red; display: none }
    dl, dt, dd, section, footer, label, small, strong, span { float: left; font-size: 40px; display: inline-table }
    div { position: relative; overflow: hidden; max-width: 600px; opacity: 0.9 }
    [data-sluice], [class^="sluice"], [data-place] { color: red; display: none }`,
  'as Bootstrap resets': `
    *, ::before, ::after { box-sizing: border-box }
    body { margin: 0; font: 400 1rem/1.5 system-ui; color: #212529 }
    h2 { margin: 0 0 .5rem; font-size: 2rem; font-weight: 500; line-height: 1.2 }
    p, dl, ol, ul { margin: 0 0 1rem } dt { font-weight: 700 } dd { margin: 0 0 .5rem }
    label { display: inline-block } button { border-radius: 0; text-transform: none }
    button, input, select { margin: 0; font: inherit; line-height: inherit }
    img, svg { vertical-align: middle } a { color: #0d6efd; text-decoration: underline }`,
  'as Tailwind resets': `
    *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
    html { line-height: 1.5; tab-size: 4 } h2 { font-size: inherit; font-weight: inherit }
    button, input, select { font: inherit; color: inherit; background: transparent; border-radius: 0 }
    img, svg, video, iframe { display: block; vertical-align: middle; max-width: 100%; height: auto }
    ol, ul { list-style: none }`,
  'as Normalize resets': `
    html { line-height: 1.15; -webkit-text-size-adjust: 100% } body { margin: 0 } h1 { font-size: 2em; margin: .67em 0 }
    button, input, select { font-family: inherit; font-size: 100%; line-height: 1.15; margin: 0 }
    button { text-transform: none; appearance: button } img { border-style: none }`,
  'as a blog theme writes': `
    body { font-family: Georgia, serif; font-size: 20px; color: #28303d; background: #d1e4dd }
    h2 { font-size: 48px; font-weight: 300; letter-spacing: .05em } p { margin: 30px 0; hyphens: auto }
    button { border: 3px solid transparent; background: #28303d; color: #d1e4dd; padding: 15px 30px; font-weight: 500 }
    input { border: 3px solid #39414d; padding: 10px; background: #ffffffe6 } img { max-width: 100%; height: auto }
    * + * { margin-block-start: 1.5em } a { text-decoration-thickness: 3px }
    ::selection { background: black }`,
  'a rem of ten pixels': 'html { font-size: 62.5% } body { font-size: 1.6rem }',
  'from right to left': 'html { direction: rtl } body { direction: rtl; text-align: right }',
  'a dark page': ':root { color-scheme: dark } body { background: #111; color: #eee }',
  'a page in the middle': 'body { padding: 40px; max-width: 900px; margin: 0 auto; border: 9px solid }',
  'a page as a column with gaps':
    'body { display: flex; flex-direction: column; gap: 30px; min-height: 100vh }',
  'a page that is moved and clipped':
    'body { transform: translateX(30px) scale(0.9); filter: blur(0); overflow: hidden; contain: paint; height: 300px }',
  'first and last children':
    'body > :first-child { margin-top: 70px } body > :last-child { padding-bottom: 90px }',
}
