import { describe, expect, test } from 'vitest'
import { countPlaywright } from './countPlaywright.mjs'

describe('countPlaywright', () => {
  test('behavior: counts tests and lists the flaky ones', () => {
    const spec = (title, status) => ({ title, tests: [{ status: 'expected' }, { status }] })
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
      flaky: ['connect.spec.ts › a wallet › connects'],
    })
  })
})
