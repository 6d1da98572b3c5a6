import { domainToASCII } from 'node:url'

const maxBytes = 254
const maxLocalBytes = 64

/**
 * Normalizes an e-mail address for storage and comparison: the domain in lower case with internationalized labels as
 * A-labels (RFC 5890), the local part unchanged except for Unicode normalization (NFC), as only its mail server
 * decides whether `Ada` and `ada` are the same mailbox.
 *
 * Returns `undefined` if it is not a valid address, or could inject something into a mail server's commands.
 * @example
 * normalizeEmail(' Ada@Bücher.Example ') // 'Ada@xn--bcher-kva.example'
 */
export function normalizeEmail(input: string): string | undefined {
  const text = input.trim().normalize('NFC')
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(0, at))
  const domain = readDomain(text.slice(at + 1))
  if (domain === undefined || !isLocalPart(local)) return undefined
  const email = `${local}@${domain}`
  return Buffer.byteLength(email) <= maxBytes ? email : undefined
}

/** Accepts a dot-atom (RFC 5322, 3.2.3) with letters of all scripts (RFC 6531), but no quoted string. */
function isLocalPart(local: string): boolean {
  if (local === '' || Buffer.byteLength(local) > maxLocalBytes) return false
  return local.split('.').every((atom) => /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom))
}

function readDomain(text: string): string | undefined {
  // Check before `domainToASCII`, which decodes percent signs and converts numbers to IP addresses.
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(text)) return undefined
  const domain = domainToASCII(text).toLowerCase()
  const labels = domain.split('.')
  if (domain.length > 253 || labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return undefined
  return labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) ? domain : undefined
}
