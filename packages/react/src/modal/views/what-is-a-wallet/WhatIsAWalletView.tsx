import { Guide } from '../../parts/Guide.tsx'

const panels = [
  { icon: 'wallet', title: 'guide.own', help: 'guide.ownHelp' },
  { icon: 'check', title: 'guide.login', help: 'guide.loginHelp' },
  { icon: 'key', title: 'guide.key', help: 'guide.keyHelp' },
] as const

/** Explains what a wallet is. */
export function WhatIsAWalletView() {
  return <Guide panels={panels} />
}
