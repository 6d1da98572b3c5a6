import type { KitRules } from './KitRules.ts'

const signIn = 'pass siwx or siweConfig to createAppKit instead; @portico/siwe has createSIWEConfig.'

/** ConnectKit, from https://docs.family.co/connectkit. */
export const connectkit: KitRules = {
  title: 'ConnectKit',
  hint: 'connectkit',
  isOld: (module) => /^connectkit(-next-siwe)?(\/|$)/.test(module),
  buttons: ['ConnectKitButton'],
  providers: ['ConnectKitProvider'],
  configs: ['getDefaultConfig'],
  hooks: {
    useModal: {
      open: 'is-open',
      setOpen: 'set-open',
      openProfile: { view: 'Account' },
      openSwitchNetworks: { view: 'Networks' },
      openAbout: { view: 'WhatIsAWallet' },
      openOnboarding: { view: 'WhatIsAWallet' },
    },
  },
  notes: {
    SIWEProvider: signIn,
    configureClientSIWE: signIn,
    configureServerSideSIWE: 'verify on your server with verifyMessage of @portico/siwx.',
    useSIWE: 'use useAppKitSession of @portico/react.',
    Avatar: 'the buttons and the modal show it; elsewhere, use useEnsAvatar of wagmi.',
  },
  nextSteps: [
    'Set `gatewayUrl` in createAppKit to the address of your gateway, and `walletConnect: { relayUrl }` to its relay.',
  ],
}
