/** What a {@link BaseError} may carry beside its sentence. */
export type BaseErrorOptions = {
  /** The error this one explains. */
  cause?: unknown
  /** Replaces the class's `code`, for an error that came over the wire. */
  code?: string | undefined
  /** More about this one case; may be shown to the other side of a connection. */
  details?: string | undefined
  /** Page of the handbook, for example `/networks`. */
  docsPath?: string | undefined
  /** Facts, one line each. */
  metaMessages?: readonly string[] | undefined
}

/**
 * The parent of every error Portico throws. A developer reads `message`, a program reads `code`, and what a
 * visitor reads is looked up by `code` in the kit's copy.
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
  /** The stable code of the class, in kebab case. */
  static code = 'unknown'

  /** What programs compare. */
  readonly code: string
  /** The first sentence of `message`, without the facts below it. */
  readonly shortMessage: string
  readonly details: string | undefined
  readonly docsPath: string | undefined
  readonly metaMessages: readonly string[] | undefined

  constructor(shortMessage: string, options: BaseErrorOptions = {}) {
    const { cause, details, docsPath, metaMessages } = options
    const lines = [shortMessage]
    if (metaMessages?.length) lines.push('', ...metaMessages)
    if (docsPath) lines.push('', `Docs: ${docsPath}`)
    if (details) lines.push('', `Details: ${details}`)
    super(lines.join('\n'), 'cause' in options ? { cause } : undefined)
    this.code = options.code ?? new.target.code
    this.shortMessage = shortMessage
    this.details = details
    this.docsPath = docsPath
    this.metaMessages = metaMessages
  }

  /** The deepest cause. */
  walk(): unknown
  /** The first error of the chain, this one included, for which `match` answers true; else `null`. */
  walk(match: (error: unknown) => boolean): unknown
  walk(match?: (error: unknown) => boolean): unknown {
    // A set, as wallets have been seen throwing errors that are their own cause.
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
