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
import type { SeveralCalls } from '../kit/sendTwoCalls.ts'
import { describeError } from './describeError.ts'

type Outcome = { state: 'idle' | 'waiting' | 'done' | 'failed'; text: string }

/** Buttons that send requests to the active wallet, and the result of the last request. */
export function WalletActions({ kit, onDone }: { kit: AppKit; onDone: () => void }) {
  const { address } = useAppKitAccount()
  const { activeChain } = useAppKitState()
  const { caipNetwork, switchNetwork } = useAppKitNetwork()
  const { walletProvider } = useAppKitProvider(activeChain)
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle', text: 'No requests yet.' })
  const latest = useRef(0)

  async function run(action: () => Promise<string>) {
    latest.current += 1
    const current = latest.current
    // Ignore the result of an earlier request: it would look like the result of the latest one.
    const show = (next: Outcome) => {
      if (current === latest.current) setOutcome(next)
    }
    show({ state: 'waiting', text: 'Waiting for the wallet…' })
    try {
      show({ state: 'done', text: await action() })
      onDone()
    } catch (error) {
      show({ state: 'failed', text: describeError(error) })
    }
  }

  function send(name: keyof WalletRequests) {
    void run(async () => {
      if (!walletProvider || !address || !caipNetwork) return 'Connect a wallet first.'
      const requests = await loadRequests[activeChain]()
      const request = requests[name]
      if (!request) return 'Typed data (EIP-712) exists on Ethereum only. Connect an Ethereum wallet.'
      return request({ provider: walletProvider, address, network: caipNetwork })
    })
  }

  async function switchToNext(): Promise<string> {
    const networks = kit.getCaipNetworks(activeChain)
    const index = networks.findIndex(({ id }) => id === caipNetwork?.id)
    const next = networks[(index + 1) % networks.length]
    if (!next || networks.length < 2) return 'There is no other network that this wallet can switch to.'
    await switchNetwork(next)
    return `Now on ${next.name}.`
  }

  async function requestPayment(): Promise<string> {
    if (!caipNetwork) return 'Choose a network first.'
    return (await import('../kit/askForPayment.ts')).askForPayment(caipNetwork)
  }

  async function sendSeveral(of: SeveralCalls): Promise<string> {
    if (activeChain !== 'eip155') return 'Only wallets of Ethereum networks execute several calls (EIP-5792).'
    return (await import('../kit/sendTwoCalls.ts')).sendTwoCalls(of)
  }

  async function changePermission(name: 'grantPermission' | 'revokePermission'): Promise<string> {
    if (activeChain !== 'eip155') return 'Only wallets of Ethereum networks grant permissions (ERC-7715).'
    if (!walletProvider || !address || !caipNetwork) return 'Connect a wallet first.'
    const permissions = await import('../kit/permissions.ts')
    const provider = walletProvider as Parameters<(typeof permissions)['grantPermission']>[0]['provider']
    return permissions[name]({ provider, address, network: caipNetwork })
  }

  async function readCapabilities(): Promise<string> {
    if (activeChain !== 'eip155') return 'Only wallets of Ethereum networks have capabilities (EIP-5792).'
    const { getCapabilities } = await import('@portico/react/calls')
    const found = Object.entries(await getCapabilities())
    if (found.length === 0) return 'The wallet names no capabilities.'
    return found.map(([network, capabilities]) => `${network}: ${JSON.stringify(capabilities)}`).join(' · ')
  }

  async function changeAccountType(): Promise<string> {
    if (!kit.getAccount('eip155').embeddedWalletInfo)
      return 'Only the embedded wallet’s Ethereum account has two types. Log in by e-mail.'
    const isEoa = kit.getPreferredAccountType('eip155') === 'eoa'
    await kit.setPreferredAccountType(isEoa ? 'smartAccount' : 'eoa', 'eip155')
    const { accountType, isSmartAccountDeployed } = kit.getAccount('eip155').embeddedWalletInfo ?? {}
    const preferred = kit.getPreferredAccountType('eip155')
    return `Preferred: ${preferred}. Here: ${accountType}, features ${isSmartAccountDeployed ? 'on' : 'off'}.`
  }

  return (
    <div className="actions">
      <h3 className="visually-hidden">Wallet requests</h3>
      <div className="action-buttons">
        <button type="button" onClick={() => send('signMessage')}>
          Sign message
        </button>
        <button type="button" onClick={() => send('signTypedData')}>
          Sign typed data
        </button>
        <button type="button" onClick={() => send('sendTransaction')}>
          Send transaction
        </button>
        <button type="button" onClick={() => void run(switchToNext)}>
          Switch network
        </button>
        <button type="button" onClick={() => send('readBlockNumber')}>
          Read block number
        </button>
        <button type="button" onClick={() => void run(requestPayment)}>
          Ask for a payment
        </button>
        <button type="button" onClick={() => void run(() => sendSeveral('coins'))}>
          Send calls
        </button>
        <button type="button" onClick={() => void run(() => sendSeveral('tokens'))}>
          Send token calls
        </button>
        <button type="button" onClick={() => void run(() => sendSeveral('guestbook'))}>
          Sign guestbook
        </button>
        <button type="button" onClick={() => void run(readCapabilities)}>
          Capabilities
        </button>
        <button type="button" onClick={() => void run(changeAccountType)}>
          Account type
        </button>
        <button type="button" onClick={() => void run(() => changePermission('grantPermission'))}>
          Grant permission
        </button>
        <button type="button" onClick={() => void run(() => changePermission('revokePermission'))}>
          Revoke permission
        </button>
      </div>
      <p className="result" role="status" aria-label="Result" data-state={outcome.state}>
        {outcome.text}
      </p>
    </div>
  )
}
