import { approveText } from './copy.ts'

/** A piece of text to draw, or (`isMark`) words that stand for characters that nobody can see. */
export type TextPiece = { text: string; isMark: boolean }

// Control, format, surrogate, private-use and unassigned characters, line separators, and letters without a glyph.
const invisible =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]|\u034F|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]|(?! )\p{Zs}/gu
const emoji = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}#*0-9]|\uFE0F)$/u
/** Scripts whose spelling needs joiners: Arabic and related scripts, and those of South and Southeast Asia. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]$/u
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/

/**
 * Splits untrusted text into pieces that can be drawn as they are, and marks for characters that are invisible or change the
 * reading direction: `[hidden character]`. With `isMultiline`, line feeds and tabs are kept.
 */
export function readableText(text: string, { isMultiline = false } = {}): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  let hidden = 0
  for (const { 0: character, index } of text.matchAll(invisible)) {
    if (isMultiline && (character === '\n' || character === '\t')) continue
    if (isSpelling(character, text.slice(Math.max(0, index - 2), index), text.slice(index + 1, index + 3)))
      continue
    if (index > end) pieces.push({ text: text.slice(end, index), isMark: false })
    // One mark stands for all hidden characters in a row: long marks must not push the rest out of view.
    hidden = index === end && pieces.at(-1)?.isMark ? hidden + 1 : 1
    if (hidden > 1) pieces.pop()
    pieces.push({ text: hiddenMark(hidden), isMark: true })
    end = index + character.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMark: false })
  return pieces
}

/** Returns the words that stand for hidden characters. */
export function hiddenMark(count = 1): string {
  return approveText('approve.hidden', { count })
}

/** Finds characters that {@link readableText} marks: `direction` if they change the reading direction, else `invisible`. */
export function findHidden(text: string): 'direction' | 'invisible' | undefined {
  if (directions.test(text)) return 'direction'
  return readableText(text.replaceAll('\r\n', '\n'), { isMultiline: true }).some(({ isMark }) => isMark)
    ? 'invisible'
    : undefined
}

function isSpelling(character: string, before: string, after: string): boolean {
  if (character === '\uFE0F' || character === '\uFE0E') return emoji.test(before)
  if (character === '\u200D' && emoji.test(before) && /^\p{Extended_Pictographic}/u.test(after)) return true
  if (character === '\u200C' || character === '\u200D') return joining.test(before)
  return false
}
