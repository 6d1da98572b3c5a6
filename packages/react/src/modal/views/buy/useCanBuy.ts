import { onrampProvidersQuery, readBuyForm } from '@portico/core/money'
import { useQuery } from '../../../data/useQuery.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/** Returns whether Buy is on and the operator has set up a provider for the visitor's country. */
export function useCanBuy(): boolean {
  const { kit } = useScope()
  const isOn = useKitState((state) => state.settings.features.onramp)
  const { data } = useQuery(onrampProvidersQuery(kit, { country: readBuyForm(kit).country }))
  return isOn && data !== undefined && data.length > 0
}
