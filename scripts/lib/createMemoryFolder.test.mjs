import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryFolder } from './createMemoryFolder.mjs'

const file = pathToFileURL(join(import.meta.dirname, 'createMemoryFolder.mjs')).href

describe('createMemoryFolder', () => {
  let parent
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'portico-memory-'))
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  test('behavior: the folder can be written to, and is removed when the process exits', () => {
    const code = `
      import { writeFileSync } from 'node:fs'
      import { createMemoryFolder } from '${file}'
      const folder = createMemoryFolder({ parent: '${parent}', free: 0, memory: 0 })
      writeFileSync(folder + '/database', '')
      process.stdout.write(folder)`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      encoding: 'utf8',
    })
    expect(stdout).toContain(join(parent, 'portico-'))
    expect(existsSync(stdout)).toBe(false)
  })

  test.each([
    ['too few free bytes', { free: Number.MAX_SAFE_INTEGER, memory: 0 }],
    ['too little memory', { free: 0, memory: Number.MAX_SAFE_INTEGER }],
  ])('error: %s', (_name, limits) => {
    expect(createMemoryFolder({ parent, ...limits })).toBeUndefined()
    expect(readdirSync(parent)).toEqual([])
  })

  test('error: no such file system', () => {
    const none = join(parent, 'file')
    writeFileSync(none, '')
    expect(createMemoryFolder({ parent: none, free: 0, memory: 0 })).toBeUndefined()
    expect(createMemoryFolder({ parent: join(parent, 'none'), free: 0, memory: 0 })).toBeUndefined()
  })
})
