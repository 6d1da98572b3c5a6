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

  test('behavior: names the process that has it, and is free after release', () => {
    const path = join(folder, 'deep', 'part.lock')
    const first = takeLock(path)
    expect(first.holder).toBeUndefined()
    expect(takeLock(path).holder).toBe(process.pid)
    first.release()
    expect(takeLock(path).holder).toBeUndefined()
    expect(readdirSync(join(folder, 'deep'))).toEqual(['part.lock'])
  })

  test('behavior: a lock of a process that is gone is free', async () => {
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

  test('behavior: a process that was given the number of the holder does not hold it', () => {
    const path = join(folder, 'part.lock')
    takeLock(path)
    const lock = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...lock, began: `${lock.began}0` }))
    expect(takeLock(path).holder).toBeUndefined()
  })

  test('behavior: a file that is no lock is replaced', () => {
    const path = join(folder, 'part.lock')
    writeFileSync(path, '')
    expect(takeLock(path).holder).toBeUndefined()
  })
})
