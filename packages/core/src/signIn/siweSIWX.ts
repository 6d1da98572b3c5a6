import { BaseError, type CaipNetworkId, type NamespaceId, parseCaipNetworkId } from '@portico/protocol'
import type { SIWXConfig, SIWXSession } from '@portico/siwx'
import type { SIWEClient, SIWESession } from './SIWEClient.ts'

/** Thrown when `verifyMessage` of the application returns false. */
class SIWEVerificationError extends BaseError {
  override name = 'SIWEVerificationError'
  static override code = 'siwe-verification'
  constructor() {
    super('The application’s server rejected the signature.')
  }
}

/** EIP-4361 (Sign-In with Ethereum) defines messages for this namespace only. */
const siweNamespace: NamespaceId = 'eip155'

/** Adapts a `siweConfig` to {@link SIWXConfig}. */
export function siweSIWX({ config }: SIWEClient): SIWXConfig {
  /** The nonce of the last message, until it is sent to the server. A visitor who declines and tries again keeps it. */
  let unused: { address: string; nonce: string; fetchedAt: number } | undefined
  async function getNonce(address: string): Promise<string> {
    const age = Date.now() - (unused?.fetchedAt ?? 0)
    const isFresh = age >= 0 && age < (config.nonceRefetchIntervalMs ?? 0)
    if (unused?.address === address && isFresh) return unused.nonce
    const nonce = await config.getNonce(address)
    unused = { address, nonce, fetchedAt: Date.now() }
    return nonce
  }
  const signOut = async () => {
    await config.signOut()
    config.onSignOut?.()
  }
  async function addSession({ message, signature, data }: SIWXSession): Promise<void> {
    unused = undefined
    if (!(await config.verifyMessage({ message, signature, data }))) throw new SIWEVerificationError()
    config.onSignIn?.({ address: data.accountAddress, chainId: chainNumber(data.chainId) })
  }
  return {
    async createMessage({ chainId, accountAddress }) {
      const { chains: _, ...parameters } = await config.getMessageParams()
      const address = `did:pkh:${chainId}:${accountAddress}`
      const nonce = await getNonce(address)
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
        chainId: chainNumber(chainId),
        version: '1',
      })
      // Not enumerable, so that a spread copy of the message is plain data.
      return Object.defineProperty(data, 'toString', { value: () => text, enumerable: false })
    },
    async prepareLogin({ chainId }) {
      if (!supportsSIWE(chainId)) return undefined
      const { chains, domain, uri, iat: _, type: __, ...own } = await config.getMessageParams()
      // The wallet would leave out the other fields of the application's own message.
      const isPlain = Object.values(own).every((value) => value === undefined)
      const isThisPage = domain === location.host && uri === location.origin
      if (!isPlain || !isThisPage || !chains.includes(chainNumber(chainId))) return undefined
      return { nonce: await config.getNonce(), issuer: 'application' }
    },
    async addSession(session) {
      if (supportsSIWE(session.data.chainId)) await addSession(session)
    },
    async revokeSession(chainId) {
      if (supportsSIWE(chainId)) await signOut()
    },
    async setSessions(sessions) {
      const session = sessions.find(({ data }) => supportsSIWE(data.chainId))
      if (!session) return signOut()
      await addSession(session)
    },
    async getSessions(chainId, address) {
      // Accounts of other namespaces cannot sign in with SIWE and count as signed in, as in AppKit.
      if (!supportsSIWE(chainId)) return [toSession({ address, chainId: 0 }, chainId)]
      const session = await config.getSession()
      if (!session) return []
      const isSameAddress = session.address.toLowerCase() === address.toLowerCase()
      const isSameChain = session.chainId === chainNumber(chainId)
      if (!isSameAddress && config.signOutOnAccountChange) {
        // If the server cannot be reached, its session stays, unused, until the next sign-in replaces it.
        await signOut().catch(() => {})
        return []
      }
      if (!isSameChain && config.signOutOnNetworkChange) return []
      return [toSession(session, chainId)]
    },
  }
}

function supportsSIWE(chainId: CaipNetworkId): boolean {
  return parseCaipNetworkId(chainId).namespace === siweNamespace
}

function chainNumber(chainId: CaipNetworkId): number {
  return Number(parseCaipNetworkId(chainId).reference)
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
