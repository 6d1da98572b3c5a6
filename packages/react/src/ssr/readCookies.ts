import { isServerKey, maxValueLength } from './serverKeys.ts'

/** Control characters, direction marks and other invisible characters. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}]/u

/**
 * Reads the values of {@link isServerKey} from a `Cookie` header or `document.cookie`. Of a name that is set twice the first
 * counts, which browsers send for the longest path. What is malformed is left out.
 */
export function readCookies(header: string): Map<string, string> {
  const values = new Map<string, string>()
  // Servers limit the header to some kilobytes; what is longer was not sent by a browser.
  if (header.length > 65_536) return values
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const key = decode(pair.slice(0, Math.max(at, 0)).trim())
    const value = decode(pair.slice(at + 1).trim())
    if (key === undefined || value === undefined || values.has(key) || !isServerKey(key)) continue
    if (value.length <= maxValueLength && !hidden.test(value)) values.set(key, value)
  }
  return values
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
