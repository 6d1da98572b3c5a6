import type { SIWXContext } from '../config/SIWXContext.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import { SIWXVerifier } from '../config/SIWXVerifier.ts'
import { matchAccount } from '../message/matchAccount.ts'
import { parseMessageLazily } from '../message/parseMessageLazily.ts'
import type { SignInNamespace } from '../message/signInNamespace.ts'
import { verifyMessage } from '../verify/verifyMessage.ts'
import { InvalidSessionError } from './InvalidSessionError.ts'

/** Verifies sessions of one namespace in the page, by their signed text. */
export class MessageVerifier extends SIWXVerifier {
  readonly chainNamespace: SignInNamespace
  constructor(chainNamespace: SignInNamespace) {
    super()
    this.chainNamespace = chainNamespace
  }

  /**
   * Returns true if the session is valid.
   *
   * @throws {InvalidSessionError} if it is not valid or could not be checked; `code` is the reason.
   */
  override async verify(session: SIWXSession, context: Pick<SIWXContext, 'getClient'>): Promise<boolean> {
    const { data, message, signature } = session
    const result = await verifyMessage({
      message,
      signature,
      domain: data.domain,
      uri: data.uri,
      nonce: data.nonce,
      chains: [data.chainId],
      address: data.accountAddress,
      client: context.getClient(data.chainId),
    })
    if (!result.ok) throw new InvalidSessionError(result)
    return true
  }

  /**
   * Returns whether the stored fields match the stored text. Expiry and account are read from the fields, so they must
   * not differ from what was signed.
   */
  override async isIntact({ data, message }: SIWXSession): Promise<boolean> {
    const isAccount = await matchAccount(data.chainId, data.accountAddress)
    try {
      const fields = await parseMessageLazily(message)
      return (
        isAccount(`${fields.chainId}:${fields.address}`) &&
        fields.domain === data.domain &&
        fields.expirationTime === data.expirationTime &&
        fields.notBefore === data.notBefore
      )
    } catch {
      // Not a valid message, so it was never accepted.
      return false
    }
  }
}
