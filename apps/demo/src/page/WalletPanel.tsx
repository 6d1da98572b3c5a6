import {
  type AppKit,
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

/** What the hooks return, as labelled text, and what an app does with a wallet. */
export function WalletPanel({ kit }: { kit: AppKit }) {
  const { address, caipAddress, status } = useAppKitAccount()
  const { caipNetwork, caipNetworkId } = useAppKitNetwork()
  const { walletInfo } = useWalletInfo()
  const { session } = useAppKitSession()
  const [actions, setActions] = useState(0)
  const balance = useBalance({ caipAddress, refresh: actions })
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
      <Connections kit={kit} />
      <WalletActions kit={kit} onDone={() => setActions((count) => count + 1)} />
    </section>
  )
}
