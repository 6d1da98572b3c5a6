import { findNetwork } from '@portico/core'
import { text } from '../../../../copy.ts'
import { useKitState } from '../../../../kit/KitContext.ts'
import { linkToExplorer } from '../../account/linkToExplorer.ts'

/** A link to a transaction at the network's block explorer, if there are both. */
export function TransactionLink({ networkId, hash }: { networkId: string; hash: string | null | undefined }) {
  const explorer = useKitState((state) => findNetwork(state, networkId)?.blockExplorers?.default.url)
  const link = hash && explorer && linkToExplorer(explorer, 'tx', hash)
  if (!link) return null
  return (
    <a className="btn" href={link} target="_blank" rel="noopener noreferrer">
      {text('money.viewTransaction')}
    </a>
  )
}
