import { describe, expect, test } from 'vitest'
import { findPackProblems } from './checkTarballs.mjs'

describe('findPackProblems', () => {
  const files = [
    'LICENSE',
    'README.md',
    'package.json',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/index.js.map',
  ]

  test('behavior: code, types, maps, the licence and the README are all that a tarball holds', () => {
    expect(findPackProblems({ '@portico/siwe': { unpackedSize: 1, files } })).toEqual([])
    const more = ['dist/a.test.js', 'dist/testing/fake.js', 'dist/index.d.ts.map', 'src/index.ts', '.env']
    const packed = { '@portico/siwe': { unpackedSize: 1, files: [...files.slice(1), ...more] } }
    expect(findPackProblems(packed)).toEqual([
      '@portico/siwe lacks LICENSE.',
      ...more.map((file) => `@portico/siwe contains ${file}.`),
    ])
  })

  test('error: a package that is too large, or has no limit', () => {
    expect(findPackProblems({ '@portico/siwe': { unpackedSize: 10_000_000, files } })).toEqual([
      expect.stringMatching(/^@portico\/siwe is 10000000 bytes/),
    ])
    expect(findPackProblems({ '@portico/other': { unpackedSize: 1, files } })).toEqual([
      '@portico/other has no limit in unpackedLimits.json.',
    ])
  })
})
