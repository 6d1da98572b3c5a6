import type { SIWXMessage, SIWXMessageData, SIWXMessageInput } from '../config/SIWXMessage.ts'
import type { SIWXMessenger } from '../config/SIWXMessenger.ts'
import { loadCodec } from '../message/loadCodec.ts'
import type { MessageCodec } from '../message/MessageCodec.ts'
import { signInNamespace } from '../message/signInNamespace.ts'
import { writeMessage } from '../message/writeMessage.ts'

/** Options of {@link InformalMessenger}. */
export type InformalMessengerParameters = {
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
 * Creates sign-in messages in the format of EIP-4361; for Solana, of Sign-In With Solana.
 *
 * @example
 * import { createNonce, InformalMessenger } from '@portico/siwx'
 * const messenger = new InformalMessenger({
 *   domain: location.host,
 *   uri: location.origin,
 *   getNonce: createNonce,
 * })
 */
export class InformalMessenger implements SIWXMessenger {
  readonly #parameters: InformalMessengerParameters
  constructor(parameters: InformalMessengerParameters) {
    this.#parameters = parameters
  }

  /**
   * Returns the fields of a message. Their `toString()` writes the text, and throws an `InvalidMessageError` if a field
   * does not follow the standard, for example because the address is not known yet.
   */
  async createMessage(input: SIWXMessageInput): Promise<SIWXMessage> {
    const { domain, uri, statement, resources, expiration, getNonce, getRequestId, now } = this.#parameters
    const namespace = signInNamespace(input.chainId)
    const [nonce, requestId, codec] = await Promise.all([
      getNonce(input),
      getRequestId?.(),
      namespace && loadCodec(namespace),
    ])
    const issuedAt = now?.() ?? new Date()
    const data: SIWXMessageData = {
      accountAddress: codec?.normalizeAddress(input.accountAddress) ?? input.accountAddress,
      chainId: input.chainId,
      domain,
      uri,
      version: '1',
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
    return Object.defineProperty(data, 'toString', { value: () => write(data, codec) })
  }
}

function write(
  { accountAddress, issuedAt = '', ...rest }: SIWXMessageData,
  codec: MessageCodec | undefined,
): string {
  return writeMessage({ ...rest, version: '1', address: accountAddress, issuedAt }, codec)
}
