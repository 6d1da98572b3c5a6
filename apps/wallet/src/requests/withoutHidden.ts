/** Leaves out the spaces and marks that some languages have in numbers and times: `drawText` shows such characters as hidden ones. */
export function withoutHidden(text: string): string {
  return text.replaceAll(/\p{Zs}/gu, ' ').replaceAll(/\p{Cf}/gu, '')
}
