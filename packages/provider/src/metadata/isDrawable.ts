import { pixelsOf } from './pixelsOf.ts'

/** The most characters of all paths, of all texts, and of one pattern of dashes. */
const most = { paths: 2_000_000, texts: 50_000, dashes: 200 }
/** The most elements, and levels of them. */
const [maxElements, maxLevels] = [50_000, 200]
/** The most elements that draw others again, each of which may do so in turn. */
const maxOf: Readonly<Record<string, number>> = { use: 200, pattern: 8, mask: 16, marker: 8, clippath: 500 }
/** The most of them that stand in what may be drawn again. */
const maxNested = 40
/** The most pixels of all pictures in a drawing. */
const maxPixels = 4096 * 4096
/** Elements whose cost has no bound that their text would tell: filters, and pages in a drawing. */
const refused = /^(?:filter|fe[a-z]+|foreignobject)$/

const head = /^\ufeff?\s*(?:<\?xml\s[^?<>]*\?>)?/
const encodings = /encoding\s*=\s*["'](?:utf-8|us-ascii|iso-8859-1)["']/i
/** A document type without a part of its own, in which entities would stand. */
const plainType = /<!DOCTYPE\s+svg\b[^[\]<>]*>/y
const [tagStart, tagEnd] = [/<([^\s/<>"'=]+)/y, /\s*(\/?)>/y]
const attribute = /\s+([^\s/<>"'=]+)\s*=\s*("[^"<]*"|'[^'<]*')/y

/** What a pattern matches at a place, and nowhere else. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** A text of XML as its reader has it: a letter may be written as its number. */
const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,8})|#([0-9]{1,8})|([a-z]{2,4}));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return names[name] ?? all
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
/** The name of an element or an attribute without the prefix of its namespace. */
const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase()

/** Whether a style names no filter, no other document, and nothing in disguise. */
function isPlainStyle(css: string): boolean {
  if (css.includes('\\') || /filter\s*:(?!\s*(?:none|url\())/i.test(css)) return false
  if (/(?:fill|stroke|mask|clip-path|marker[a-z-]*)\s*:[^;}]{0,99}url\(\s*["']?\s*data:/i.test(css))
    return false
  if (/stroke-dasharray\s*:[^;}]{200}/i.test(css)) return false
  const imports = [...css.matchAll(/@import/gi)]
  return (
    imports.length <= 10 &&
    imports.every(({ index }) => !/data:/i.test(css.slice(index).split(';', 1)[0] ?? ''))
  )
}

/** The pixels of a picture in a drawing; none of one elsewhere, which is not loaded. */
function pixelsAt(href: string): number {
  const link = href.replace(/\s/g, '')
  if (!/data:/i.test(link.slice(0, 100))) return 0
  const [start] = /^data:image\/(?:png|gif|jpe?g|webp);base64,/i.exec(link) ?? []
  return start === undefined ? Number.NaN : pixelsOf(Buffer.from(link.slice(start.length), 'base64'))
}

type Sums = { elements: number; paths: number; texts: number; pixels: number; nested: number }

/** Whether the attributes of an element are cheap to draw; counts what they add. */
function addAttribute(sums: Sums, element: string, name: string, value: string): boolean {
  if (name === 'd' || name === 'points') sums.paths += value.length
  if (name === 'style') return isPlainStyle(value)
  if (name === 'filter') return /^\s*(?:none|url\()/i.test(value)
  if (name === 'stroke-dasharray') return value.length <= most.dashes
  if (name === 'href' && element === 'image') {
    sums.pixels += pixelsAt(value)
    return sums.pixels <= maxPixels
  }
  // Other documents may be in the text of a link: they would not have been looked at.
  if (name === 'href') return !/^\s*data:/i.test(value) || element === 'a' || element === 'script'
  return !/url\(\s*["']?\s*data:/i.test(value)
}

/** Reads a drawing from its first element on. */
function isPlainTree(text: string, start: number): boolean {
  const sums: Sums = { elements: 0, paths: 0, texts: 0, pixels: 0, nested: 0 }
  const counts = new Map<string, number>()
  /** Open elements; those of which a part may be drawn again have an id. */
  const open: { readonly name: string; readonly hasId: boolean }[] = []
  let at = start
  while (at < text.length) {
    const next = text.indexOf('<', at)
    if (open.some(({ name }) => name === 'text')) sums.texts += (next === -1 ? text.length : next) - at
    if (next === -1) break
    at = next
    if (text.startsWith('<!--', at)) at = text.indexOf('-->', at) + 3
    else if (text.startsWith('<![CDATA[', at)) at = text.indexOf(']]>', at) + 3
    else if (text.startsWith('<!', at) || text.startsWith('<?', at)) return false
    else if (text.startsWith('</', at)) {
      open.pop()
      at = text.indexOf('>', at) + 1
    } else {
      const name = localName(matchAt(tagStart, text, at)?.[1] ?? '')
      if (name === '' || refused.test(name)) return false
      at = tagStart.lastIndex
      let hasId = false
      for (let one = matchAt(attribute, text, at); one !== null; one = matchAt(attribute, text, at)) {
        at = attribute.lastIndex
        const key = localName(one[1] ?? '')
        if (key === 'id') hasId = true
        if (!addAttribute(sums, name, key, decoded(one[2]?.slice(1, -1) ?? ''))) return false
      }
      const end = matchAt(tagEnd, text, at)
      if (end === null) return false
      at = tagEnd.lastIndex
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      sums.elements += 1
      if (count > (maxOf[name] ?? maxElements)) return false
      if (name in maxOf && name !== 'clippath' && (hasId || open.slice(1).some((one) => one.hasId)))
        sums.nested += 1
      if (end[1] === '' && name === 'style') {
        const close = text.indexOf('</', at)
        const css = text.slice(at, close === -1 ? undefined : close)
        const plain = css.replaceAll('<![CDATA[', '').replaceAll(']]>', '')
        if (plain.includes('<') || !isPlainStyle(decoded(plain))) return false
        at += css.length
      }
      if (end[1] === '') open.push({ name, hasId })
      if (open.length > maxLevels || sums.elements > maxElements || sums.paths > most.paths) return false
      if (sums.texts > most.texts || sums.nested > maxNested) return false
    }
    // What has no end is not looked at further, and not drawn.
    if (at < next) return false
  }
  return sums.elements > 0 && sums.texts <= most.texts
}

/**
 * Whether a file is an SVG that is cheap to draw, in one reading: no filters, no entities, no documents in links, few
 * elements that draw others again, and only small pictures in it. A few kilobytes of these take gigabytes or minutes.
 */
export function isDrawable(bytes: Uint8Array): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // In another encoding, other bytes would be what is looked for.
    return false
  }
  if (text.includes('\0')) return false
  const [start = ''] = head.exec(text) ?? []
  if (/encoding/i.test(start) && !encodings.test(start)) return false
  let at = start.length
  for (let next = text.indexOf('<', at); ; next = text.indexOf('<', at)) {
    if (next === -1) return false
    if (text.startsWith('<!--', next)) at = text.indexOf('-->', next) + 3
    else if (matchAt(plainType, text, next) !== null) at = plainType.lastIndex
    else return isPlainTree(text, next)
    if (at < next) return false
  }
}
