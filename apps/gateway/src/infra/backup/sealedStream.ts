/*
 * A stream encrypted with a passphrase: AES-256-GCM (NIST SP 800-38D) with a key derived by scrypt (RFC 7914). Every
 * file has its own random salt and therefore its own key, so the nonce may be all zeros. Layout: a line of text with the
 * format's name, a line of JSON with the salt, the ciphertext, and the 16-byte authentication tag. Decrypted data must
 * not be used before the tag, at the end, has been verified.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { createReadStream, type ReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { promisify } from 'node:util'
import { BaseError } from '@portico/protocol'

const formatName = 'portico gateway backup 1'
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const nonce = Buffer.alloc(12)
const tagLength = 16

async function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return (await promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)(
    passphrase.normalize('NFKC'),
    salt,
    32,
    cost,
  )) as Buffer
}

/** Creates a transform stream that encrypts what is written to it. */
export async function createSeal({ passphrase }: { passphrase: string }): Promise<Transform> {
  const salt = randomBytes(16)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  const header = Buffer.from(`${formatName}\n${JSON.stringify({ salt: salt.toString('base64url') })}\n`)
  // Authenticate the header with the tag.
  cipher.setAAD(header)
  const seal = new Transform({
    transform: (chunk, _encoding, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final())
      done(null, cipher.getAuthTag())
    },
  })
  seal.push(header)
  return seal
}

/**
 * Opens an encrypted file as a stream of decrypted data. The stream fails at its end if the passphrase is wrong or the
 * file was changed.
 *
 * @throws {BaseError} if the file is not a backup.
 */
export async function openSealed({
  file,
  passphrase,
}: {
  file: string
  passphrase: string
}): Promise<Readable> {
  const handle = await open(file, 'r')
  const { size } = statSync(file)
  const head = Buffer.alloc(200)
  const tag = Buffer.alloc(tagLength)
  try {
    await handle.read(head, 0, head.length, 0)
    await handle.read(tag, 0, tagLength, Math.max(0, size - tagLength))
  } finally {
    await handle.close()
  }
  const [line, json] = head.toString('latin1').split('\n')
  if (line !== formatName || json === undefined)
    throw new BaseError(`${file} is not a backup of a Portico gateway.`)
  const length = line.length + json.length + 2
  const salt = Buffer.from(String(JSON.parse(json).salt), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  decipher.setAAD(head.subarray(0, length))
  decipher.setAuthTag(tag)
  const sealed: ReadStream = createReadStream(file, {
    start: length,
    end: Math.max(length, size - tagLength) - 1,
  })
  const opened = new Transform({
    transform: (chunk, _encoding, done) => done(null, decipher.update(chunk)),
    flush(done) {
      try {
        done(null, decipher.final())
      } catch (cause) {
        done(wrongPassphrase(file, cause))
      }
    },
  })
  sealed.on('error', (error) => opened.destroy(error))
  return sealed.pipe(opened)
}

/** Creates the error for a wrong passphrase or a damaged file: the two cannot be distinguished. */
export function wrongPassphrase(file: string, cause?: unknown): BaseError {
  return new BaseError(`Cannot decrypt ${file}: the passphrase is wrong, or the file is damaged.`, { cause })
}
