import type { SIWXMessage, SIWXMessageData, SIWXMessageInput } from '../config/SIWXMessage.ts'
import type { SIWXMessenger } from '../config/SIWXMessenger.ts'
import { loadCodec } from '../message/loadCodec.ts'
import type { MessageCodec } from '../message/MessageCodec.ts'
import { signInNamespace } from '../message/signInNamespace.ts'
import { writeMessage } from '../message/writeMessage.ts'

/** What every message of an {@link InformalMessenger} says. */
export type InformalMessengerParameters = {
  /** Host with port, for example `location.host`. */
  domain: string
  uri: string
  getNonce(input: SIWXMessageInput): Promise<string> | string
  statement?: string | undefined
  resources?: readonly string[] | undefined
  /** How long the sign-in lasts, in milliseconds; without end if left out. */
  expiration?: number | undefined
  getRequestId?(): Promise<string> | string
  /** The present moment; for tests. */
  now?(): Date
}

/**
 * Writes sign-in messages in the text of EIP-4361.
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
   * The fields at once; the text only by `toString()`, which throws `InvalidMessageError` if a field does not
   * follow the standard, as with an address that is not known yet.
   */
  async createMessage(input: SIWXMessageInput): Promise<SIWXMessage> {
    const { domain, uri, statement, resources, expiration, getNonce, getRequestId, now } = this.#parameters
    const namespace = signInNamespace(input.chainId)
    const [nonce, requestId, codec] = await Promise.all([
      getNonce(input),
      getRequestId?.(),
      namespace && loadCodec(namespace),
    ])
    const issued = now?.() ?? new Date()
    const data: SIWXMessageData = {
      accountAddress: codec?.normalizeAddress(input.accountAddress) ?? input.accountAddress,
      chainId: input.chainId,
      domain,
      uri,
      version: '1',
      nonce,
      issuedAt: issued.toISOString(),
    }
    if (statement !== undefined) data.statement = statement
    if (resources !== undefined) data.resources = resources
    if (requestId !== undefined) data.requestId = requestId
    if (input.notBefore !== undefined) data.notBefore = input.notBefore
    if (expiration !== undefined) data.expirationTime = new Date(issued.getTime() + expiration).toISOString()
    // Not enumerable: copies, JSON and stores get plain data.
    return Object.defineProperty(data, 'toString', { value: () => print(data, codec) })
  }
}

function print(
  { accountAddress, issuedAt = '', ...rest }: SIWXMessageData,
  codec: MessageCodec | undefined,
): string {
  return writeMessage({ ...rest, version: '1', address: accountAddress, issuedAt }, codec)
}
