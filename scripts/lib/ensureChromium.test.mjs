import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureChromium } from './ensureChromium.mjs'

describe('ensureChromium', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-chromium-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const program = (name, code) => {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${code}\n`)
    chmodSync(path, 0o755)
    return path
  }
  const find = (env) =>
    ensureChromium({
      env,
      node: process.execPath,
      root: folder,
      say: () => {},
      signal: new AbortController().signal,
    })

  test('behavior: returns the absolute path of the first browser that starts', async () => {
    program('chromium', 'exit 1')
    const chrome = program('google-chrome', 'echo 1.0')
    expect(await find({ PATH: `/nowhere:${folder}` })).toBe(chrome)
  })

  test('behavior: prefers the headless shell', async () => {
    program('chromium', 'echo 1.0')
    const shell = program('chromium-headless-shell', 'echo 1.0')
    expect(await find({ PATH: folder })).toBe(shell)
  })

  test('param: CHROME_PATH takes precedence', async () => {
    program('chromium', 'echo 1.0')
    const own = program('own', 'echo 2.0')
    expect(await find({ PATH: folder, CHROME_PATH: own })).toBe(own)
  })

  test('error: CHROME_PATH does not start', async () => {
    const path = program('own', 'exit 1')
    await expect(find({ PATH: folder, CHROME_PATH: path })).rejects.toThrow(
      `CHROME_PATH is ${path}, which does not start as a browser: correct or unset it.`,
    )
  })
})
