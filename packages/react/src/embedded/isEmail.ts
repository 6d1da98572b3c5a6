/** Returns whether a text looks like an e-mail address. The server decides; this only avoids needless requests. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u.test(text)
}
