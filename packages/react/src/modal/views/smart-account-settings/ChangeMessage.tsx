import { findNetwork } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { useKitState } from '../../../kit/KitContext.ts'
import { linkToExplorer } from '../account/linkToExplorer.ts'
import type { ShownChange } from './useChange.ts'

/** Shows what became of a change, with a link to its transaction. It is announced elsewhere, once for the view. */
export function ChangeMessage({
  change: { message, hash },
  networkId,
}: {
  change: ShownChange
  networkId: CaipNetworkId
}) {
  const explorer = useKitState((state) => findNetwork(state, networkId)?.blockExplorers?.default.url)
  if (message === undefined) return null
  const link = hash && explorer && linkToExplorer(explorer, 'tx', hash)
  return (
    <p className="change">
      <bdi>{message}</bdi>
      {link && (
        <a className="link" href={link} target="_blank" rel="noopener noreferrer">
          {text('change.transaction')}
        </a>
      )}
    </p>
  )
}
