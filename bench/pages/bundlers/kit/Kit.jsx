'use client'

import { EvmAdapter } from '@portico/evm'
import { AppKitButton, createAppKit, DefaultSIWX } from '@portico/react'
import { base, mainnet } from '@portico/react/networks'

createAppKit({
  adapters: [new EvmAdapter()],
  networks: [mainnet, base],
  projectId: 'local',
  siwx: new DefaultSIWX(),
})

export const Page = () => <AppKitButton />
