import type { Language, Message } from '@portico/i18n'
import { englishTexts } from './englishTexts.ts'

const accents = 'áƀçđéƒĝħíĵķļɱñóƥɋřšťúṽŵẋýž'
/** An Arabic letter for each Latin one, so that a text is written from right to left. */
const arabic = 'ابجدهوزحطيكلمنسعفصقرشتثخذض'

type PseudoTag = 'en-XA' | 'ar-XB'

/**
 * Returns the texts of the modal in a language that nobody speaks, to test layouts: `en-XA` is 40 % longer and has accents, `ar-XB` is
 * written from right to left. Placeholders stay.
 *
 * @returns a language with the tag `en`, whose plural forms it has
 */
export function pseudoTexts(tag: PseudoTag): Language {
  const all = Object.values(englishTexts).flatMap((texts) => Object.entries(texts))
  const messages = Object.fromEntries(all.map(([id, message]) => [id, change(tag, message)]))
  return { tag: 'en', dir: tag === 'ar-XB' ? 'rtl' : 'ltr', messages }
}

function change(tag: PseudoTag, message: Message): Message {
  if (typeof message === 'string') return changeText(tag, message)
  const { plural, ...forms } = message
  const changed = Object.entries(forms).map(([form, text]) => [form, changeText(tag, text)])
  return { plural, other: '', ...Object.fromEntries(changed) }
}

function changeText(tag: PseudoTag, text: string): string {
  const letters = tag === 'ar-XB' ? arabic : accents
  const changed = text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/[a-z]/gi, (letter) => letters.charAt(letter.toLowerCase().charCodeAt(0) - 97)),
    )
    .join('')
  return tag === 'ar-XB' ? changed : `${changed} ${pad(text)}`.trim()
}

/** Returns words of 40 % of the length of a text. */
function pad(text: string): string {
  return 'öńé ťẃö ţĥŕéé ƒöúŕ '
    .repeat(20)
    .slice(0, Math.ceil(text.length * 0.4))
    .trim()
}
