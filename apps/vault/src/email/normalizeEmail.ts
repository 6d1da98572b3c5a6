import { domainToASCII } from 'node:url'

const maxBytes = 254
const maxLocalBytes = 64

/**
 * An e-mail address in the one form we keep and compare: the domain in lower case with internationalised labels as
 * A-labels (RFC 5890), the local part as it was typed but for Unicode's composition (NFC), since only its own server
 * knows whether `Ada` and `ada` are one mailbox.
 *
 * @returns `undefined` for what is no address, or one that could say more to a mail server than where to deliver.
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

/** A dot-atom (RFC 5322, 3.2.3) with letters of all scripts (RFC 6531); quoted forms are refused. */
function isLocalPart(local: string): boolean {
  if (local === '' || Buffer.byteLength(local) > maxLocalBytes) return false
  return local.split('.').every((atom) => /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom))
}

function readDomain(text: string): string | undefined {
  // The conversion would decode percent signs and read numbers as an address.
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(text)) return undefined
  const domain = domainToASCII(text).toLowerCase()
  const labels = domain.split('.')
  if (domain.length > 253 || labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return undefined
  return labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) ? domain : undefined
}
