import { getConnector, getNetwork } from '@portico/core'
import { useState } from 'react'
import { text } from '../../copy.ts'
import { useKitState, useScope } from '../../kit/KitContext.ts'
import { Text } from './Text.tsx'

/** Switches the embedded wallet's account between a smart account and an EOA. */
export function AccountTypeSwitch() {
  const { kit } = useScope()
  const preferred = useKitState((state) => state.embedded?.preferredAccountTypes?.[state.activeNamespace])
  const network = useKitState((state) => getNetwork(state))
  const isOffered = useKitState((state) => {
    const id = getNetwork(state)?.caipNetworkId
    return id !== undefined && state.embedded?.smartAccountNetworkIds?.includes(id) === true
  })
  const [wanted, setWanted] = useState<'eoa' | 'smartAccount'>()
  const [hasFailed, setFailed] = useState(false)
  const isOn = (wanted ?? preferred) === 'smartAccount'

  async function choose(type: 'eoa' | 'smartAccount'): Promise<void> {
    setWanted(type)
    setFailed(false)
    const chosen = await getConnector(kit, kit.store.getState().activeNamespace)?.setAccountType?.(type)
    setWanted(undefined)
    setFailed(chosen !== type)
  }

  return (
    <div>
      <label className="row plain" data-testid="account-toggle-preferred-account-type">
        <span className="grow">
          <span className="line" id="account-type">
            {text('accountType.switch')}
          </span>
          <small id="account-type-help">{text('accountType.help')}</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          // The label of a switch is its name only, and not what it does.
          aria-labelledby="account-type"
          aria-describedby="account-type-help"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            if (wanted === undefined) void choose(checked ? 'smartAccount' : 'eoa')
          }}
        />
      </label>
      <p role="status" className={hasFailed || (isOn && !isOffered) ? 'warn' : 'hidden'}>
        {hasFailed
          ? text('accountType.failed')
          : isOn && !isOffered && <Text id="accountType.notHere" values={{ network: network?.name }} />}
      </p>
    </div>
  )
}
