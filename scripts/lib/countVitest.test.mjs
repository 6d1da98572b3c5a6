import { describe, expect, test } from 'vitest'
import { countVitest } from './countVitest.mjs'

describe('countVitest', () => {
  test('behavior: counts tests, and a file that failed to load as one failure', () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    }
    expect(countVitest(report)).toEqual({ passed: 7, failed: 2, skipped: 3 })
  })
})
