/**
 * Counts the tests in a report of Playwright's `json` reporter.
 *
 * @param {object} report
 * @returns {{ counts: { passed: number, failed: number, skipped: number }, flaky: string[] }} a test that passed only
 * on a retry counts as passed and is listed in `flaky`
 */
export function countPlaywright({ stats, suites }) {
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    flaky: suites.flatMap((suite) => flakyIn(suite, [])),
  }
}

function flakyIn({ title, specs = [], suites = [] }, parents) {
  const path = [...parents, title].filter(Boolean)
  return [
    ...specs
      .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => [...path, spec.title].join(' › ')),
    ...suites.flatMap((suite) => flakyIn(suite, path)),
  ]
}
