import {
  type AppKit,
  useAppKit,
  useAppKitAccount,
  useAppKitNetwork,
  useAppKitSession,
  useWalletInfo,
} from '@portico/react'
import { useState } from 'react'
import { Connections } from './Connections.tsx'
import { Fact } from './Fact.tsx'
import { useBalance } from './useBalance.ts'
import { WalletActions } from './WalletActions.tsx'

/** Shows the values of the hooks as labelled text, and buttons for wallet requests. */
export function WalletPanel({ kit }: { kit: AppKit }) {
  const { address, caipAddress, status } = useAppKitAccount()
  const { caipNetwork, caipNetworkId } = useAppKitNetwork()
  const { walletInfo } = useWalletInfo()
  const { session } = useAppKitSession()
  const { open } = useAppKit()
  const [requestCount, setRequestCount] = useState(0)
  const balance = useBalance({ caipAddress, refresh: requestCount })
  return (
    <section className="card" id="wallet" aria-labelledby="wallet-title">
      <h2 id="wallet-title">Your wallet</h2>
      <dl className="facts">
        <Fact label="Status" value={status} />
        <Fact label="Address" value={address} />
        <Fact label="CAIP address" value={caipAddress} />
        <Fact label="Network" value={caipNetwork ? `${caipNetwork.name} (${caipNetworkId})` : undefined} />
        <Fact label="Connected wallet" value={walletInfo?.name} />
        <Fact label="Session" value={session ? `${session.address} on ${session.networkId}` : undefined} />
        <Fact label="Balance" value={balance} />
      </dl>
      <p className="play-money">
        <span>A new account is empty:</span>
        <button type="button" className="small" onClick={() => void open({ view: 'FundWallet' })}>
          Get play money
        </button>
        <span>Then swap some of it for DUSD.</span>
      </p>
      <Connections kit={kit} />
      <WalletActions kit={kit} onDone={() => setRequestCount((count) => count + 1)} />
    </section>
  )
}
