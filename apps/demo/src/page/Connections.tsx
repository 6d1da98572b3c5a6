import { type AppKit, useAppKitAccount } from '@portico/react'
import { Fact } from './Fact.tsx'

const namespaces = [
  { namespace: 'eip155', name: 'Ethereum' },
  { namespace: 'solana', name: 'Solana' },
  { namespace: 'bip122', name: 'Bitcoin' },
] as const

/** Shows the account of each namespace, if the page has networks of more than one. */
export function Connections({ kit }: { kit: AppKit }) {
  const available = namespaces.filter(({ namespace }) => kit.getCaipNetworks(namespace).length > 0)
  if (available.length < 2) return null
  return (
    <>
      <h3>All accounts</h3>
      <dl className="facts">
        {available.map((item) => (
          <Connection key={item.namespace} {...item} />
        ))}
      </dl>
    </>
  )
}

function Connection({ namespace, name }: (typeof namespaces)[number]) {
  const { caipAddress, status } = useAppKitAccount({ namespace })
  return (
    <Fact label={`${name} account`} value={caipAddress ?? (status === 'disconnected' ? undefined : status)} />
  )
}
