import type { LanguageTag } from '@portico/i18n'
import type { Description } from './Description.ts'
import type { ChosenLimits } from './Limits.ts'

/** A question to the visitor, as plain data: drawn in the frame, or sent to the wallet window. */
export type Question = {
  description: Description
  /** Origin of the host page, as reported by the browser. */
  origin: string
  /** Name that the page claims for itself. */
  claimedName: string | undefined
  /** Why the question is shown again, if it is. */
  notice: string | undefined
  /** Whether to offer blocking the site; after a few rejections. */
  canBlock: boolean
  /** Light or dark, if the host page's theme says so: the wallet window follows it. */
  theme?: 'light' | 'dark' | undefined
  /** The language that the description is in: the wallet window shows its own texts in it, too. */
  language?: LanguageTag | undefined
}

/**
 * With limits, the visitor has approved those. `approved-1` and `approved-2` approve with the second and the third of several ways to pay.
 */
export type Decision =
  | 'approved'
  | 'approved-1'
  | 'approved-2'
  | 'rejected'
  | 'blocked'
  | { approved: ChosenLimits }
