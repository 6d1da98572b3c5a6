import type { PeerRequest } from './createWalletMessenger.ts'
import type { WalletConnectContext } from './walletConnectWallet.ts'

/** Resolves when the wallet's user approves a proposal or sign-in; rejects with the error to respond with. */
export function decideRequest(
  { approvals, evm }: WalletConnectContext,
  { method, params, topic }: PeerRequest,
): Promise<void> {
  const request = { method, params, origin: topic, network: `eip155:${evm.chainId}` }
  return approvals.decide(request, { consent: true })
}
