/** Labels of the buttons on the page. Not in `copy.ts`, because they are loaded with the page and not with the modal. */
export const buttonCopy = {
  'button.connect': 'Connect Wallet',
  'button.connecting': 'Connecting...',
  'button.network': 'Select Network',
  'button.unsupported': 'Switch Network',
} as const
