// The backup file: what a wallet holds, encrypted with a password alone, so that it opens without any server.
//
//   key    = Argon2id(password in NFKC, salt, memory, passes, one lane)          RFC 9106
//   sealed = AES-256-GCM(key, the content of the wallet, aad = every other field of the file)
//
// Argon2id in JavaScript takes some seconds, which is acceptable for a file that is rarely used, and the Content Security
// Policy need not allow WebAssembly.
import { argon2idAsync } from '@noble/hashes/argon2.js'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import { encodeFields } from './encodeFields.ts'
import { openSeal, seal } from './sealing.ts'
import { decodeVaultContent, encodeVaultContent, type VaultContent } from './vaultContent.ts'

/** Cost of Argon2id: memory in KiB, and the number of passes. */
export type BackupCost = { memory: number; passes: number }

const defaultCost: BackupCost = { memory: 128 * 1024, passes: 4 }
const passwordLength = 12

const backupFile = z.strictObject({
  format: z.literal('portico-wallet-backup'),
  version: z.literal(1),
  walletId: z.string().check(z.maxLength(64)),
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  kdf: z.strictObject({
    name: z.literal('argon2id'),
    // Bounds, so that a crafted file cannot freeze the page.
    memory: z.int().check(z.minimum(8), z.maximum(1024 * 1024)),
    passes: z.int().check(z.minimum(1), z.maximum(16)),
    salt: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
  }),
  sealed: z.string().check(z.regex(/^[A-Za-z0-9_-]{60,200}$/)),
})
type BackupFile = z.infer<typeof backupFile>

/**
 * Creates the text of a backup file.
 *
 * @param cost of the password hash; 128 MiB and four passes by default
 * @throws {RangeError} when the password has fewer than twelve characters
 * @example
 * const text = await writeBackup({ walletId, address, content, password })
 */
export async function writeBackup({
  walletId,
  address,
  content,
  password,
  cost = defaultCost,
}: {
  walletId: string
  address: string
  content: VaultContent
  password: string
  cost?: BackupCost | undefined
}): Promise<string> {
  if ([...password].length < passwordLength)
    throw new RangeError(`A backup needs a password of at least ${passwordLength} characters.`)
  const salt = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(16)))
  const open: Omit<BackupFile, 'sealed'> = {
    format: 'portico-wallet-backup',
    version: 1,
    walletId,
    address,
    kdf: { name: 'argon2id', ...cost, salt },
  }
  const sealed = await seal(await passwordKey(password, open), encodeVaultContent(content), fileData(open))
  return `${JSON.stringify({ ...open, sealed: base64urlnopad.encode(sealed) }, null, 2)}\n`
}

/**
 * Decrypts a backup file. Needs no server.
 *
 * @throws {BackupUnreadableError} when the text is not a backup file of this version
 * @throws {SealBrokenError} when the password is wrong, or the file was changed
 */
export async function openBackup({
  text,
  password,
}: {
  text: string
  password: string
}): Promise<{ content: VaultContent; walletId: string; address: string }> {
  const { sealed, ...open } = parse(text)
  const bytes = base64urlnopad.decode(sealed) as Uint8Array<ArrayBuffer>
  const content = await openSeal(await passwordKey(password, open), bytes, fileData(open))
  return { content: decodeVaultContent(content), walletId: open.walletId, address: open.address }
}

/** The text is not a backup file. */
export class BackupUnreadableError extends Error {
  override name = 'BackupUnreadableError'
  constructor(options?: ErrorOptions) {
    super(
      'This is not a wallet backup file, or its version is not supported: choose the file that you saved.',
      options,
    )
  }
}

function parse(text: string): BackupFile {
  try {
    const file = backupFile.parse(JSON.parse(text))
    base64urlnopad.decode(file.sealed)
    return file
  } catch (cause) {
    throw new BackupUnreadableError({ cause })
  }
}

async function passwordKey(password: string, { kdf }: Omit<BackupFile, 'sealed'>): Promise<CryptoKey> {
  const key = await argon2idAsync(password.normalize('NFKC'), base64urlnopad.decode(kdf.salt), {
    m: kdf.memory,
    t: kdf.passes,
    p: 1,
    dkLen: 32,
  })
  return crypto.subtle.importKey('raw', key as Uint8Array<ArrayBuffer>, 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
}

function fileData({ version, walletId, address, kdf }: Omit<BackupFile, 'sealed'>) {
  return encodeFields('backup', version, walletId, address, kdf.name, kdf.memory, kdf.passes, kdf.salt)
}
