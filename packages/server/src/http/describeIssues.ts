import type { $ZodError, $ZodIssue } from 'zod/v4/core'
import en from 'zod/v4/locales/en.js'

/** English messages for zod issues; pass it as `error` to `safeParse`. `zod/mini` has no messages of its own. */
export const { localeError: errorWords } = en()

/** Returns the issues of a failed parse with JSON pointers (RFC 6901) to the invalid fields. */
export function describeIssues(error: $ZodError): { pointer: string; detail: string }[] {
  return error.issues.map((issue) => ({
    pointer: issue.path
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join(''),
    detail: describeIssue(issue),
  }))
}

/** Returns the message of an issue. For an invalid record key, it says why the key is invalid. */
export function describeIssue(issue: $ZodIssue): string {
  return (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message
}
