import type { View } from '../../router.ts'
import { ConnectingStep } from './ConnectingStep.tsx'

/** A wallet of this browser has been asked to connect. */
export function ConnectingExternalView({ view }: { view: View }) {
  return view.name === 'connecting-external' ? (
    <ConnectingStep connectorId={view.connectorId} namespace={view.namespace} />
  ) : null
}
