import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { withoutCores } from './withoutCores.mjs'

describe('withoutCores', () => {
  test.skipIf(process.platform === 'win32')(
    'behavior: the same process, arguments as they are, no core files',
    () => {
      const [file, args] = withoutCores('/bin/sh', ['-c', 'ulimit -c; echo "$1"', 'sh', "it's $HOME; *"])
      expect(execFileSync(file, args, { encoding: 'utf8' })).toBe("0\nit's $HOME; *\n")
    },
  )

  test('behavior: where there is no such limit, the command itself', () => {
    expect(withoutCores('node', ['server.ts'], 'win32')).toEqual(['node', ['server.ts']])
  })
})
