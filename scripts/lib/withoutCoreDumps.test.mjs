import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { withoutCoreDumps } from './withoutCoreDumps.mjs'

describe('withoutCoreDumps', () => {
  test.skipIf(process.platform === 'win32')(
    'behavior: runs the command with its arguments unchanged and core dumps disabled',
    () => {
      const [file, args] = withoutCoreDumps('/bin/sh', ['-c', 'ulimit -c; echo "$1"', 'sh', "it's $HOME; *"])
      expect(execFileSync(file, args, { encoding: 'utf8' })).toBe("0\nit's $HOME; *\n")
    },
  )

  test('behavior: returns the command itself on a platform without the limit', () => {
    expect(withoutCoreDumps('node', ['server.ts'], 'win32')).toEqual(['node', ['server.ts']])
  })
})
