/** The result of one check. */
export type Check = {
  /** What was checked, such as `gateway` or `package viem`. */
  name: string
  /**
   * `ok`; `problem`: something does not work; `warning`: it works, but costs something; `skipped`: it could not be
   * checked, and `message` says what is missing.
   */
  status: 'ok' | 'warning' | 'problem' | 'skipped'
  /** One sentence. */
  message: string
  /** What to do, as a sentence. */
  remedy?: string
}
