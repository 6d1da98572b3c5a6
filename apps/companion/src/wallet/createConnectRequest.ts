import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils'
import type { ApprovalRequest } from './approvalRequest.ts'
import { describeApp } from './describeApp.ts'
import { events, methods } from './supported.ts'

/** Creates the approval request for a session proposal. The user can exclude networks, as in many wallets. */
export function createConnectRequest({
  kit,
  proposal: { id, params },
  networks,
  address,
  onDecided,
  showStatus,
}: {
  kit: IWalletKit
  proposal: WalletKitTypes.SessionProposal
  /** The wallet's networks, by CAIP-2 id. */
  networks: readonly { id: string; name: string }[]
  address: () => string
  /** Called when the user has decided. */
  onDecided: () => void
  showStatus: (sentence: string) => void
}): ApprovalRequest {
  const { name, url } = describeApp(params.proposer.metadata)
  const proposed = [
    ...Object.entries(params.requiredNamespaces),
    ...Object.entries(params.optionalNamespaces),
  ]
  const chains = proposed.flatMap(([key, entry]) => entry.chains ?? (key.includes(':') ? [key] : []))
  const nameOf = (chain: string) => networks.find(({ id }) => id === chain)?.name ?? chain

  async function reject(reason: 'USER_REJECTED' | 'UNSUPPORTED_CHAINS'): Promise<void> {
    onDecided()
    try {
      await kit.rejectSession({ id, reason: getSdkError(reason) })
    } catch {
      showStatus(`${name} could not be notified of the rejection.`)
    }
  }

  return {
    id: `proposal-${id}`,
    app: name,
    topic: params.pairingTopic,
    title: 'Connect to this application?',
    facts: [
      ['Name', name],
      ['Address', url],
      ['Networks', [...new Set(chains)].map(nameOf).join(', ') || 'none'],
      ['Methods', [...new Set(proposed.flatMap(([, entry]) => entry.methods))].join(', ') || 'none'],
    ],
    content: 'It will see your address and can ask you to sign. Nothing is signed without your approval.',
    networks: networks.filter((network) => chains.includes(network.id)),
    async approve(shared) {
      if (shared.length === 0) {
        showStatus(`Rejected ${name}: no network is shared with it.`)
        return reject('UNSUPPORTED_CHAINS')
      }
      onDecided()
      const accounts = shared.map((chain) => `${chain}:${address()}`)
      try {
        const namespaces = buildApprovedNamespaces({
          proposal: params,
          supportedNamespaces: {
            eip155: { chains: [...shared], methods: [...methods], events: [...events], accounts },
          },
        })
        await kit.approveSession({ id, namespaces })
        showStatus(`Connected to ${name}.`)
      } catch {
        showStatus(`Could not connect to ${name}. Create a new link there and try again.`)
      }
    },
    reject: () => void reject('USER_REJECTED'),
  }
}
