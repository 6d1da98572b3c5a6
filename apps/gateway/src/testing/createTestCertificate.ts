import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate and its private key, both PEM. */
export type TestCertificate = { cert: string; key: string }

/**
 * Creates a self-signed certificate for the given names by encoding X.509 in DER: Node cannot create certificates.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 */
export function createTestCertificate({ names }: { names: readonly string[] }): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
  const commonName = Buffer.from('0603550403', 'hex')
  const subject = der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from('test')))))
  const validity = der(0x30, time('20200101000000Z'), time('20990101000000Z'))
  const alternatives = der(0x30, ...names.map((name) => der(0x82, Buffer.from(name))))
  const subjectAltName = Buffer.from('0603551d11', 'hex')
  const extensions = der(0xa3, der(0x30, der(0x30, subjectAltName, der(0x04, alternatives))))
  const body = der(
    0x30,
    der(0xa0, Buffer.from('020102', 'hex')),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const whole = der(0x30, body, ecdsaWithSha256, signature)
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

function time(text: string): Buffer {
  return der(0x18, Buffer.from(text))
}

/** Encodes a DER element: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
