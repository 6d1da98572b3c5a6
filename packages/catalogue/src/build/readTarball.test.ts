import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createTarball } from '../testing/createTarball.ts'
import { readTarball } from './readTarball.ts'

describe('readTarball', () => {
  test('behavior: reads the selected files by their path in the package', () => {
    const long = `${'folder/'.repeat(20)}file.txt`
    const picture = randomBytes(1000)
    const tarball = createTarball({
      'package.json': '{}',
      'a/b.txt': 'héllo',
      [long]: 'deep',
      'c.png': picture,
    })
    const files = readTarball({ tarball, filter: (path) => path !== 'package.json' })
    expect([...files.keys()]).toEqual(['a/b.txt', long, 'c.png'])
    expect(files.get('a/b.txt')?.toString('utf8')).toBe('héllo')
    expect(files.get('c.png')?.equals(picture)).toBe(true)
  })

  test('error: throws for a truncated tarball', () => {
    const archive = gunzipSync(createTarball({ 'a.txt': 'x'.repeat(2000) }))
    const tarball = gzipSync(archive.subarray(0, 1024))
    expect(() => readTarball({ tarball, filter: () => true })).toThrow('The tarball is truncated.')
  })
})
