import type { Language } from './languages.ts'
import type { Messages } from './messages.ts'

/**
 * Loads the messages of a language; every language is a chunk of its own.
 *
 * @throws {Error} what the bundler's `import()` throws if the chunk cannot be loaded.
 * @example
 * const messages = await loadMessages(languageOf(navigator.languages))
 * root.render(<SluiceProvider client={client} messages={messages}><App /></SluiceProvider>)
 */
export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return (await import('./en.ts')).en
    case 'es':
      return (await import('./es.ts')).es
    case 'fr':
      return (await import('./fr.ts')).fr
    case 'de':
      return (await import('./de.ts')).de
    case 'pt':
      return (await import('./pt.ts')).pt
    case 'ja':
      return (await import('./ja.ts')).ja
    case 'ko':
      return (await import('./ko.ts')).ko
    case 'zh':
      return (await import('./zh.ts')).zh
    case 'ar':
      return (await import('./ar.ts')).ar
    default:
      return language satisfies never
  }
}
