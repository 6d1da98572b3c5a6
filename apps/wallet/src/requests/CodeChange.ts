import type { Hex } from 'viem'

/**
 * What an authorization changes at the account (EIP-7702): it turns smart-account features on, or off together with all permissions on the
 * network. `foreign` is the code of another wallet.
 */
export type CodeChange = { type: 'turn-on' } | { type: 'turn-off'; of: 'own' | 'foreign'; contract: Hex }
