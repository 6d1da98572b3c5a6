/** Returns whether a text has the form of a name, such as `ada.eth`. Whether it exists is another question. */
export function isName(text: string): boolean {
  return /^[^\s.:/@?#]+(\.[^\s.:/@?#]+)+$/.test(text) && text.length <= 255
}
