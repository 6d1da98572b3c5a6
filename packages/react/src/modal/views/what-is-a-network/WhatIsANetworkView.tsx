import { Guide } from '../../parts/Guide.tsx'

const panels = [
  { icon: 'wallet', title: 'guide.network', help: 'guide.networkHelp' },
  { icon: 'trade', title: 'guide.fees', help: 'guide.feesHelp' },
  { icon: 'check', title: 'guide.choice', help: 'guide.choiceHelp' },
] as const

/** Explains what a network is. */
export function WhatIsANetworkView() {
  return <Guide panels={panels} />
}
