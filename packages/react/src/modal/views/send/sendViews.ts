// The views of a payment, in one file: who opens the first sees the others moments later.
export { SendConfirmedView } from '../send-confirmed/SendConfirmedView.tsx'
export { SendPreviewView } from '../send-preview/SendPreviewView.tsx'
export { SendTokenView } from '../send-token/SendTokenView.tsx'
export { SendView } from './SendView.tsx'
