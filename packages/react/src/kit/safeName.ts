/** Characters of a name that are shown. */
const most = 120

/** What a name is in most cases: printable ASCII in words. */
const plain = /^[!-~]+(?: [!-~]+)*$/

/** Words by which a kit says that it checked something, in the languages of the kit. */
const claims =
  /verif(?:ied|icad|izi)|vérifié|gepr(?:ü|ue)ft|検証済|認証済|확인됨|인증|验证|驗證|موثق|موثوق|تم التحقق|معتمد/i

/** Signs that look like the kit's own: check marks and shields. */
const signs = /[\u237b\u2611\u2705\u2713\u2714\u{10102}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1fbb1}]\ufe0f?/gu

/** Scripts whose words need joiners: Persian, Urdu and the scripts of India. */
const joining =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u

/** Keeps an invisible character if it belongs to an emoji or to the spelling of a word. */
function invisible(character: string, at: number, text: string): string {
  const before = text.slice(Math.max(0, at - 3), at)
  const after = text.slice(at + character.length, at + character.length + 2)
  const isVariation = character === '\ufe0e' || character === '\ufe0f'
  if (isVariation) return /\p{Emoji}$/u.test(before) ? character : ''
  if (character !== '\u200c' && character !== '\u200d') return ''
  const joinsEmoji =
    character === '\u200d' &&
    /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after)
  const joinsLetters = joining.test(before.slice(-1)) && joining.test(after.slice(0, 1))
  return joinsEmoji || joinsLetters ? character : ''
}

/** A text on one line, without characters that are invisible, change the direction, or pile up on each other. */
export const safeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}\u2800]+/gu, ' ')
    .replace(/[\p{Co}\p{Cs}\ufff9-\ufffb]/gu, '')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, invisible)
    .replace(/(\p{M}{2})\p{Script=Inherited}+/gu, '$1')
    // Some scripts write three marks on one letter, none writes more than four.
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/ +/g, ' ')
    .trim()

/**
 * A name that another account chose, made safe to show beside the kit's own words: at most 120 characters on one line,
 * none of them invisible, turning the direction or piled up, and without check marks. A name that claims to be verified
 * is put in quotation marks. The same name again gives the same text.
 *
 * @example
 * safeName('pay\u202e42') // 'pay42'
 */
export function safeName(text: string): string {
  const isPlain = text.length <= most && plain.test(text)
  const cleaned = isPlain ? text : safeText(safeText(text.slice(0, 16 * most)).replace(signs, ''))
  const characters = [...cleaned]
  const claimed = claims.test(cleaned.normalize('NFKC'))
  if (characters.length <= most && (!claimed || /^“.*”$/.test(cleaned))) return cleaned
  const room = claimed ? most - 2 : most
  const name =
    characters.length > room
      ? `${characters
          .slice(0, room - 1)
          .join('')
          .trimEnd()}…`
      : cleaned
  return claimed ? `“${name}”` : name
}

/** Fields of the provider's answers that are names. */
const names = new Set(['name', 'tokenName', 'collectionName'])

/** An answer of the provider with every name in it made safe to show. Attributes stay exact, for they are asked for by. */
export function withSafeNames<T>(answer: T): T
export function withSafeNames(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((one) => withSafeNames(one))
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      typeof value === 'string' ? (names.has(key) ? safeName(value) : value) : withSafeNames(value),
    ]),
  )
}
