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

/** Thrown when a secrets file cannot be used. The message says what to do about it. */
export class SecretFileError extends BaseError {
  override name = 'SecretFileError'
  static override code = 'secret-file-unusable'
}

/**
 * Reads and validates a JSON file of secrets, which must not be readable by others (mode 0600).
 *
 * @param create returns the content for a new file. Without it, the file must exist.
 * @throws {SecretFileError} if the file is missing, readable by others or invalid.
 * @example
 * const secrets = await readSecretFile({ file, schema, create: async () => ({ audit: randomBytes(32).toString('base64url') }) })
 */
export async function readSecretFile<Schema extends z.ZodMiniType>({
  file,
  schema,
  create,
  command,
}: {
  file: string
  schema: Schema
  create?: (() => Promise<z.output<Schema>>) | undefined
  /** The operator's command that creates the file, for messages. */
  command?: string | undefined
}): Promise<z.output<Schema>> {
  const existing = read(file, schema)
  if (existing !== undefined) return existing
  if (!create)
    throw new SecretFileError(
      `The secrets file ${file} does not exist: restore it, or copy it from another server${command === undefined ? '' : `. The first server creates it with \`${command}\``}.`,
    )
  writeAtomically(file, JSON.stringify(await create()), 'link')
  const written = read(file, schema)
  if (written === undefined) throw unusable(file)
  return written
}

/** Replaces a secrets file atomically. */
export function writeSecretFile({ file, content }: { file: string; content: unknown }): void {
  writeAtomically(file, JSON.stringify(content), 'rename')
}

function read<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> | undefined {
  let text: string
  try {
    // Windows has no mode bits.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new SecretFileError(`The secrets file ${file} can be read by others: run chmod 600 on it.`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error instanceof SecretFileError ? error : unusable(file, error)
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    // Leave out the cause: it may quote the file.
    throw unusable(file)
  }
}

/**
 * Writes a draft, flushes it to disk and then gives it its name, so a crash never leaves a partial file. With `link`, an
 * existing file of another process is kept; with `rename`, it is replaced.
 */
function writeAtomically(file: string, text: string, how: 'link' | 'rename'): void {
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
  return new SecretFileError(`The secrets file ${file} cannot be used: restore it from a backup.`, {
    cause,
  })
}
