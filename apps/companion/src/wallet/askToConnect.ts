import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils'
import { describeApp } from './describeApp.ts'
import type { Question } from './question.ts'
import { events, methods } from './supported.ts'

/** The question of a session proposal. The person may keep networks back, as many wallets let them. */
export function askToConnect({
  kit,
  proposal: { id, params },
  networks,
  address,
  done,
  say,
}: {
  kit: IWalletKit
  proposal: WalletKitTypes.SessionProposal
  /** The wallet's own, by CAIP-2 id. */
  networks: readonly { id: string; name: string }[]
  address: () => string
  /** It is answered: nobody asks any more. */
  done: () => void
  say: (sentence: string) => void
}): Question {
  const { name, url } = describeApp(params.proposer.metadata)
  const asked = [...Object.entries(params.requiredNamespaces), ...Object.entries(params.optionalNamespaces)]
  const wanted = asked.flatMap(([key, { chains }]) => chains ?? (key.includes(':') ? [key] : []))
  const nameOf = (chain: string) => networks.find(({ id }) => id === chain)?.name ?? chain

  async function refuse(reason: 'USER_REJECTED' | 'UNSUPPORTED_CHAINS'): Promise<void> {
    done()
    try {
      await kit.rejectSession({ id, reason: getSdkError(reason) })
    } catch {
      say(`${name} could not be told that you said no.`)
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
      ['Networks', [...new Set(wanted)].map(nameOf).join(', ') || 'none'],
      ['Methods', [...new Set(asked.flatMap(([, one]) => one.methods))].join(', ') || 'none'],
    ],
    content: 'It will see your address and may ask you to sign. Nothing is signed without you.',
    networks: networks.filter((network) => wanted.includes(network.id)),
    async approve(shared) {
      if (shared.length === 0) {
        say(`${name} was refused: it gets no network of this wallet.`)
        return refuse('UNSUPPORTED_CHAINS')
      }
      done()
      const accounts = shared.map((chain) => `${chain}:${address()}`)
      try {
        const namespaces = buildApprovedNamespaces({
          proposal: params,
          supportedNamespaces: {
            eip155: { chains: [...shared], methods: [...methods], events: [...events], accounts },
          },
        })
        await kit.approveSession({ id, namespaces })
        say(`Connected to ${name}.`)
      } catch {
        say(`${name} could not be connected: make a new link there, and try again.`)
      }
    },
    reject: () => void refuse('USER_REJECTED'),
  }
}
