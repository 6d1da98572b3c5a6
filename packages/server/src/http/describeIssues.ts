import type { $ZodError, $ZodIssue } from 'zod/v4/core'
import en from 'zod/v4/locales/en.js'

/** Words for what a schema refused; pass it as `error` to `safeParse`. `zod/mini` brings none of its own. */
export const { localeError: errorWords } = en()

/** What a schema refused, with places as JSON pointers (RFC 6901). */
export function describeIssues(error: $ZodError): { pointer: string; detail: string }[] {
  return error.issues.map((issue) => ({
    pointer: issue.path
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join(''),
    detail: describeIssue(issue),
  }))
}

/** One issue in words; of a key that is refused, why. */
export function describeIssue(issue: $ZodIssue): string {
  return (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message
}
