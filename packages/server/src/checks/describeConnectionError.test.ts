import { describe, expect, test } from 'vitest'
import { describeConnectionError } from './describeConnectionError.ts'

const error = (fields: object) => Object.assign(new Error('to user:secret@host'), fields)

describe('describeConnectionError', () => {
  test.each([
    [error({ cause: error({ code: 'SELF_SIGNED_CERT_IN_CHAIN' }) }), /^its certificate is not trusted/],
    [error({ code: 'CERT_HAS_EXPIRED' }), /^its certificate has expired/],
    [error({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), /^its certificate is for other host names/],
    [error({ errors: [error({ code: 'ECONNREFUSED' })] }), /^nothing listens there/],
    [new DOMException('', 'TimeoutError'), /^it does not answer in time/],
    // As nodemailer reports them.
    [error({ code: 'ESOCKET', errno: -111 }), process.platform === 'linux' ? /^nothing listens there/ : /./],
    [error({ code: 'ESOCKET', message: 'self-signed certificate' }), /^its certificate is not trusted/],
    [error({ code: 'EAUTH' }), /^it refused the user or the password/],
    [error({ code: 'EODD' }), /^it fails \(EODD\)$/],
    ['text', /^it gives no answer that can be used$/],
  ])('behavior: %s', (given, expected) => {
    expect(describeConnectionError(given)).toMatch(expected)
    expect(describeConnectionError(given)).not.toContain('secret')
  })
})
