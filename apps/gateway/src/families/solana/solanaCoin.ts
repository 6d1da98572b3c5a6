/** What fees are paid in, on every network of the family. */
export const solanaCoin = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const
