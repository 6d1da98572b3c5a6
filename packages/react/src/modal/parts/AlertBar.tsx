import { lazy, Suspense } from 'react'
import { loadViewCopy } from '../../copy.ts'
import { useKitState } from '../../kit/KitContext.ts'
import { loadViewStyles } from '../styles/modalSheet.ts'

// Visitors see no alert in an application that is configured correctly.
const AlertMessage = lazy(async () => {
  const loading = [import('./AlertMessage.tsx'), loadViewCopy(), loadViewStyles()] as const
  const [{ AlertMessage }] = await Promise.all(loading)
  return { default: AlertMessage }
})

/** Shows configuration errors to the application's developer if `debug` is on. */
export function AlertBar() {
  const alert = useKitState((state) => (state.settings.debug ? state.alert : undefined))
  return (
    <div role="alert">
      <Suspense>{alert && <AlertMessage alert={alert} />}</Suspense>
    </div>
  )
}
