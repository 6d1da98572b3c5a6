/** The words on the page's buttons. Apart from `copy.ts` because they are loaded with the page, not with the modal. */
export const buttonCopy = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  network: 'Select Network',
  unsupported: 'Switch Network',
} as const
