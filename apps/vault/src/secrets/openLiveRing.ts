import { statSync } from 'node:fs'
import { type Log, loadKeyRing } from '@portico/server'
import type { LiveRing } from './createCipher.ts'

const checkIntervalMs = 1000

/**
 * Opens a key ring file and reloads it within a second of a change, so that new values are encrypted under a new key without a
 * restart. If the file cannot be read, the ring stays as it was.
 *
 * @param create whether to create the file if it does not exist.
 * @throws {SecretFileError}
 */
export async function openLiveRing({
  file,
  create,
  log,
}: {
  file: string
  create: boolean
  log?: Log | undefined
}): Promise<LiveRing & { close(): void }> {
  let ring = await loadKeyRing({ file, create, command: 'npm run vault -- keys' })
  let loadedMtimeMs = statSync(file).mtimeMs
  async function reload(): Promise<void> {
    const { mtimeMs } = statSync(file)
    ring = await loadKeyRing({ file, create: false })
    loadedMtimeMs = mtimeMs
  }
  async function follow(): Promise<void> {
    try {
      if (statSync(file).mtimeMs !== loadedMtimeMs) await reload()
    } catch (error) {
      log?.error({ error }, 'key ring not readable')
    }
  }
  const timer = setInterval(follow, checkIntervalMs)
  timer.unref()
  return { current: () => ring, reload, close: () => clearInterval(timer) }
}
