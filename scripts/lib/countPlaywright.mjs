import { stripVTControlCharacters } from 'node:util'

/**
 * Counts the tests in a report of Playwright's `json` reporter.
 *
 * @param {object} report
 * @returns {{ counts: { passed: number, failed: number, skipped: number }, flaky: string[] }} a test that passed only
 * on a retry counts as passed and is listed in `flaky`, with the error of its first run
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
    ...specs.flatMap((spec) => {
      const test = spec.tests.find(({ status }) => status === 'flaky')
      return test ? [[...path, spec.title].join(' › ') + errorOf(test)] : []
    }),
    ...suites.flatMap((suite) => flakyIn(suite, path)),
  ]
}

/** Returns the first lines of a test's first error, and where it was thrown. */
function errorOf({ results = [] }) {
  const error = results.find((result) => result.error)?.error
  if (!error) return ''
  const { message = '', location } = error
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, 20)
  const place = location ? [`at ${location.file}:${location.line}`] : []
  return [...lines, ...place].map((line) => `\n      ${line}`).join('')
}
