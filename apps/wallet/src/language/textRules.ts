import type { TextGroup } from './language.ts'

/**
 * What a translation needs before it is built into the site. Texts of requests, and those of keys, recovery and logins, need two second
 * readers, because a wrong word there can cost all that the visitor has. Requests are shown in one language as a whole.
 */
export const textRules: Readonly<Record<TextGroup, { readers: number; asWhole: boolean }>> = {
  approve: { readers: 2, asWhole: true },
  login: { readers: 1, asWhole: false },
  manage: { readers: 2, asWhole: false },
}
