import { Guide } from '../../parts/Guide.tsx'

const panels = [
  { icon: 'external', title: 'guide.buy', help: 'guide.buyHelp' },
  { icon: 'person', title: 'guide.buyIdentity', help: 'guide.buyIdentityHelp' },
  { icon: 'check', title: 'guide.buyArrives', help: 'guide.buyArrivesHelp' },
] as const

/** Explains what buying with a provider is. */
export function WhatIsBuyingView() {
  return <Guide panels={panels} />
}
