import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unifiedDiff } from './unifiedDiff.ts'

const numbers = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`)

describe('unifiedDiff', () => {
  test('behavior: writes changes with three lines of context', () => {
    const after = [...numbers]
    after[9] = 'changed\n'
    after.splice(18, 1)
    expect(
      unifiedDiff({ file: 'a.txt', before: numbers.join(''), after: after.join('') }),
    ).toMatchInlineSnapshot(`
      "--- a/a.txt
      +++ b/a.txt
      @@ -7,7 +7,7 @@
       line 7
       line 8
       line 9
      -line 10
      +changed
       line 11
       line 12
       line 13
      @@ -16,5 +16,4 @@
       line 16
       line 17
       line 18
      -line 19
       line 20
      "
    `)
  })

  test('behavior: equal texts have no difference', () => {
    expect(unifiedDiff({ file: 'a', before: 'x', after: 'x' })).toBe('')
  })

  test('behavior: git applies it, whatever the texts are', { timeout: 30_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-diff-'))
    const line = fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'end')
    const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join(''))
    try {
      fc.assert(
        fc.property(text, text, (before, after) => {
          // `git apply` has its own syntax for files that are created or deleted.
          fc.pre(before !== after && before !== '' && after !== '')
          writeFileSync(join(folder, 'file.txt'), before)
          execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
            cwd: folder,
            input: unifiedDiff({ file: 'file.txt', before, after }),
            env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
          })
          expect(readFileSync(join(folder, 'file.txt'), 'utf8')).toBe(after)
        }),
        { numRuns: 20 },
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
