import { statSync } from 'node:fs'
import { type Log, loadKeyRing } from '@portico/server'
import type { LiveRing } from './createCipher.ts'

const lookEvery = 1000

/**
 * Opens the key ring of a file and follows it: a second after a key was added, everything new is sealed under it. A file
 * that cannot be read leaves the ring as it was.
 *
 * @param create whether to make one where there is none.
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
  let ring = await loadKeyRing({ file, create })
  let seen = statSync(file).mtimeMs
  async function reload(): Promise<void> {
    const { mtimeMs } = statSync(file)
    ring = await loadKeyRing({ file, create: false })
    seen = mtimeMs
  }
  async function follow(): Promise<void> {
    try {
      if (statSync(file).mtimeMs !== seen) await reload()
    } catch (error) {
      log?.error({ error }, 'the key ring cannot be read')
    }
  }
  const timer = setInterval(follow, lookEvery)
  timer.unref()
  return { current: () => ring, reload, close: () => clearInterval(timer) }
}
