import { isRecord } from '@portico/protocol'
import { deriveSymKey, generateKeyPair, hashKey } from '@portico/protocol/walletconnect'
import type { PeerRequest } from './createWalletMessenger.ts'
import { decideRequest } from './decideRequest.ts'
import { settleNamespaces } from './settleNamespaces.ts'
import { now, type PeerMetadata, sessionLifetime, type WalletConnectContext } from './walletConnectWallet.ts'

/**
 * Handles `wc_sessionPropose`: asks the user, responds, and settles the session with `wc_sessionSettle`.
 *
 * @throws {ProviderRpcError} if the user rejects the proposal.
 */
export async function approveProposal(
  context: WalletConnectContext,
  request: PeerRequest,
  otherAccounts: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const { evm, messenger, metadata, sessions } = context
  const proposal = isRecord(request.params) ? request.params : {}
  const proposer = isRecord(proposal.proposer) ? proposal.proposer : {}
  await decideRequest(context, request)
  const settlement = context.getSettlement()
  const namespaces = settleNamespaces({
    proposal,
    accounts: evm.accounts,
    chainIds: evm.chainIds,
    otherAccounts,
    settlement,
  })
  const { privateKey, publicKey } = await generateKeyPair()
  const symKey = await deriveSymKey({ privateKey, publicKey: String(proposer.publicKey) })
  const topic = hashKey(symKey)
  await messenger.open(topic, symKey)
  const expiry = settlement.expiry ?? now() + sessionLifetime
  await messenger.respond(request, { relay: { protocol: 'irn' }, responderPublicKey: publicKey })
  const settled = messenger.request(topic, 'wc_sessionSettle', {
    relay: { protocol: 'irn' },
    controller: { publicKey, metadata },
    namespaces,
    expiry,
  })
  sessions.set(topic, { topic, namespaces, expiry, peer: proposer.metadata as PeerMetadata })
  await settled.catch(() => {
    sessions.delete(topic)
    messenger.close(topic)
  })
}
