import {
  type AppKit,
  useAppKitAccount,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState,
} from '@portico/react'
import { useRef, useState } from 'react'
import type { WalletRequests } from '../kit/requests/ConnectedWallet.ts'
import { loadRequests } from '../kit/requests/loadRequests.ts'
import { describeError } from './describeError.ts'

type Outcome = { state: 'idle' | 'waiting' | 'done' | 'failed'; text: string }

/** Buttons for what an app asks of the wallet of the family in use, and how the last of them went. */
export function WalletActions({ kit, onDone }: { kit: AppKit; onDone: () => void }) {
  const { address } = useAppKitAccount()
  const { activeChain } = useAppKitState()
  const { caipNetwork, switchNetwork } = useAppKitNetwork()
  const { walletProvider } = useAppKitProvider(activeChain)
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle', text: 'Nothing asked yet.' })
  const latest = useRef(0)

  async function run(action: () => Promise<string>) {
    latest.current += 1
    const mine = latest.current
    // An answer that comes after the next question would be taken for the answer to it.
    const show = (next: Outcome) => {
      if (mine === latest.current) setOutcome(next)
    }
    show({ state: 'waiting', text: 'Waiting for the wallet …' })
    try {
      show({ state: 'done', text: await action() })
      onDone()
    } catch (error) {
      show({ state: 'failed', text: describeError(error) })
    }
  }

  function ask(name: keyof WalletRequests) {
    void run(async () => {
      if (!walletProvider || !address || !caipNetwork) return 'Connect a wallet first.'
      const requests = await loadRequests[activeChain]()
      const request = requests[name]
      if (!request) return 'Typed data (EIP-712) is Ethereum’s: use a wallet of Ethereum.'
      return request({ provider: walletProvider, address, network: caipNetwork })
    })
  }

  async function switchToNext(): Promise<string> {
    const networks = kit.getCaipNetworks(activeChain)
    const at = networks.findIndex(({ id }) => id === caipNetwork?.id)
    const next = networks[(at + 1) % networks.length]
    if (!next || networks.length < 2) return 'There is no other network of this family to switch to.'
    await switchNetwork(next)
    return `Now on ${next.name}.`
  }

  return (
    <div className="actions">
      <h3 className="visually-hidden">Ask the wallet</h3>
      <div className="action-buttons">
        <button type="button" onClick={() => ask('signMessage')}>
          Sign message
        </button>
        <button type="button" onClick={() => ask('signTypedData')}>
          Sign typed data
        </button>
        <button type="button" onClick={() => ask('sendTransaction')}>
          Send transaction
        </button>
        <button type="button" onClick={() => void run(switchToNext)}>
          Switch network
        </button>
        <button type="button" onClick={() => ask('readBlockNumber')}>
          Read block number
        </button>
      </div>
      <p className="result" role="status" aria-label="Result" data-state={outcome.state}>
        {outcome.text}
      </p>
    </div>
  )
}
