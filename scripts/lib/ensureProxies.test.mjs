import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ensureProxies } from './ensureProxies.mjs'

describe('ensureProxies', () => {
  test('behavior: names those that are missing, and asks each for its version in its own way', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-proxies-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const program = (name, argument) => {
      const path = join(folder, name)
      writeFileSync(path, `#!/bin/sh\ntest "$1" = ${argument}\n`)
      chmodSync(path, 0o755)
    }
    const find = () =>
      ensureProxies({
        env: { PATH: folder },
        root: folder,
        say: () => {},
        signal: new AbortController().signal,
        mayInstall: false,
      })
    program('nginx', '-v')
    expect(await find()).toEqual(['caddy'])
    program('caddy', 'version')
    expect(await find()).toEqual([])
  })
})
