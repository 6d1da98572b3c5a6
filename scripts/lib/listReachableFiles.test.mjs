import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listReachableFiles } from './listReachableFiles.mjs'

describe('listReachableFiles', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-files-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const exports = {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  }
  const write = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }

  test('behavior: follows imports, lazy imports, files and types, and leaves out the rest', () => {
    write({
      'dist/index.js': `import{a}from"./a.js";import"./effect.js";import('./lazy/b.js');new URL('./f.woff2',import.meta.url);"./no/file";"../src/a.js"`,
      'dist/a.js': '',
      'dist/effect.js': '',
      'dist/lazy/b.js': `export * from '../a.js'`,
      'dist/lazy/b.d.ts': '',
      'dist/f.woff2': '',
      'dist/index.d.ts': `export type { A } from './a.ts'\nexport type B = import("./types.d.ts").B`,
      'dist/a.d.ts': `export type { C } from './view.tsx'`,
      'dist/view.d.ts': '',
      'dist/types.d.ts': '',
      'dist/testing/fake.js': '',
      'dist/a.test.js': '',
      'src/a.js': '',
    })
    expect(listReachableFiles({ folder, exports })).toEqual([
      ...['dist/a.d.ts', 'dist/a.js', 'dist/effect.js', 'dist/f.woff2', 'dist/index.d.ts', 'dist/index.js'],
      ...['dist/lazy/b.js', 'dist/types.d.ts', 'dist/view.d.ts'],
    ])
  })

  test('behavior: every file of a pattern, and the licence beside a font', () => {
    write({
      'dist/index.js': '',
      'dist/index.d.ts': '',
      'dist/chunks/page.js': `new URL("./fonts/f.woff2", import.meta.url)`,
      'dist/chunks/account.js': '',
      'dist/chunks/fonts/f.woff2': '',
      'dist/chunks/fonts/other.woff2': '',
      'dist/chunks/fonts/LICENSE': '',
    })
    expect(listReachableFiles({ folder, exports: { ...exports, './chunks/*': './dist/chunks/*' } })).toEqual([
      ...['dist/chunks/account.js', 'dist/chunks/fonts/LICENSE', 'dist/chunks/fonts/f.woff2'],
      ...['dist/chunks/page.js', 'dist/index.d.ts', 'dist/index.js'],
    ])
  })

  test('error: an entry that was not built', () => {
    write({ 'dist/index.js': '' })
    expect(() => listReachableFiles({ folder, exports })).toThrow(/index\.d\.ts does not exist: run/)
  })
})
