import type { View } from '../../router.ts'
import { ConnectingStep } from './ConnectingStep.tsx'

/** Shows a connection request to a wallet installed in this browser. */
export function ConnectingExternalView({ view }: { view: View }) {
  return view.name === 'connecting-external' ? (
    <ConnectingStep connectorId={view.connectorId} namespace={view.namespace} />
  ) : null
}
