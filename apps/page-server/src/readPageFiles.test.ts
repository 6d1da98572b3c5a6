import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { toPageFile } from './pageFile.ts'
import { readPageFiles } from './readPageFiles.ts'
import { writePageFiles } from './writePageFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-page-files-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('readPageFiles', () => {
  test('default: returns the files that were written, compressed where they were', async () => {
    const files = new Map([
      ['/', toPageFile('.html', '<p>Hello</p>')],
      ['/assets/page-1.js', toPageFile('.js', 'go()')],
      ['/assets/inter-1.woff2', toPageFile('.woff2', new Uint8Array([1, 2, 3]))],
    ])
    await writePageFiles(folder, files)
    expect(await readPageFiles(folder)).toEqual(files)
  })
})
