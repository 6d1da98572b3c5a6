/** Whether a text can be an address mail is sent to. The server decides; this spares the way there. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u.test(text)
}
