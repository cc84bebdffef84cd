const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written, by its BCP 47 tag. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [primary = ''] = locale.toLowerCase().split('-')
  return rightToLeft.has(primary) ? 'rtl' : 'ltr'
}
