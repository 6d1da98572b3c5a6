import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { BaseError } from '@portico/protocol'
import type * as z from 'zod/mini'

/** Thrown when a file of secrets cannot be used; the sentence says what to do. */
export class SecretFileError extends BaseError {
  override name = 'SecretFileError'
  static override code = 'secret-file-unusable'
}

/**
 * Reads a JSON file of secrets. Only its owner may read it.
 *
 * @param create what to write on a first start; without it the file must be there.
 * @throws {SecretFileError} if it is missing, readable by others, or not what it should be.
 * @example
 * const secrets = await readSecretFile({ file, schema, create: async () => ({ audit: randomBytes(32).toString('base64url') }) })
 */
export async function readSecretFile<Schema extends z.ZodMiniType>({
  file,
  schema,
  create,
}: {
  file: string
  schema: Schema
  create?: (() => Promise<z.output<Schema>>) | undefined
}): Promise<z.output<Schema>> {
  const known = read(file, schema)
  if (known !== undefined) return known
  if (!create)
    throw new SecretFileError(
      `The file of secrets ${file} is not there: restore it, or copy it from another server.`,
    )
  place(file, JSON.stringify(await create()), 'link')
  const written = read(file, schema)
  if (written === undefined) throw unusable(file)
  return written
}

/** Replaces a file of secrets, whole or not at all. */
export function writeSecretFile({ file, content }: { file: string; content: unknown }): void {
  place(file, JSON.stringify(content), 'rename')
}

function read<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> | undefined {
  let text: string
  try {
    // What others on the machine can read is no secret. Windows has no such bits.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new SecretFileError(`The file of secrets ${file} can be read by others: chmod 600 it.`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error instanceof SecretFileError ? error : unusable(file, error)
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    // Without the reason: it may quote the file.
    throw unusable(file)
  }
}

/**
 * Whole and on the disk before it gets its name, so that no crash leaves half a file; a link refuses to replace the file
 * of a second process that was faster.
 */
function place(file: string, text: string, how: 'link' | 'rename'): void {
  const draft = `${file}.${randomUUID()}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const handle = openSync(draft, 'wx', 0o600)
    writeSync(handle, text)
    fsyncSync(handle)
    closeSync(handle)
    try {
      if (how === 'link') linkSync(draft, file)
      else renameSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  } catch (error) {
    throw unusable(file, error)
  }
}

function unusable(file: string, cause?: unknown): SecretFileError {
  return new SecretFileError(`The file of secrets ${file} cannot be used: restore it from a backup.`, {
    cause,
  })
}
