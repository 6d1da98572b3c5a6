import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { KeyRing } from './KeyRing.ts'
import { readSecretFile, SecretFileError, writeSecretFile } from './readSecretFile.ts'

const keyId = z.string().check(z.regex(/^[\w-]{1,40}$/))
const ringFile = z.object({
  primary: keyId,
  keys: z.record(keyId, z.string().check(z.regex(/^[\w-]{43}$/))),
})

/**
 * Reads a key ring from a file of mode 0600: `{ "primary": "<id>", "keys": { "<id>": "<32 bytes, base64url>" } }`.
 *
 * @param create whether to create the file with one key if it does not exist.
 * @param command the operator's command that creates the file, for messages.
 * @throws {SecretFileError} if the file is missing, readable by others or invalid, or contains a key twice.
 */
export async function loadKeyRing({
  file,
  create,
  command,
}: {
  file: string
  create: boolean
  command?: string | undefined
}): Promise<KeyRing> {
  const content = await readSecretFile({
    file,
    command,
    schema: ringFile,
    ...(create ? { create: async () => withNewKey({ primary: '', keys: {} }) } : {}),
  })
  const keys = new Map(Object.entries(content.keys).map(([id, key]) => [id, Buffer.from(key, 'base64url')]))
  if (!keys.has(content.primary))
    throw new SecretFileError(
      `The key ring ${file} has no key "${content.primary}", which it declares as primary.`,
    )
  if (new Set(Object.values(content.keys)).size < keys.size)
    throw new SecretFileError(`The key ring ${file} contains the same key twice: replace one of them.`)
  if ([...keys.values()].some((key) => key.every((byte) => byte === key[0])))
    throw new SecretFileError(`The key ring ${file} contains a key that is not random: replace it.`)
  return { primary: content.primary, keys }
}

/**
 * Adds a new key to a ring and makes it primary. Returns its ID. The other keys still decrypt older values.
 *
 * @param prepare leaves the primary key unchanged. Use it with several servers: all must have a key before one encrypts
 * with it.
 */
export async function addKey({
  file,
  prepare = false,
}: {
  file: string
  prepare?: boolean
}): Promise<string> {
  const content = await readSecretFile({ file, schema: ringFile })
  const { primary, keys } = withNewKey(content)
  writeSecretFile({ file, content: { primary: prepare ? content.primary : primary, keys } })
  return primary
}

/**
 * Makes the newest key primary if it was only prepared, else adds a new primary key. Returns the ID of the primary key.
 */
export async function changeKey({ file }: { file: string }): Promise<string> {
  const { primary, keys } = await readSecretFile({ file, schema: ringFile })
  const newest = Object.keys(keys).at(-1)
  if (newest === undefined || newest === primary) return addKey({ file })
  writeSecretFile({ file, content: { primary: newest, keys } })
  return newest
}

/**
 * Removes a key from a ring. The caller must have checked that no value is encrypted under it any more.
 *
 * @throws {SecretFileError} if it is the primary key or not in the ring.
 */
export async function removeKey({ file, id }: { file: string; id: string }): Promise<void> {
  const { primary, keys } = await readSecretFile({ file, schema: ringFile })
  if (!Object.hasOwn(keys, id)) throw new SecretFileError(`The key ring ${file} has no key "${id}".`)
  if (primary === id)
    throw new SecretFileError(`"${id}" is the primary key of ${file}: add another one first.`)
  const { [id]: _removed, ...rest } = keys
  writeSecretFile({ file, content: { primary, keys: rest } })
}

/** Returns whether two rings have a key in common. Rings of different servers must not: one leaked key would open both. */
export function shareKeys(one: KeyRing, other: KeyRing): boolean {
  const own = new Set([...one.keys.values()].map((key) => Buffer.from(key).toString('hex')))
  return [...other.keys.values()].some((key) => own.has(Buffer.from(key).toString('hex')))
}

function withNewKey({ keys }: z.infer<typeof ringFile>): z.infer<typeof ringFile> {
  const primary = randomBytes(6).toString('hex')
  return { primary, keys: { ...keys, [primary]: randomBytes(32).toString('base64url') } }
}
