/** The options of a {@link BaseError}. */
export type BaseErrorOptions = {
  /** The error that caused this one. */
  cause?: unknown
  /** Overrides the `code` of the class, for an error received from another process. */
  code?: string | undefined
  /** Details of this occurrence. Sent along when the error is sent to another process. */
  details?: string | undefined
  /** A path of the handbook that the message names. Default: the page of the code, which the message does not name. */
  docsPath?: string | undefined
  /** Facts to append to the message, one per line. */
  metaMessages?: readonly string[] | undefined
  /** Whether the message has nothing appended, because applications compare it. The facts stay in their fields. */
  isExact?: boolean | undefined
}

/**
 * The base class of all errors that Portico throws. `message` is for developers, `code` for programs. The text shown
 * to visitors is looked up by `code`.
 *
 * @example
 * import { BaseError } from '@portico/protocol'
 * class ChainNotSupportedError extends BaseError {
 *   override name = 'ChainNotSupportedError'
 *   static override code = 'chain-not-supported'
 *   constructor({ network }: { network: string }) {
 *     super('Chain is not supported.', { metaMessages: [`Network: ${network}`] })
 *   }
 * }
 */
export class BaseError extends Error {
  override name = 'BaseError'
  /** The code of the class, in kebab case. It does not change between versions. */
  static code = 'unknown'

  /** The error code, in kebab case, for programs. */
  readonly code: string
  /** The first line of `message`, without the facts and details. */
  readonly shortMessage: string
  readonly details: string | undefined
  /** The page of the handbook about this error, such as `/errors/frame-timeout`. */
  readonly docsPath: string
  readonly metaMessages: readonly string[] | undefined

  constructor(shortMessage: string, options: BaseErrorOptions = {}) {
    const { cause, details, docsPath, metaMessages, isExact } = options
    const lines = [shortMessage]
    if (metaMessages?.length) lines.push('', ...metaMessages)
    if (docsPath) lines.push('', `Docs: ${docsPath}`)
    if (details) lines.push('', `Details: ${details}`)
    super(isExact ? shortMessage : lines.join('\n'), 'cause' in options ? { cause } : undefined)
    this.code = options.code ?? new.target.code
    this.shortMessage = shortMessage
    this.details = details
    this.docsPath = docsPath ?? `/errors/${this.code}`
    this.metaMessages = metaMessages
  }

  /** Returns the innermost cause. */
  walk(): unknown
  /**
   * Returns the first error in the chain of causes, this one included, that satisfies `match`; `null` if there is
   * none.
   */
  walk(match: (error: unknown) => boolean): unknown
  walk(match?: (error: unknown) => boolean): unknown {
    // Guards against cycles: some wallets throw errors that are their own cause.
    const seen = new Set<unknown>()
    let error: unknown = this
    while (!match?.(error)) {
      seen.add(error)
      const cause = error instanceof Error ? error.cause : undefined
      if (cause === undefined || cause === null || seen.has(cause)) return match ? null : error
      error = cause
    }
    return error
  }
}
