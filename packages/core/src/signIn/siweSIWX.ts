import { BaseError, type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { SIWXConfig, SIWXSession } from '@portico/siwx'
import type { SIWEClient, SIWESession } from './siwe.ts'

class SIWEVerificationError extends BaseError {
  override name = 'SIWEVerificationError'
  static override code = 'siwe-verification'
  constructor() {
    super('The application’s server did not accept the signature.')
  }
}

/** Says the functions of a `siweConfig` in the words of {@link SIWXConfig}. */
export function siweSIWX({ config }: SIWEClient): SIWXConfig {
  const signOut = async () => {
    await config.signOut()
    config.onSignOut?.()
  }
  return {
    async createMessage({ chainId, accountAddress }) {
      const { chains: _, ...parameters } = await config.getMessageParams()
      const address = `did:pkh:${chainId}:${accountAddress}`
      const nonce = await config.getNonce(address)
      const data = {
        ...parameters,
        chainId,
        accountAddress,
        nonce,
        version: '1',
        issuedAt: parameters.iat ?? new Date().toISOString(),
      }
      const text = config.createMessage({
        ...parameters,
        iat: data.issuedAt,
        nonce,
        address,
        chainId: Number(parseCaipNetworkId(chainId).reference),
        version: '1',
      })
      // Not enumerable, so that a copy of the message is plain data.
      return Object.defineProperty(data, 'toString', { value: () => text, enumerable: false })
    },
    async addSession({ message, signature, data }) {
      if (!isEthereum(data.chainId)) return
      if (!(await config.verifyMessage({ message, signature, data }))) throw new SIWEVerificationError()
      config.onSignIn?.({
        address: data.accountAddress,
        chainId: Number(parseCaipNetworkId(data.chainId).reference),
      })
    },
    async revokeSession(chainId) {
      if (isEthereum(chainId)) await signOut()
    },
    async setSessions(sessions) {
      const session = sessions.find(({ data }) => isEthereum(data.chainId))
      if (!session) return signOut()
      if (!(await config.verifyMessage(session))) throw new SIWEVerificationError()
    },
    async getSessions(chainId, address) {
      // Other families have no SIWE: as in AppKit they count as signed in.
      if (!isEthereum(chainId)) return [toSession({ address, chainId: 0 }, chainId)]
      const session = await config.getSession()
      if (!session) return []
      const isSameAddress = session.address.toLowerCase() === address.toLowerCase()
      const isSameChain = session.chainId === Number(parseCaipNetworkId(chainId).reference)
      if (!isSameAddress && config.signOutOnAccountChange) {
        // A server that cannot be told keeps a session nobody here uses: the next sign-in replaces it.
        await signOut().catch(() => {})
        return []
      }
      if (!isSameChain && config.signOutOnNetworkChange) return []
      return [toSession(session, chainId)]
    },
  }
}

function isEthereum(chainId: CaipNetworkId): boolean {
  return parseCaipNetworkId(chainId).namespace === 'eip155'
}

function toSession(session: SIWESession, chainId: CaipNetworkId): SIWXSession {
  return {
    data: {
      accountAddress: session.address,
      chainId,
      domain: '',
      uri: '',
      version: '1',
      nonce: '',
    },
    message: '',
    signature: '',
  }
}
