/**
 * Leaves out the spaces and marks that some languages have around punctuation and in numbers: `drawText` shows such characters as hidden
 * ones. Joiners, which belong to the spelling of words, stay.
 */
export function withoutHidden(text: string): string {
  return text.replaceAll(/\p{Zs}/gu, ' ').replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '')
}
