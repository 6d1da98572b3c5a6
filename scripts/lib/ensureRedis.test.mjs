import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureRedis } from './ensureRedis.mjs'

describe('ensureRedis', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-redis-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const program = (name, code) => {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${code}\n`)
    chmodSync(path, 0o755)
    return path
  }
  const find = () =>
    ensureRedis({
      env: { PATH: `/nowhere:${folder}` },
      root: folder,
      say: () => {},
      signal: new AbortController().signal,
      mayInstall: false,
    })

  test('behavior: returns the absolute path of the first server that starts', async () => {
    program('valkey-server', 'exit 1')
    const redis = program('redis-server', 'echo 7')
    expect(await find()).toBe(redis)
  })

  test('error: not installed, and installing is not allowed', async () => {
    expect(await find()).toBeUndefined()
  })
})
