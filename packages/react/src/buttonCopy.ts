/**
 * Labels of the buttons on the page. Not in `copy.ts`, because they are loaded with the page and not with the modal.
 */
export const buttonCopy = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  network: 'Select Network',
  unsupported: 'Switch Network',
} as const
