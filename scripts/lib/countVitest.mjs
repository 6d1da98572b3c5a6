/**
 * Counts the tests in a report of vitest's `json` reporter.
 *
 * @param {object} report
 * @returns {{ passed: number, failed: number, skipped: number }} a file that failed to load counts as one failure
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
