/** Texts of the list of networks that have swaps. Loaded with it. */
export const swapNetworksCopy = {
  'swap.unsupported': 'No swaps on this network',
  'swap.unsupportedHelp': 'Choose a network with swaps to continue.',
  'swap.unsupportedNone': 'None of this app’s networks has swaps.',
} as const satisfies Record<string, string>
