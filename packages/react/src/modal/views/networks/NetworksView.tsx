import { getConnected } from '@portico/core'
import { useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { NetworkList } from '../../parts/NetworkList.tsx'
import { Notice } from '../../parts/Notice.tsx'

/** How long typing rests before the list follows. */
const debounce = 100

/** Every network of the application, with a search. */
export function NetworksView() {
  const all = useKitState((state) => state.networks)
  const namespace = useKitState((state) => (getConnected(state) ? state.activeNamespace : undefined))
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim().toLowerCase()), debounce)
    return () => clearTimeout(timer)
  }, [typed])
  // Who is connected with a wallet of one family can only go to its networks.
  const reachable = all.filter((network) => !namespace || network.chainNamespace === namespace)
  const found = reachable.filter(
    (network) => network.name.toLowerCase().includes(query) || String(network.id) === query,
  )
  return (
    <div className="body">
      <label className="field">
        <Icon name="search" size={18} />
        <input
          type="search"
          aria-label={text('networks.search')}
          placeholder={text('networks.search')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <div role="status" className={found.length > 0 ? 'hidden' : undefined}>
        {found.length === 0 && (
          <Notice icon="search" title={text('networks.empty')} help={text('networks.emptyHelp')}>
            <Button onClick={() => setTyped('')}>{text('networks.showAll')}</Button>
          </Notice>
        )}
      </div>
      {found.length > 0 && <NetworkList networks={found} autoFocus={false} />}
    </div>
  )
}
