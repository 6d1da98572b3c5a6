import { getSystemErrorName } from 'node:util'

/** What to say about the codes of Node's errors. */
const reasons: readonly (readonly [RegExp, (code: string) => string])[] = [
  [/^CERT_HAS_EXPIRED$/, () => 'its certificate has expired: renew it'],
  [/^CERT_NOT_YET_VALID$/, () => 'its certificate is not valid yet: compare the clocks'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    () => 'its certificate is for other host names: correct the address or the certificate',
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_)/,
    (code) =>
      `its certificate is not trusted on this machine (${code}): have the server send the whole chain, or name the file of its certificate authority in NODE_EXTRA_CA_CERTS`,
  ],
  [
    /^(EPROTO|ERR_SSL_)/,
    (code) => `it does not speak TLS as expected (${code}): compare http:// with https://`,
  ],
  [/^ECONNREFUSED$/, () => 'nothing listens there: start it, or correct the address'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, () => 'its host name has no address: correct it, or set up DNS'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, () => 'there is no route to it'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ESOCKET)$/, () => 'it does not answer: a firewall may be in between'],
  [/^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/, () => 'it closed the connection'],
  [/^EAUTH$/, () => 'it refused the user or the password'],
]

/**
 * Says why a connection to another server failed, and what to do. Never quotes the error's message, which may contain a URL with a
 * password.
 *
 * @example
 * describeConnectionError(error) // 'its certificate has expired: renew it'
 */
export function describeConnectionError(error: unknown): string {
  const codes = codesOf(error)
  for (const code of codes) {
    const reason = reasons.find(([pattern]) => pattern.test(code))
    if (reason) return reason[1](code)
  }
  if (codes.includes('TimeoutError')) return 'it does not answer in time'
  return codes[0] === undefined ? 'it gives no answer that can be used' : `it fails (${codes[0]})`
}

/** Returns the codes of an error, its causes, and the attempts that it sums up. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return []
  const { code, name, cause, errors } = error as {
    code?: unknown
    name?: unknown
    cause?: unknown
    errors?: unknown
  }
  return [
    ...hiddenCodes(error),
    ...(typeof code === 'string' ? [code] : name === 'TimeoutError' ? [name] : []),
    ...codesOf(cause, depth + 1),
    ...(Array.isArray(errors) ? errors.flatMap((each) => codesOf(each, depth + 1)) : []),
  ]
}

/** nodemailer replaces the code of an error by its own, and leaves the number and the message. */
function hiddenCodes(error: object): string[] {
  const { code, errno, message } = error as { code?: unknown; errno?: unknown; message?: unknown }
  if (code !== 'ESOCKET' && code !== 'ETLS' && code !== 'EDNS') return []
  if (code === 'EDNS') return ['ENOTFOUND']
  if (typeof errno === 'number' && errno < 0) return [getSystemErrorName(errno)]
  const text = String(message)
  if (/certificate has expired/.test(text)) return ['CERT_HAS_EXPIRED']
  if (/does not match certificate/.test(text)) return ['ERR_TLS_CERT_ALTNAME_INVALID']
  return /certificate/.test(text) ? ['UNABLE_TO_VERIFY_LEAF_SIGNATURE'] : []
}
