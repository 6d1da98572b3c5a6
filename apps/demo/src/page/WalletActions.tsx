import { type AppKit, useAppKitAccount, useAppKitNetwork, useAppKitProvider } from '@portico/react'
import { useRef, useState } from 'react'
import { type Eip1193, walletRequests } from '../kit/walletRequests.ts'
import { describeError } from './describeError.ts'

type Outcome = { state: 'idle' | 'waiting' | 'done' | 'failed'; text: string }

/** Buttons for what an app asks of a wallet, and how the last of them went. */
export function WalletActions({ kit, onDone }: { kit: AppKit; onDone: () => void }) {
  const { address } = useAppKitAccount()
  const { chainId, switchNetwork } = useAppKitNetwork()
  const { walletProvider } = useAppKitProvider<Eip1193>('eip155')
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

  function ask(
    request: (wallet: { provider: Eip1193; address: string; chainId: number }) => Promise<string>,
  ) {
    void run(async () => {
      if (!walletProvider || !address) return 'Connect a wallet first.'
      return request({ provider: walletProvider, address, chainId: Number(chainId) })
    })
  }

  async function switchToNext(): Promise<string> {
    const networks = kit.getCaipNetworks('eip155')
    const at = networks.findIndex(({ id }) => id === chainId)
    const next = networks[(at + 1) % networks.length]
    if (!next || networks.length < 2) return 'There is no other network to switch to.'
    await switchNetwork(next)
    return `Now on ${next.name}.`
  }

  return (
    <div className="actions">
      <h3 className="visually-hidden">Ask the wallet</h3>
      <div className="action-buttons">
        <button type="button" onClick={() => ask(walletRequests.signMessage)}>
          Sign message
        </button>
        <button type="button" onClick={() => ask(walletRequests.signTypedData)}>
          Sign typed data
        </button>
        <button type="button" onClick={() => ask(walletRequests.sendTransaction)}>
          Send transaction
        </button>
        <button type="button" onClick={() => void run(switchToNext)}>
          Switch network
        </button>
        <button type="button" onClick={() => ask(walletRequests.readBlockNumber)}>
          Read block number
        </button>
      </div>
      <p className="result" role="status" aria-label="Result" data-state={outcome.state}>
        {outcome.text}
      </p>
    </div>
  )
}
