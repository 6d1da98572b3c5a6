import type { SIWXMessageData, SIWXMessageInput } from '../config/SIWXMessage.ts'
import { SIWXMessenger, type SIWXMessengerParameters } from '../config/SIWXMessenger.ts'
import { loadCodec } from '../message/loadCodec.ts'
import type { MessageCodec } from '../message/MessageCodec.ts'
import { signInNamespace } from '../message/signInNamespace.ts'
import { writeMessage } from '../message/writeMessage.ts'

/** Options of {@link InformalMessenger}. */
export type InformalMessengerParameters = SIWXMessengerParameters & {
  /**
   * AppKit's option. `true` is how messages are always written: `Chain ID` is the reference alone (`1`), as EIP-4361
   * and its relatives define it.
   */
  clearChainIdNamespace?: true | undefined
}

/**
 * Creates sign-in messages in the format of EIP-4361; for Solana, of Sign-In With Solana. The text throws an
 * `InvalidMessageError` if a field does not follow the standard, for example because the address is not known yet.
 *
 * @example
 * import { createNonce, InformalMessenger } from '@portico/siwx'
 * const messenger = new InformalMessenger({
 *   domain: location.host,
 *   uri: location.origin,
 *   getNonce: createNonce,
 * })
 */
export class InformalMessenger extends SIWXMessenger {
  protected readonly version = '1'
  readonly #codecs = new Map<string, MessageCodec>()
  constructor(parameters: InformalMessengerParameters) {
    super(parameters)
  }

  protected override async normalizeAddress({ accountAddress, chainId }: SIWXMessageInput): Promise<string> {
    const namespace = signInNamespace(chainId)
    if (!namespace) return accountAddress
    const codec = await loadCodec(namespace)
    this.#codecs.set(chainId, codec)
    return codec.normalizeAddress(accountAddress) ?? accountAddress
  }

  protected stringify({ accountAddress, issuedAt = '', ...rest }: SIWXMessageData): string {
    const codec = this.#codecs.get(rest.chainId)
    return writeMessage({ ...rest, version: '1', address: accountAddress, issuedAt }, codec)
  }
}
