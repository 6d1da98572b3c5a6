import { readFileSync, statSync } from 'node:fs'
import { BaseError } from '@portico/protocol'
import type * as z from 'zod/mini'
import { writeAtomically } from './writeAtomically.ts'

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
  write(file, await create(), 'link')
  const written = read(file, schema)
  if (written === undefined) throw unusable(file)
  return written
}

/** Replaces a secrets file atomically. */
export function writeSecretFile({ file, content }: { file: string; content: unknown }): void {
  write(file, content, 'rename')
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

function write(file: string, content: unknown, how: 'link' | 'rename'): void {
  try {
    writeAtomically(file, JSON.stringify(content), how)
  } catch (error) {
    throw unusable(file, error)
  }
}

function unusable(file: string, cause?: unknown): SecretFileError {
  return new SecretFileError(`The secrets file ${file} cannot be used: restore it from a backup.`, {
    cause,
  })
}
