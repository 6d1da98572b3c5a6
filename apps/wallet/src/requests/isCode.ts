/** More hex digits than a hash has. */
const longHex = /[0-9a-f]{65,}/i
const onlyHex = /^(0x[0-9a-f]{8,}|[0-9a-f]{64,})$/i
/** A long word of digits and letters in both cases, such as bytes in base 64. */
const onlyBase64 = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/=-]{44,}$/

/** Whether a text, or a part of it, is written for programs: it can be a hash, a call, an order or a transaction. */
export function isCode(text: string): boolean {
  const bare = text.trim()
  return longHex.test(bare) || onlyHex.test(bare) || onlyBase64.test(bare) || isJson(bare)
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
