import { type AppKit, useAppKitAccount } from '@portico/react'
import { Fact } from './Fact.tsx'

const families = [
  { namespace: 'eip155', name: 'Ethereum' },
  { namespace: 'solana', name: 'Solana' },
  { namespace: 'bip122', name: 'Bitcoin' },
] as const

/** What is connected of each family of chains, where the page has more than one. */
export function Connections({ kit }: { kit: AppKit }) {
  const own = families.filter(({ namespace }) => kit.getCaipNetworks(namespace).length > 0)
  if (own.length < 2) return null
  return (
    <>
      <h3>All families</h3>
      <dl className="facts">
        {own.map((family) => (
          <Connection key={family.namespace} {...family} />
        ))}
      </dl>
    </>
  )
}

function Connection({ namespace, name }: (typeof families)[number]) {
  const { caipAddress, status } = useAppKitAccount({ namespace })
  return (
    <Fact label={`${name} account`} value={caipAddress ?? (status === 'disconnected' ? undefined : status)} />
  )
}
