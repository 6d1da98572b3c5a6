import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isInstalled } from './isInstalled.mjs'

const entry = (version, more = {}) => ({ version, integrity: `sha512-${version}`, ...more })
const locked = {
  '': {},
  'apps/server': { dependencies: { web: '1' } },
  'node_modules/web': entry('1'),
  'node_modules/tester': entry('1', { dev: true }),
  'node_modules/other-platform': entry('1', { optional: true }),
}

describe('isInstalled', () => {
  let root
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'portico-installed-'))
    mkdirSync(join(root, 'node_modules'))
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const install = (packages) =>
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))

  test('behavior: everything, except packages for other platforms', () => {
    expect(isInstalled({ root })).toBe(false)
    install({ 'node_modules/web': entry('1'), 'node_modules/tester': entry('1') })
    expect(isInstalled({ root })).toBe(true)
  })

  test('param: workspaces need no development dependencies, but the locked versions', () => {
    const workspaces = ['apps/server']
    install({ 'node_modules/web': entry('1') })
    expect(isInstalled({ root })).toBe(false)
    expect(isInstalled({ root, workspaces })).toBe(true)
    install({ 'node_modules/web': entry('2') })
    expect(isInstalled({ root, workspaces })).toBe(false)
  })
})
