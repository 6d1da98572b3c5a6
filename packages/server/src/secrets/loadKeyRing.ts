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
 * Reads a ring of key-encryption keys: `{ "primary": "<id>", "keys": { "<id>": "<32 bytes, base64url>" } }`, 0600.
 *
 * @param create whether to make one where there is none.
 * @throws {SecretFileError} if it is missing, readable by others, short, or holds one key twice.
 */
export async function loadKeyRing({ file, create }: { file: string; create: boolean }): Promise<KeyRing> {
  const content = await readSecretFile({
    file,
    schema: ringFile,
    ...(create ? { create: async () => withNewKey({ primary: '', keys: {} }) } : {}),
  })
  const keys = new Map(Object.entries(content.keys).map(([id, key]) => [id, Buffer.from(key, 'base64url')]))
  if (!keys.has(content.primary))
    throw new SecretFileError(
      `The key ring ${file} has no key "${content.primary}", which it names as primary.`,
    )
  if (new Set(Object.values(content.keys)).size < keys.size)
    throw new SecretFileError(`The key ring ${file} holds one key under two names: make a new one.`)
  if ([...keys.values()].some((key) => key.every((byte) => byte === key[0])))
    throw new SecretFileError(`The key ring ${file} holds a key that is no random number: make a new one.`)
  return { primary: content.primary, keys }
}

/**
 * Puts a new key into a ring and makes it the primary one; what is wrapped with the others is still read.
 *
 * @param prepare leaves the primary one as it is: for several servers, which all must have a key before one wraps with it.
 */
export async function addKey({
  file,
  prepare = false,
}: {
  file: string
  prepare?: boolean
}): Promise<string> {
  const known = await readSecretFile({ file, schema: ringFile })
  const { primary, keys } = withNewKey(known)
  writeSecretFile({ file, content: { primary: prepare ? known.primary : primary, keys } })
  return primary
}

/**
 * Makes the newest key of a ring the primary one, if it was prepared; adds one otherwise.
 *
 * @returns its id.
 */
export async function changeKey({ file }: { file: string }): Promise<string> {
  const { primary, keys } = await readSecretFile({ file, schema: ringFile })
  const newest = Object.keys(keys).at(-1)
  if (newest === undefined || newest === primary) return addKey({ file })
  writeSecretFile({ file, content: { primary: newest, keys } })
  return newest
}

/**
 * Takes a key out of a ring. Whoever calls it has proven that nothing is wrapped with it any more.
 *
 * @throws {SecretFileError} if it is the primary one, or not there.
 */
export async function removeKey({ file, id }: { file: string; id: string }): Promise<void> {
  const { primary, keys } = await readSecretFile({ file, schema: ringFile })
  if (!Object.hasOwn(keys, id)) throw new SecretFileError(`The key ring ${file} has no key "${id}".`)
  if (primary === id)
    throw new SecretFileError(`"${id}" is the primary key of ${file}: add another one first.`)
  const { [id]: _removed, ...rest } = keys
  writeSecretFile({ file, content: { primary, keys: rest } })
}

/**
 * Whether two rings share a key: then the two servers are one for whoever has it.
 */
export function shareKeys(one: KeyRing, other: KeyRing): boolean {
  const known = new Set([...one.keys.values()].map((key) => Buffer.from(key).toString('hex')))
  return [...other.keys.values()].some((key) => known.has(Buffer.from(key).toString('hex')))
}

function withNewKey({ keys }: z.infer<typeof ringFile>): z.infer<typeof ringFile> {
  const primary = randomBytes(6).toString('hex')
  return { primary, keys: { ...keys, [primary]: randomBytes(32).toString('base64url') } }
}
