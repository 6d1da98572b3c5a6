import type { Check } from './Check.ts'

const signs: Readonly<Record<Check['status'], string>> = {
  ok: '✓',
  warning: '!',
  problem: '✗',
  skipped: '-',
}

/** Writes checks as text for a terminal, with a last line that counts the problems. */
export function writeChecks(checks: readonly Check[]): string {
  const width = Math.max(0, ...checks.map(({ name }) => name.length))
  const lines = checks
    .flatMap(({ name, status, message, remedy }) => [
      `${signs[status]} ${name.padEnd(width)}  ${message}`,
      ...(remedy ? [`  ${' '.repeat(width)}  ${remedy}`] : []),
    ])
    // What a server says is in there, too, and must not control the terminal.
    .map((line) => line.replace(/\p{Cc}/gu, ''))
  const problems = checks.filter(({ status }) => status === 'problem').length
  const sum =
    problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`
  return `${[...lines, '', sum].join('\n')}\n`
}
