import { describe, expect, test } from 'vitest'
import { countPlaywright } from './countPlaywright.mjs'

describe('countPlaywright', () => {
  test('behavior: counts tests and lists the flaky ones, each with its first error', () => {
    const error = {
      message: '\u001b[31mError: not visible\u001b[39m\n\nExpected: 1',
      location: { file: 'connect.spec.ts', line: 7 },
    }
    const results = [{ status: 'failed', error }, { status: 'passed' }]
    const spec = (title, status) => ({
      title,
      tests: [{ status: 'expected' }, { status, results: status === 'flaky' ? results : [] }],
    })
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [
        {
          title: 'connect.spec.ts',
          specs: [spec('opens', 'expected')],
          suites: [{ title: 'a wallet', specs: [spec('connects', 'flaky')] }],
        },
      ],
    }
    expect(countPlaywright(report)).toEqual({
      counts: { passed: 5, failed: 1, skipped: 2 },
      flaky: [
        [
          'connect.spec.ts › a wallet › connects',
          '      Error: not visible',
          '      Expected: 1',
          '      at connect.spec.ts:7',
        ].join('\n'),
      ],
    })
  })
})
