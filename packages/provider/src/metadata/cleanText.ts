// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const unwanted = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Halves of a character, as a document may write them and a cut may leave them: Postgres takes no JSON with one. */
export const halves = /\p{Surrogate}/gu
/** More marks on one character than any language writes. */
const manyMarks = /(\p{M}{8})\p{M}+/gu
/** How many characters are looked at for each that is kept: composing them makes them fewer. */
const spare = 4

/**
 * A text of a stranger as it is stored: one line of at most `max` characters, without any that disguise others. It is cut
 * before anything else: composing many marks on one character takes the square of their number.
 */
export const cleanText = (text: string, max: number): string =>
  text
    .slice(0, max * spare)
    .replace(manyMarks, '$1')
    .normalize('NFC')
    .replace(unwanted, ' ')
    .trim()
    .slice(0, max)
    .replace(halves, '\ufffd')
