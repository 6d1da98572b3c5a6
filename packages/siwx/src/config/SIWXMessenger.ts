import type { SIWXMessage, SIWXMessageData, SIWXMessageInput } from './SIWXMessage.ts'

/** Parameters of {@link SIWXMessenger}. */
export type SIWXMessengerParameters = {
  /** Host, with the port if it has one, for example `location.host`. */
  domain: string
  uri: string
  getNonce(input: SIWXMessageInput): Promise<string> | string
  statement?: string | undefined
  resources?: readonly string[] | undefined
  /** How long the sign-in is valid, in milliseconds. Default: no expiration. */
  expiration?: number | undefined
  getRequestId?(): Promise<string> | string
  /** Returns the current time. Default: the system clock. */
  now?(): Date
}

/**
 * Creates sign-in messages. Extend it to write texts of your own; `verifiers` must then accept these. `DefaultSIWX` takes
 * any object that has `createMessage`.
 *
 * @example
 * import { DefaultSIWX, type SIWXMessageData, SIWXMessenger } from '@portico/siwx'
 * class ShortMessenger extends SIWXMessenger {
 *   protected readonly version = '1'
 *   protected stringify({ domain, nonce }: SIWXMessageData) {
 *     return `Sign in to ${domain} (${nonce})`
 *   }
 * }
 */
export abstract class SIWXMessenger {
  protected abstract readonly version: string
  readonly #parameters: SIWXMessengerParameters
  constructor(parameters: SIWXMessengerParameters) {
    this.#parameters = parameters
  }

  /** Returns the fields of a message. Their `toString()` writes the text. */
  async createMessage(input: SIWXMessageInput): Promise<SIWXMessage> {
    const { domain, uri, statement, resources, expiration, getNonce, getRequestId, now } = this.#parameters
    const [nonce, requestId, accountAddress] = await Promise.all([
      getNonce(input),
      getRequestId?.(),
      this.normalizeAddress(input),
    ])
    const issuedAt = now?.() ?? new Date()
    const data: SIWXMessageData = {
      accountAddress,
      chainId: input.chainId,
      domain,
      uri,
      version: this.version,
      nonce,
      issuedAt: issuedAt.toISOString(),
    }
    if (statement !== undefined) data.statement = statement
    if (resources !== undefined) data.resources = resources
    if (requestId !== undefined) data.requestId = requestId
    if (input.notBefore !== undefined) data.notBefore = input.notBefore
    if (expiration !== undefined)
      data.expirationTime = new Date(issuedAt.getTime() + expiration).toISOString()
    // Not enumerable, so that copies, JSON and storage contain plain data.
    return Object.defineProperty(data, 'toString', { value: () => this.stringify(data) })
  }

  /** Returns the address as the message spells it. */
  protected normalizeAddress({ accountAddress }: SIWXMessageInput): Promise<string> | string {
    return accountAddress
  }

  /** Writes the text that the account signs. */
  protected abstract stringify(data: SIWXMessageData): string
}
