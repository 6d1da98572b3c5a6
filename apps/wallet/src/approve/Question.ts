import type { Description } from '../requests/Description.ts'

/** What the visitor is asked, as plain data: drawn in the frame, or sent to the wallet window. */
export type Question = {
  description: Description
  /** Who asks, as the browser stated it. */
  origin: string
  /** What the page calls itself. */
  claimedName: string | undefined
  /** Why it is asked once more, if it is. */
  notice: string | undefined
  /** Whether the site may be blocked for good: after it was refused a few times. */
  canBlock: boolean
}

export type Decision = 'approved' | 'rejected' | 'blocked'
