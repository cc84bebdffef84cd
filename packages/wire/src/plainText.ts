// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const unwanted = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u

/**
 * Whether a text holds no control character, no bidirectional override, and no half of a surrogate pair. Databases
 * cannot store the first (`NUL`) nor the last.
 */
export const isPlainText = (text: string): boolean => !unwanted.test(text)
