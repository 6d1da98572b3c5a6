/** The native coin of all Solana networks. */
export const solanaCoin = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const
