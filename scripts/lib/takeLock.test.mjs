import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { takeLock } from './takeLock.mjs'

describe('takeLock', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('behavior: returns the process that has the lock, and is free after release', () => {
    const path = join(folder, 'deep', 'part.lock')
    const first = takeLock(path)
    expect(first.holder).toBeUndefined()
    expect(takeLock(path).holder).toBe(process.pid)
    first.release()
    expect(takeLock(path).holder).toBeUndefined()
    expect(readdirSync(join(folder, 'deep'))).toEqual(['part.lock'])
  })

  test('behavior: the lock of a process that has ended is free', async () => {
    const path = join(folder, 'part.lock')
    const child = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'takeLock.mjs'))}
       takeLock(${JSON.stringify(path)})
       process.kill(process.pid, 'SIGKILL')`,
    ])
    await once(child, 'exit')
    expect(existsSync(path)).toBe(true)
    expect(takeLock(path).holder).toBeUndefined()
  })

  test('behavior: a process with the reused id of the holder does not have the lock', () => {
    const path = join(folder, 'part.lock')
    takeLock(path)
    const lock = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...lock, startedAt: `${lock.startedAt}0` }))
    expect(takeLock(path).holder).toBeUndefined()
  })

  test('behavior: replaces a file that is not a lock', () => {
    const path = join(folder, 'part.lock')
    writeFileSync(path, '')
    expect(takeLock(path).holder).toBeUndefined()
  })
})
