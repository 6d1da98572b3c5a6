import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'

const pollMs = 50

/**
 * Returns what `build` returns, which is called once for all processes that share the folder: the others wait for its result. A process
 * that fails or is killed leaves the next one to build.
 *
 * @param options.folder exists, and is deleted by whoever created it: a stored result is never outdated.
 * @param options.key names what is built.
 */
export async function buildOnce<Result>({
  folder,
  key,
  build,
}: {
  folder: string
  key: string
  /** The result must be serializable. */
  build: () => Promise<Result>
}): Promise<Result> {
  const path = join(folder, createHash('sha256').update(key).digest('hex'))
  const lock = `${path}.lock`
  for (;;) {
    const stored = await readFile(path).catch(orIf('ENOENT'))
    if (stored) return deserialize(stored) as Result
    if (await isTaken(lock)) {
      await delay(pollMs)
      continue
    }
    try {
      // Another process may have finished before this one has taken the lock.
      const finished = await readFile(path).catch(orIf('ENOENT'))
      if (finished) return deserialize(finished) as Result
      const result = await build()
      await writeFile(`${path}.part`, serialize(result))
      await rename(`${path}.part`, path)
      return result
    } finally {
      await rm(lock, { force: true })
    }
  }
}

/** Takes the lock, unless a running process has it. */
async function isTaken(lock: string): Promise<boolean> {
  const taken = await writeFile(lock, `${process.pid}`, { flag: 'wx' }).then(() => true, orIf('EEXIST'))
  if (taken) return false
  const owner = Number(await readFile(lock, 'utf8').catch(orIf('ENOENT')))
  // Empty for a moment, until its owner has written its number.
  if (owner > 0 && !isRunning(owner)) await rm(lock, { force: true })
  return true
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function orIf(code: string) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
  }
}
