import { takeBackAllowance } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'

/** A button that takes back an allowance that was not used. Nothing if there is none. */
export function TakeBack() {
  const { kit } = useScope()
  const isAllowed = useKitState((state) => state.money?.swap?.isAllowed)
  if (!isAllowed) return null
  return <Button onClick={() => void takeBackAllowance(kit)}>{text('swap.takeBack')}</Button>
}
