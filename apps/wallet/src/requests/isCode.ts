/** More hex digits than a hash has. */
const longHex = /[0-9a-f]{65,}/i
const onlyHex = /^(0x[0-9a-f]{8,}|[0-9a-f]{64,})$/i
const onlyBase64 = /^[\w+/=-]{44,}$/
/** Longer than a hash, an address or a content ID in base58 or base64. */
const longBase64 = /[\w+/=-]{49,}/g
const url = /\b(https?|ipfs):\/\/\S+/gi
const jsonObject = /\{\s*"([^"\\]|\\.)*"\s*:/

/** Whether a text, or a part of it, is written for programs: it can be a hash, a call, an order or a transaction. */
export function isCode(text: string): boolean {
  const bare = text.trim()
  if (longHex.test(bare) || onlyHex.test(bare) || jsonObject.test(bare) || isJson(bare)) return true
  const words = bare.replaceAll(url, '').match(longBase64) ?? []
  return [...words, ...(onlyBase64.test(bare) ? [bare] : [])].some(isMixed)
}

/** Whether a word has digits and letters in both cases, such as bytes in base58 or base64. */
function isMixed(word: string): boolean {
  return /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word)
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
